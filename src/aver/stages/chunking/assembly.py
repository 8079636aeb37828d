"""Make chunks of packed bundles: name the section, the page, the rows and what limits the text from outside: an
exception or note beside it, else a line above it that says it isn't in force, else one that says for whom it holds.

The section of a chunk is the innermost one that holds all of its content; headings that stand in front of
the content don't count.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import dropwhile, pairwise
from typing import TypeAlias

from aver.stages.chunking.atoms import Atom, Plan
from aver.stages.chunking.packing import Bundle
from aver.stages.in_force import standings
from aver.stages.limiting import NOTE
from aver.stages.list_leads import Item, led_items
from aver.stages.outline import chains, page_at
from aver.stages.told_scope import told_scopes
from aver.values.chunks import Chunk
from aver.values.documents import StructuralRef

Told: TypeAlias = Mapping[int | None, tuple[int, int] | None]
"""By section (None: the whole document) the span at its head that holds for all below it."""

_OPEN = 16
"""Items before a chunk that are looked at for one that goes on in it."""


def assemble(of: Plan, found: Sequence[Atom], packed: Iterable[Bundle]) -> tuple[Chunk, ...]:
    """Return one chunk per bundle of `packed`; `found` are all atoms of the document, in order."""
    refs, limits = chains(of.document), qualifiers(of, found)
    told, items = (told_scopes(of.document), standings(of.document)), led_items(of.document)
    starts = [start for start, _, _, _ in items]

    def made(bundle: Bundle) -> Chunk:
        first, last = bisect_left(starts, bundle.start), bisect_left(starts, bundle.end)
        near = items[max(0, first - _OPEN) : last]
        return _chunk(of, bundle, refs, limits, told, tuple(one for one in near if one[1] > bundle.start))

    return tuple(map(made, packed))


def qualifiers(of: Plan, found: Sequence[Atom]) -> dict[int, list[tuple[int, int]]]:
    """Return for each unit that exceptions or notes limit the span of each, in order."""
    limits: dict[int, list[tuple[int, int]]] = {}
    limited: dict[int, int] = {}
    for before, atom in pairwise(found):
        parted = before.unit != atom.unit and before.section == atom.section and not before.heading
        if parted and atom.bound:
            block, first = of.document.blocks[atom.unit], limited.get(before.unit, before.unit)
            limited[atom.unit] = first
            for unit in {first, before.unit}:
                limits.setdefault(unit, []).append((block.start, block.end))
    return limits


def _chunk(
    of: Plan,
    bundle: Bundle,
    refs: Sequence[tuple[StructuralRef, ...]],
    limits: Mapping[int, Sequence[tuple[int, int]]],
    told: tuple[Told, ...],
    items: tuple[Item, ...],
) -> Chunk:
    document, section = of.document, _section(of, bundle)
    whole = (
        (0, len(document.text)) if section is None else (document.blocks[section].start, document.blocks[section].end)
    )
    rows = [atom.rows for atom in bundle.atoms if atom.rows is not None]
    outside = [span for atom in bundle.atoms if (span := _limiting(of, bundle, limits.get(atom.unit, ()))) is not None]
    places = (None, *_above(of, section))
    above = [next((one[place] for place in reversed(places) if place in one), None) for one in told]
    outside[:0] = [one for one in above if one is not None and not (bundle.start <= one[0] and one[1] <= bundle.end)]
    return Chunk(
        start=bundle.start,
        end=bundle.end,
        kind=bundle.kind,
        section=() if section is None else refs[section],
        parent=(min(whole[0], bundle.start), max(whole[1], bundle.end)),
        tokens=of.ruler.tokens(bundle.start, bundle.end),
        header=bundle.header,
        lead_in=bundle.lead_in,
        qualifier=outside[-1] if outside else None,
        page=page_at(document, bundle.start),
        table_number=next((a.table_number for a in bundle.atoms if a.table_number is not None), None),
        rows=(rows[0][0], rows[-1][1]) if rows else None,
        items=items,
    )


def _limiting(of: Plan, bundle: Bundle, limits: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    """Return the span from the first to the last of `limits` that stand behind `bundle` and, where one is the note of a
    mark, whose mark it or its header rows have."""
    text = of.document.text
    shown = text[bundle.start : bundle.end] + ("" if bundle.header is None else text[slice(*bundle.header)])
    notes = [(span, NOTE.match(text[slice(*span)])) for span in limits if span[1] > bundle.end]
    kept = [span for span, note in notes if note is None or note["mark"] in shown]
    return (kept[0][0], kept[-1][1]) if kept else None


def _section(of: Plan, bundle: Bundle) -> int | None:
    content = dropwhile(lambda atom: atom.heading, bundle.atoms)
    sections = {atom.section for atom in content} or {bundle.section}
    if len(sections) == 1:
        return sections.pop()
    shared = None
    for level in zip(*(_above(of, section) for section in sections), strict=False):
        if len(set(level)) > 1:
            break
        shared = level[0]
    return shared


def _above(of: Plan, section: int | None) -> list[int]:
    """Return the sections from the top down to `section`."""
    path: list[int] = []
    while section is not None:
        path.append(section)
        section = of.document.blocks[section].parent
    return path[::-1]
