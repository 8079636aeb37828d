"""What leads into the items of a list whose markers are no text, as in a page or a letter (E6).

In Markdown the text itself shows what is an item; where bullets are decoration only the blocks of the document do.
"""

from __future__ import annotations

from collections.abc import Iterator

from aver.stages.framing import ITEM
from aver.stages.sentences import split
from aver.values.documents import Block, BlockKind, Document

MOST = 4
"""Leads of one item that are kept, the innermost; nesting is the document's choice."""

Item = tuple[int, int, int, int]
Spans = tuple[tuple[int, int], ...]


def led_items(document: Document) -> tuple[Item, ...]:
    """Return `(start, end, lead start, lead end)` of every such item, once per lead, outermost first."""
    leads: dict[int, Spans] = {}
    before: dict[int | None, int] = {}
    for number, block in enumerate(document.blocks):
        if block.kind is BlockKind.LIST:
            own = _own_lead(document, before.get(block.parent))
            leads[number] = (*_outer(document, block, leads), *own)[-MOST:]
        before[block.parent] = number
    return tuple(_items(document, leads))


def _own_lead(document: Document, before: int | None) -> Spans:
    """Return the last sentence of the paragraph that stands directly before a list."""
    if before is None or document.blocks[before].kind is not BlockKind.PARAGRAPH:
        return ()
    block = document.blocks[before]
    return tuple(split(document.text[block.start : block.end], start=block.start)[-1:])


def _outer(document: Document, block: Block, leads: dict[int, Spans]) -> Spans:
    """Return what leads into the list that a list in an item belongs to."""
    holder = None if block.parent is None else document.blocks[block.parent]
    if holder is None or holder.kind is not BlockKind.LIST_ITEM or holder.parent is None:
        return ()
    return leads.get(holder.parent, ())


def _items(document: Document, leads: dict[int, Spans]) -> Iterator[Item]:
    for block in document.blocks:
        if block.kind is BlockKind.LIST_ITEM and block.parent in leads and not ITEM.match(document.text, block.start):
            for start, end in leads[block.parent]:
                yield block.start, block.end, start, end
