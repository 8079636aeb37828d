"""The prose of a document, stretch by stretch: what sentences are read from (A6, A7).

Read are paragraphs, list items, quotes, footnotes and captions; headings, code, tables, furniture and
reference lists are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages import sentences
from aver.stages.outline import Outline, chains, outline
from aver.values.documents import Block, BlockKind, Document, StructuralRef

STATED = frozenset({BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.QUOTE, BlockKind.FOOTNOTE, BlockKind.CAPTION})
MARKER = regex(r"\s*(?:>\s*)*(?:[-*+•–▪◦‣]|#?\d{1,3}[.)]|[a-z][.)]|\([0-9a-z]{1,3}\))?\s+(?=\S)|(?=\S)")
CLOSERS = "\"'”’»)]*_`"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """A stretch of one block without markers: its span, the block's position, and what leads it in."""

    span: Span
    block: int
    introduction: Span | None
    section: tuple[StructuralRef, ...]
    language: str


def stretches(document: Document) -> Iterator[Stretch]:
    """Yield the stretches of prose of the document in order, each between what is left out or has its own block."""
    tree, refs = outline(document), chains(document)
    leads = _introductions(document, tree)
    for position, block in enumerate(document.blocks):
        if block.kind not in STATED:
            continue
        for start, end in _own(document.blocks, tree.children[position], block):
            for free in tree.free(start, end):
                marker = MARKER.match(document.text, *free)
                span = (marker.end() if marker else free[0], free[1])
                if any(sign.isalnum() for sign in document.text[slice(*span)]):
                    yield Stretch(
                        span=span,
                        block=position,
                        introduction=leads.get(position),
                        section=refs[position],
                        language=block.language or document.language,
                    )


def _own(blocks: Sequence[Block], children: Sequence[int], block: Block) -> Iterator[Span]:
    """Yield what of a block belongs to no block inside it."""
    start = block.start
    for child in children:
        if start < blocks[child].start:
            yield start, blocks[child].start
        start = max(start, blocks[child].end)
    if start < block.end:
        yield start, block.end


def _introductions(document: Document, tree: Outline) -> dict[int, Span]:
    """Return for the blocks of a list the sentence with a colon at its end that leads the list in."""
    leads: dict[int, Span] = {}
    before: dict[int | None, Block] = {}
    for position, block in enumerate(document.blocks):
        parent, earlier = block.parent, before.get(block.parent)
        if block.kind is BlockKind.LIST and earlier is not None:
            last = sentences.split(document.text[earlier.start : earlier.end], start=earlier.start)[-1:]
            ends = document.text[earlier.start : earlier.end].rstrip(CLOSERS).endswith(":")
            if last and ends and earlier.kind is BlockKind.PARAGRAPH and not tree.blocked(earlier.start, block.start):
                leads[position] = last[0]
        elif parent in leads and document.blocks[parent].kind in (BlockKind.LIST, BlockKind.LIST_ITEM):
            leads[position] = leads[parent]
        before[parent] = block
    return leads
