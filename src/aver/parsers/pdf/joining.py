"""Putting together what the layout engine parted: wrapped items, run-in headings, paragraphs cut at a superscript.

Two neighbouring leaves on a page become one when the second stands directly under the first, in the same font
height, and the first stops in the middle of a sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.parsers.pdf.headings import ORDINAL, number_depth
from aver.parsers.pdf.leaves import Leaf, with_lines
from aver.parsers.pdf.lines import Line
from aver.parsers.roles import role_of
from aver.values.documents import BlockKind

FLOWING = (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.FOOTNOTE)
ORDINAL_REACH = 4.0
STOPS = (".", ":", "!", "?", ";", "”", "»", "“")


def join_broken(leaves: Sequence[Leaf]) -> tuple[Leaf, ...]:
    """Return the leaves with broken paragraphs, list items and footnotes made whole."""
    joined: list[Leaf] = []
    for leaf in leaves:
        if joined and _continues(joined[-1], leaf):
            joined[-1] = with_lines(joined[-1], (*joined[-1].lines, *leaf.lines))
        else:
            joined.append(leaf)
    return tuple(joined)


def _continues(above: Leaf, below: Leaf) -> bool:
    if above.kind is BlockKind.HEADING:
        return _wraps(above, below)
    if above.kind not in FLOWING or below.kind is not BlockKind.PARAGRAPH or above.page != below.page:
        return False
    if not above.lines or not below.lines:
        return False
    last, first = above.lines[-1].box, below.lines[0].box
    height = max(last[3] - last[1], first[3] - first[1])
    if not -0.3 * height <= first[1] - last[3] <= 0.55 * height:
        return False
    if min(last[2], first[2]) <= max(above.box[0], first[0]) or abs(above.size - below.size) > 0.12 * above.size:
        return False
    if above.kind is not BlockKind.PARAGRAPH and first[0] < above.box[0] - 2:
        return False
    room = _has_room(above.lines[-1], below.lines[0], max(above.box[2], below.box[2]))
    if above.kind is BlockKind.LIST_ITEM and not below.text[0].islower() and room:
        return False
    text = above.text
    mid_sentence = not text.endswith(STOPS) and len(above.lines[-1].words) > 2
    return mid_sentence or below.text[0].islower()


def _has_room(last: Line, first: Line, right: float) -> bool:
    """Whether the first word of the line `first` would have stood in `last`, whose text goes as far as `right`."""
    word = first.words[0]
    return last.box[2] + word.x1 - word.x0 + last.size / 2 < right


def part_items(leaves: Sequence[Leaf]) -> tuple[Leaf, ...]:
    """Return the leaves with list items that the layout engine joined with the paragraph under them parted from it."""
    return tuple(part for leaf in leaves for part in _parted(leaf))


def _parted(leaf: Leaf) -> tuple[Leaf, ...]:
    """Part an item before a line that begins left of its text, with a capital, where the line above had room for it."""
    lines = leaf.lines
    if leaf.kind is not BlockKind.LIST_ITEM or len(lines) < 2 or len(lines[0].words) < 2:
        return (leaf,)
    for at in range(1, len(lines)):
        begins_left = lines[at].box[0] < lines[0].words[1].x0 - 2
        if begins_left and not lines[at].text[0].islower() and _has_room(lines[at - 1], lines[at], leaf.box[2]):
            below = replace(with_lines(leaf, lines[at:]), kind=BlockKind.PARAGRAPH, layout=None)
            return (with_lines(leaf, lines[:at]), below)
    return (leaf,)


def _wraps(heading: Leaf, below: Leaf) -> bool:
    """Say whether `below` belongs to the heading above it.

    Either as its second line (same font, close under it, short), or as the title after a line that only counts
    ("Chapter 2").
    """
    plain = below.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING) and not (heading.in_outline or below.in_outline)
    if not plain or heading.page != below.page or len(below.lines) > 1 or len(heading.lines) > 2:
        return False
    if ORDINAL.match(heading.text) and below.kind is BlockKind.HEADING:
        return below.box[1] - heading.box[3] <= ORDINAL_REACH * max(heading.size, below.size)
    same_font = heading.bold == below.bold and abs(heading.size - below.size) <= 0.03 * heading.size
    gap = below.box[1] - heading.box[3]
    close = -0.3 * heading.size <= gap <= 0.45 * heading.size
    beside = min(heading.box[2], below.box[2]) > max(heading.box[0], below.box[0])
    return same_font and close and beside and number_depth(below.text) is None and role_of(below.text) is None


def split_run_ins(leaves: Sequence[Leaf], body: float) -> tuple[Leaf, ...]:
    """Return the leaves with headings that run on into ordinary text turned back into paragraphs."""
    return tuple(
        replace(leaf, kind=BlockKind.PARAGRAPH, level=None) if _runs_on(leaf, body) else leaf for leaf in leaves
    )


def _runs_on(leaf: Leaf, body: float) -> bool:
    if leaf.kind is not BlockKind.HEADING or leaf.in_outline or leaf.size > 1.1 * body:
        return False
    words = leaf.words
    return words[0].bold and len(words) > 2 and not any(word.bold for word in words[-2:])
