"""The document as chapters of sections of paragraphs (A3); what stands before the first heading has a synthetic name.

A chapter is a section at the top of the tree, or below it where one heading covers the whole document (a
title). A section is any section of the tree that has prose of its own, the chapter's own opening included.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from aver.stages.outline import chains
from aver.stages.prose import Stretch, stretches
from aver.values.documents import BlockKind, Document, Role, StructuralRef, Synthetic

OPENING = Synthetic(label="opening")
"""Names what stands before the first heading of a document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionPlace:
    """Where a section stands: the names from the top, its span, its block (None: outside any) and its prose."""

    section: tuple[StructuralRef, ...]
    start: int
    end: int
    role: Role | None
    paragraphs: tuple[Stretch, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterPlace:
    """Where a chapter stands, and the sections in it that have prose."""

    ref: StructuralRef
    start: int
    end: int
    sections: tuple[SectionPlace, ...]


def hierarchy(document: Document) -> tuple[ChapterPlace, ...]:
    """Return the chapters of `document` that hold prose, in order."""
    tops, paths = _chapter_of_block(document), chains(document)
    sections = _section_of_block(document)
    places: list[tuple[int | None, SectionPlace]] = []
    for section, prose in groupby(stretches(document), key=lambda one: sections[one.block]):
        top = None if section is None else tops[section]
        places.append((top, _place(document, section, tuple(prose), paths)))
    return tuple(
        _chapter(document, top, tuple(place for _, place in group))
        for top, group in groupby(places, key=lambda one: one[0])
    )


def _place(
    document: Document, section: int | None, paragraphs: tuple[Stretch, ...], paths: list[tuple[StructuralRef, ...]]
) -> SectionPlace:
    block = None if section is None else document.blocks[section]
    return SectionPlace(
        section=(OPENING,) if section is None else paths[section] or (Synthetic(label="section"),),
        start=paragraphs[0].span[0],
        end=paragraphs[-1].span[1],
        role=None if block is None else block.role,
        paragraphs=paragraphs,
    )


def _chapter(document: Document, top: int | None, sections: tuple[SectionPlace, ...]) -> ChapterPlace:
    ref = None if top is None else document.blocks[top].ref
    return ChapterPlace(ref=ref or OPENING, start=sections[0].start, end=sections[-1].end, sections=sections)


def _section_of_block(document: Document) -> list[int | None]:
    """Return for every block the innermost section it stands in, itself included."""
    found: list[int | None] = []
    for position, block in enumerate(document.blocks):
        above = None if block.parent is None else found[block.parent]
        found.append(position if block.kind is BlockKind.SECTION else above)
    return found


def _chapter_of_block(document: Document) -> list[int | None]:
    """Return for every block the chapter it stands in, None above the first one."""
    title = _title_section(document)
    found: list[int | None] = []
    for position, block in enumerate(document.blocks):
        if block.kind is BlockKind.SECTION and block.parent == title:
            found.append(position)
        else:
            found.append(None if block.parent is None else found[block.parent])
    return found


def _title_section(document: Document) -> int | None:
    """Return the innermost section that covers every other one, None where several stand side by side."""
    sections = [position for position, block in enumerate(document.blocks) if block.kind is BlockKind.SECTION]
    title: int | None = None
    while True:
        below = [position for position in sections if document.blocks[position].parent == title]
        inner = [position for position in sections if below and document.blocks[position].parent == below[0]]
        if len(below) != 1 or not inner:
            return title
        title = below[0]
