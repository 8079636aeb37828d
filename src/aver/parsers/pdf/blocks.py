"""Every word of a page goes into exactly one block.

A word belongs to the smallest block whose rectangle holds its centre; words that run up or down an upright page
(margin marks, axis labels) only to tables and figures. What no block holds joins the block on its
line (list markers, superscripts) or becomes a paragraph of its own in reading order: nothing is lost because the
layout engine missed it.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from aver.parsers.pdf.layout import BlockBox, PageLayout
from aver.parsers.pdf.leaves import Leaf
from aver.parsers.pdf.lines import Line, box_around, lines_of
from aver.parsers.pdf.words import Box, Word
from aver.values.documents import BlockKind

KINDS = {
    "heading": BlockKind.HEADING,
    "paragraph": BlockKind.PARAGRAPH,
    "list_item": BlockKind.LIST_ITEM,
    "code": BlockKind.CODE,
    "table": BlockKind.TABLE,
    "grid_fallback": BlockKind.PARAGRAPH,
    "figure": BlockKind.FIGURE,
}
MARKER_REACH = 36.0


def leaves_of_page(number: int, words: Sequence[Word], layout: PageLayout | None) -> tuple[Leaf, ...]:
    """Return the leaves of a page in reading order; together they hold every word once."""
    blocks = layout.blocks if layout is not None else ()
    held, orphans = _assign(words, blocks)
    orphans = _adopt(held, orphans, blocks)
    leaves = [_leaf(number, block, tuple(inside)) for block, inside in zip(blocks, held, strict=True) if inside]
    for group in paragraphs_of(orphans):
        lines = lines_of(group)
        orphan = Leaf(kind=BlockKind.PARAGRAPH, page=number, box=box_around(group), lines=lines)
        leaves.insert(_place(orphan, leaves), orphan)
    return tuple(leaves)


def _leaf(number: int, block: BlockBox, words: tuple[Word, ...]) -> Leaf:
    return Leaf(
        kind=KINDS.get(block.kind, BlockKind.PARAGRAPH),
        page=number,
        box=box_around(words),
        lines=lines_of(words),
        level=block.level,
        layout=block,
    )


def _assign(words: Sequence[Word], blocks: Sequence[BlockBox]) -> tuple[list[list[Word]], list[Word]]:
    held: list[list[Word]] = [[] for _ in blocks]
    orphans: list[Word] = []
    by_size = sorted(range(len(blocks)), key=lambda i: _area(blocks[i].box))
    turned_page = 2 * sum(word.upright for word in words) < len(words)
    for word in words:
        fitting = (i for i in by_size if word.upright or turned_page or blocks[i].kind in ("table", "figure"))
        owner = next((i for i in fitting if _holds(blocks[i].box, word)), None)
        (orphans if owner is None else held[owner]).append(word)
    return held, orphans


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _holds(box: Box, word: Word) -> bool:
    x, y = word.centre
    return box[0] - 1 <= x <= box[2] + 1 and box[1] - 1.5 <= y <= box[3] + 1.5


def _adopt(held: list[list[Word]], orphans: Sequence[Word], blocks: Sequence[BlockBox]) -> list[Word]:
    """Move orphans that stand on a line of a block into it; return the others."""
    left: list[Word] = []
    filled = [bool(words) for words in held]
    for word in orphans:
        gaps = ((_side_gap(block, word), i) for i, block in enumerate(blocks) if filled[i])
        near = min(((gap, i) for gap, i in gaps if gap is not None), default=None)
        if near is None:
            left.append(word)
        else:
            held[near[1]].append(word)
    return left


def _side_gap(block: BlockBox, word: Word) -> float | None:
    """Return how far beside a block a word stands, None where it isn't on one of the block's lines."""
    x0, y0, x1, y1 = block.box
    if block.kind == "table" or not word.upright or not y0 - 2 <= word.centre[1] <= y1 + 2:
        return None
    gap = max(x0 - word.x1, word.x0 - x1, 0.0)
    reach = MARKER_REACH if block.kind == "list_item" and word.x1 <= x0 + 2 else 1.2 * word.height
    return gap if gap <= reach else None


def paragraphs_of(words: Sequence[Word]) -> list[list[Word]]:
    """Group words that no block holds into paragraphs: lines close under each other that overlap sideways."""
    turned = [word for word in words if not word.upright]
    groups: list[list[Word]] = [turned] if turned else []
    for line in lines_of([word for word in words if word.upright]):
        for piece in _pieces(line):
            near = (group for group in reversed(groups[-8:]) if group is not turned)
            home = next((group for group in near if _continues(group[-40:], piece)), None)
            if home is None:
                groups.append(list(piece))
            else:
                home.extend(piece)
    return groups


def _pieces(line: Line) -> list[tuple[Word, ...]]:
    pieces: list[list[Word]] = []
    for word in line.words:
        if pieces and word.x0 - pieces[-1][-1].x1 < 2.0 * max(word.height, 4.0):
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return [tuple(piece) for piece in pieces]


def _continues(above: Sequence[Word], below: Sequence[Word]) -> bool:
    size, below_size = median(w.size for w in above), median(w.size for w in below)
    if abs(size - below_size) > 0.2 * min(size, below_size):
        return False
    upper, lower = box_around(above), box_around(below)
    height = lower[3] - lower[1]
    return -height < lower[1] - upper[3] < 0.8 * height and min(upper[2], lower[2]) > max(upper[0], lower[0])


def _place(orphan: Leaf, leaves: Sequence[Leaf]) -> int:
    """Return where an orphan belongs: before the first leaf that starts below it in its column, else last."""
    for position, leaf in enumerate(leaves):
        beside = min(leaf.box[2], orphan.box[2]) > max(leaf.box[0], orphan.box[0])
        if beside and leaf.box[1] >= orphan.box[3] - 2:
            return position
    return len(leaves)
