"""Captions of tables and figures, and footnotes at the foot of a column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.parsers.pdf.leaves import Leaf
from aver.parsers.pdf.words import Box
from aver.patterns import regex
from aver.values.documents import BlockKind

CAPTION = regex(
    r"^(Tables?|Tabellen?|Tab\.|Exhibit|Figures?|Fig\.|Abbildung|Abb\.|Bild|Chart)\s*([A-Z]?[0-9]+(?:[.\-–][0-9]+)*[a-z]?)"
    r"\s*([:.–—|-]|$|\s)",
)
TABLE_WORDS = ("Tab", "Exh")
NEAR = 60.0
FOOTNOTE = regex(r"^(?:[0-9]{1,3}|[*†‡§¶∗]+)[.)]?\s*\S*[^\W\d]")
FOOT_ZONE = 0.55
PAGE_FOOT = 0.92
SMALL = 0.93


def mark_captions(leaves: Sequence[Leaf]) -> tuple[Leaf, ...]:
    """Return the leaves with captions marked and each table holding the caption next to it."""
    marked = [
        replace(leaf, kind=BlockKind.CAPTION, level=None) if _is_caption(leaf, leaves) else leaf for leaf in leaves
    ]
    free = {i for i, leaf in enumerate(marked) if leaf.kind is BlockKind.CAPTION and leaf.text.startswith(TABLE_WORDS)}
    for position, leaf in enumerate(marked):
        if leaf.grid is None:
            continue
        near = [(distance, i) for i in free if (distance := _distance(marked[i], leaf)) is not None]
        if near:
            chosen = min(near)[1]
            free.discard(chosen)
            marked[position] = replace(leaf, caption=" ".join(line.text for line in marked[chosen].lines))
    return tuple(marked)


def _is_caption(leaf: Leaf, leaves: Sequence[Leaf]) -> bool:
    if leaf.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.LIST_ITEM) or leaf.in_outline:
        return False
    match = CAPTION.match(leaf.text)
    if match is None:
        return False
    if match.group(3) and match.group(3) in ":.|–—-":
        return True
    targets = (BlockKind.TABLE, BlockKind.FIGURE)
    return len(leaf.text) < 250 and any(
        other.kind in targets and other.page == leaf.page and _distance(leaf, other) is not None for other in leaves
    )


def _distance(caption: Leaf, target: Leaf) -> float | None:
    """Return the gap in points between a caption and what it may belong to, None when it is elsewhere."""
    if caption.page != target.page or not _beside(caption.box, target.box):
        return None
    gap = max(target.box[1] - caption.box[3], caption.box[1] - target.box[3], 0.0)
    return gap if gap <= NEAR else None


def _beside(first: Box, second: Box) -> bool:
    return min(first[2], second[2]) > max(first[0], second[0])


def mark_footnotes(leaves: Sequence[Leaf], heights: dict[int, float], body: float) -> tuple[Leaf, ...]:
    """Return the leaves with small numbered paragraphs at the foot of a column marked as footnotes.

    `heights` are page heights in points per page number, `body` is the font height of the running text.
    """
    on_page: dict[int, list[Leaf]] = {}
    for leaf in leaves:
        on_page.setdefault(leaf.page, []).append(leaf)
    return tuple(
        replace(leaf, kind=BlockKind.FOOTNOTE) if _is_footnote(leaf, on_page[leaf.page], heights, body) else leaf
        for leaf in leaves
    )


def _is_footnote(leaf: Leaf, page: Sequence[Leaf], heights: dict[int, float], body: float) -> bool:
    if leaf.kind not in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM) or leaf.size >= SMALL * body:
        return False
    if leaf.box[1] < FOOT_ZONE * heights[leaf.page] or not FOOTNOTE.match(leaf.text):
        return False
    below = (
        other
        for other in page
        if leaf.box[3] <= other.box[1] < PAGE_FOOT * heights[leaf.page]
        and _beside(other.box, leaf.box)
        and other.kind is not BlockKind.FURNITURE
    )
    return all(other.size < SMALL * body for other in below)
