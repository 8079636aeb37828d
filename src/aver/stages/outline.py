"""The block tree read once: which blocks are units, in which section each stands, what must be left out.

A *unit* is a block directly under a section (or at the top): the thing that stays whole if it can. A
*barrier* is a span that no chunk may contain: page furniture, reference lists, tables of contents (A8).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass

from aver.values.documents import Block, BlockKind, Document, Role, StructuralRef

EXCLUDED_ROLES = frozenset({Role.REFERENCES, Role.TOC})


@dataclass(frozen=True, slots=True)
class Outline:
    """Positions in `Document.blocks` throughout; `barriers` are disjoint spans in order.

    `children[i]` are the included blocks under block i, `units` pairs every unit with its innermost
    section (None at the top), `holds_table` are the blocks with a table somewhere below them.
    """

    children: tuple[tuple[int, ...], ...]
    units: tuple[tuple[int, int | None], ...]
    holds_table: frozenset[int]
    barriers: tuple[tuple[int, int], ...]

    def blocked(self, start: int, end: int) -> bool:
        """Say whether any barrier touches `[start, end)`."""
        position = bisect_left(self.barriers, (start, start))
        before = position > 0 and self.barriers[position - 1][1] > start
        return before or (position < len(self.barriers) and self.barriers[position][0] < end)

    def free(self, start: int, end: int) -> list[tuple[int, int]]:
        """Return what is left of `[start, end)` without the barriers, in order."""
        first = max(0, bisect_left(self.barriers, (start, start)) - 1)
        left, position = [], start
        for barrier_start, barrier_end in self.barriers[first:]:
            if barrier_start >= end:
                break
            if barrier_start > position:
                left.append((position, barrier_start))
            position = max(position, barrier_end)
        return left + ([(position, end)] if position < end else [])


def outline(document: Document) -> Outline:
    """Return the outline of `document` in time linear in its blocks."""
    blocks = document.blocks
    children: list[list[int]] = [[] for _ in blocks]
    out: set[int] = set()
    sections: set[int | None] = {None}
    units: list[tuple[int, int | None]] = []
    barriers: list[tuple[int, int]] = []
    for position, block in enumerate(blocks):
        if block.parent in out:
            out.add(position)
        elif block.kind is BlockKind.FURNITURE or block.role in EXCLUDED_ROLES:
            out.add(position)
            barriers.append((block.start, block.end))
        else:
            if block.parent is not None:
                children[block.parent].append(position)
            if block.parent in sections:
                if block.kind is BlockKind.SECTION:
                    sections.add(position)
                units.append((position, block.parent))
    return Outline(
        children=tuple(map(tuple, children)),
        units=tuple(u for u in units if blocks[u[0]].kind is not BlockKind.SECTION or not children[u[0]]),
        holds_table=_above_tables(document),
        barriers=tuple(sorted(b for b in barriers if b[0] < b[1])),
    )


def _above_tables(document: Document) -> frozenset[int]:
    """Return every block that has a table below it; parents stand before children, so one pass back."""
    found: set[int] = set()
    for position in range(len(document.blocks) - 1, -1, -1):
        block = document.blocks[position]
        if block.parent is not None and (block.kind is BlockKind.TABLE or position in found):
            found.add(block.parent)
    return frozenset(found)


def chains(document: Document) -> list[tuple[StructuralRef, ...]]:
    """Return for every block the structural names from the top down to and including its own."""
    result: list[tuple[StructuralRef, ...]] = []
    for block in document.blocks:
        above = () if block.parent is None else result[block.parent]
        named = block.kind is BlockKind.SECTION and block.ref is not None
        result.append((*above, block.ref) if named and block.ref is not None else above)
    return result


def heads(document: Document, kinds: frozenset[BlockKind], *, most: int) -> dict[int | None, list[Block]]:
    """Return by section (None: none) the first blocks of `kinds` that stand directly in it, at most `most`."""
    found: dict[int | None, list[Block]] = {}
    for block in document.blocks:
        if block.kind in kinds and len(head := found.setdefault(block.parent, [])) < most:
            head.append(block)
    return found


def page_at(document: Document, position: int) -> int | None:
    """Return the number of the page that `position` of the text lies on, None without pages."""
    following = bisect_right(document.pages, position, key=lambda page: page.start)
    return document.pages[following - 1].number if following else None
