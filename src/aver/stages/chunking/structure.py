"""Structure-aware chunks, the default: follow the block tree, keep whole what is read as a whole (A4, A5).

A chunk never crosses a section boundary, except that headings with no text of their own stand at the
head of the first chunk below them. Page furniture, reference lists and tables of contents are left out
(A8); every other leaf of the tree is in at least one chunk. A rule stays beside its exception, or names
it as its qualifier (E6); a long table is cut between rows and each later part names its header rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from aver.ports import Tokenizer
from aver.stages.chunking.atoms import Atom, Plan, atoms, plan
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.outline import chains, page_at
from aver.stages.chunking.packing import Bundle, bundles, pack
from aver.values.chunks import Chunk
from aver.values.documents import Document, StructuralRef


def structure(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return the chunks of `document` in order; time is linear in the text, tokenising included."""
    of = plan(document, tokenizer, options)
    found = tuple(atoms(of))
    refs, limits = chains(document), qualifiers(of, found)
    return tuple(_chunk(of, bundle, refs, limits) for bundle in pack(of, bundles(of, found)))


def qualifiers(of: Plan, found: Sequence[Atom]) -> dict[int, tuple[int, int]]:
    """Return for each unit that an exception or note limits the span of that exception or note."""
    limits: dict[int, tuple[int, int]] = {}
    for before, atom in pairwise(found):
        parted = before.unit != atom.unit and before.section == atom.section and not before.heading
        if parted and atom.bound:
            block = of.document.blocks[atom.unit]
            limits[before.unit] = (block.start, block.end)
    return limits


def _chunk(
    of: Plan, bundle: Bundle, refs: Sequence[tuple[StructuralRef, ...]], limits: dict[int, tuple[int, int]]
) -> Chunk:
    document, section = of.document, bundle.section
    whole = (
        (0, len(document.text)) if section is None else (document.blocks[section].start, document.blocks[section].end)
    )
    rows = [atom.rows for atom in bundle.atoms if atom.rows is not None]
    outside = [limits[a.unit] for a in bundle.atoms if a.unit in limits and limits[a.unit][1] > bundle.end]
    return Chunk(
        start=bundle.start,
        end=bundle.end,
        kind=bundle.kind,
        section=() if section is None else refs[section],
        parent=(min(whole[0], bundle.start), whole[1]),
        tokens=of.ruler.tokens(bundle.start, bundle.end),
        header=bundle.header,
        lead_in=bundle.lead_in,
        qualifier=outside[-1] if outside else None,
        page=page_at(document, bundle.start),
        table_number=next((a.table_number for a in bundle.atoms if a.table_number is not None), None),
        rows=(rows[0][0], rows[-1][1]) if rows else None,
    )
