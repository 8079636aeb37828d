"""Read entities and typed relations off one document, by the shape of what it says (D3, B2).

Prose and tables are read sentence by sentence and line by line, the fields before them by name; reference lists and
tables of contents are left out like everywhere else (A8). What has no shape of its own (persons, places, subjects) is
not looked for: that would be a guess. Every pattern is linear in the text, and a document states at most so much.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from aver.stages import sentences
from aver.stages.graph.fields import declared_in
from aver.stages.graph.naming import folded_name
from aver.stages.graph.patterns import cited_in, coded_in, defined_in, superseding_in
from aver.stages.outline import outline
from aver.stages.planning.catalogue import Catalogue
from aver.stages.prose import stretches
from aver.values.documents import BlockKind, Document
from aver.values.graph import DocumentGraph, EntityKind, Relation, RelationKind

MOST_RELATIONS = 3_000
"""Relations of one document; more are counted, not kept."""

PLACES = 3
"""Places that are kept of one relation to one thing."""

LONGEST_SENTENCE = 2_000
"""Code points of a sentence or table line that are read; longer ones are data."""

Finder = Callable[[str, int], Iterator[Relation]]


def graph_of(document: Document, catalogue: Catalogue) -> DocumentGraph:
    """Return what `document` states, in order of its text; names of `catalogue` are mentions of its entities."""
    finders: tuple[Finder, ...] = (cited_in, coded_in, defined_in, superseding_in)
    finder = catalogued(catalogue)
    if finder is not None:
        finders = (*finders, finder)
    read = (one for start, end in _read(document) for find in finders for one in find(document.text[start:end], start))
    kept, left_out = _bounded(chain(declared_in(document), read))
    place = document.text.find(document.title) if document.title.strip() else -1
    return DocumentGraph(
        title=folded_name(document.title) if place >= 0 else "",
        title_span=(place, place + len(document.title)) if place >= 0 else None,
        relations=kept,
        left_out=left_out,
    )


def catalogued(catalogue: Catalogue) -> Finder | None:
    """Return what finds the names of a catalogue's entities in a text, None for an empty catalogue."""
    owners = {name.casefold(): entity.id for entity in catalogue.entities for name in entity.names}
    if not owners:
        return None
    longest_first = "|".join(re.escape(name) for name in sorted(owners, key=lambda name: (-len(name), name)))
    pattern = re.compile(rf"(?<!\w)(?:{longest_first})(?!\w)", re.IGNORECASE)

    def find(text: str, offset: int) -> Iterator[Relation]:
        for found in pattern.finditer(text):
            owner = owners.get(found.group().casefold())
            if owner is not None:
                yield Relation(
                    kind=RelationKind.MENTIONS,
                    of=EntityKind.CATALOGUED,
                    target=folded_name(owner),
                    start=offset + found.start(),
                    end=offset + found.end(),
                )

    return find


def _read(document: Document) -> Iterator[tuple[int, int]]:
    """Yield the sentences of the prose and the lines of the tables."""
    for stretch in stretches(document):
        start, end = stretch.span
        yield from _short(sentences.split(document.text[start:end], start=start, language=stretch.language))
    tree = outline(document)
    for block in document.blocks:
        if block.kind is BlockKind.TABLE:
            for start, end in tree.free(block.start, block.end):
                lines = re.finditer(r"[^\n]+", document.text[start:end])
                yield from _short((start + line.start(), start + line.end()) for line in lines)


def _short(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    return ((start, min(end, start + LONGEST_SENTENCE)) for start, end in spans)


def _bounded(found: Iterable[Relation]) -> tuple[tuple[Relation, ...], int]:
    """Return the first places of each relation, and how many are left out."""
    seen: Counter[tuple[str, str, str]] = Counter()
    kept: dict[Relation, None] = {}
    left_out = 0
    for one in found:
        what = (one.kind, one.subject, one.target)
        if one in kept or not one.target:
            continue
        if seen[what] >= PLACES or len(kept) >= MOST_RELATIONS:
            left_out += 1
            continue
        seen[what] += 1
        kept[one] = None
    return tuple(sorted(kept, key=lambda one: (one.start, one.end, one.kind))), left_out
