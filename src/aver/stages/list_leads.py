"""What leads into a quotation, and into the items of a list whose markers are no text, as in a page or a letter (E6).

In Markdown the text itself shows what is an item; where bullets are decoration only the blocks of the document do. Who
is quoted stands before the quotation, in a message before the first of several.
"""

from __future__ import annotations

from collections.abc import Iterator

from aver.stages.framing import ITEM
from aver.stages.sentences import split
from aver.values.documents import Block, BlockKind, Document
from aver.values.messages import MESSAGE, heads_of_a_message

MOST = 4
"""Leads of one item that are kept, the innermost; nesting is the document's choice."""

Item = tuple[int, int, int, int]
Spans = tuple[tuple[int, int], ...]


def led_items(document: Document) -> tuple[Item, ...]:
    """Return `(start, end, lead start, lead end)` of every such item and quotation, once per lead, outermost first."""
    leads: dict[int, Spans] = {}
    before: dict[int | None, int] = {}
    quoted: Spans = ()
    for number, block in enumerate(document.blocks):
        sibling = before.get(block.parent)
        if block.kind is BlockKind.LIST:
            leads[number] = (*_outer(document, block, leads), *_own_lead(document, sibling))[-MOST:]
        elif block.kind is BlockKind.QUOTE:
            goes_on = sibling is not None and document.blocks[sibling].kind is BlockKind.QUOTE
            quoted = _quoting(document, sibling) or (quoted if goes_on or document.media_type == MESSAGE else ())
            leads[number] = quoted
        before[block.parent] = number
    return tuple(_items(document, leads))


def _own_lead(document: Document, before: int | None) -> Spans:
    """Return the last sentence of the paragraph that stands directly before a list."""
    if before is None or document.blocks[before].kind is not BlockKind.PARAGRAPH:
        return ()
    block = document.blocks[before]
    return tuple(split(document.text[block.start : block.end], start=block.start)[-1:])


def _quoting(document: Document, before: int | None) -> Spans:
    """Return what says who is quoted: the last sentence before a quotation that leads to it, the heads of a message."""
    if before is None or document.blocks[before].kind is not BlockKind.PARAGRAPH:
        return ()
    block = document.blocks[before]
    if (heads := heads_of_a_message(document.text, block.start, block.end)) is not None:
        return (heads,)
    return tuple(one for one in _own_lead(document, before) if document.text[one[1] - 1] == ":")


def _outer(document: Document, block: Block, leads: dict[int, Spans]) -> Spans:
    """Return what leads into the list that a list in an item belongs to."""
    holder = None if block.parent is None else document.blocks[block.parent]
    if holder is None or holder.kind is not BlockKind.LIST_ITEM or holder.parent is None:
        return ()
    return leads.get(holder.parent, ())


def _asks(document: Document, item: Block) -> bool:
    """Whether an item begins with a question of its own, as in an FAQ: what stands before the list leads to none."""
    return document.text[item.start : item.end].partition("\n")[0].rstrip().endswith("?")


def _items(document: Document, leads: dict[int, Spans]) -> Iterator[Item]:
    for number, block in enumerate(document.blocks):
        if block.kind is BlockKind.QUOTE:
            of = number
        elif (
            block.kind is BlockKind.LIST_ITEM
            and block.parent is not None
            and not ITEM.match(document.text, block.start)
            and not _asks(document, block)
        ):
            of = block.parent
        else:
            continue
        for start, end in leads.get(of, ()):
            yield block.start, block.end, start, end
