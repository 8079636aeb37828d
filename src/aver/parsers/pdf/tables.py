"""The tables of a page: false ones are taken apart, the others repaired, joined and given their grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from aver.parsers.pdf.blocks import paragraphs_of
from aver.parsers.pdf.grids import sheet_of
from aver.parsers.pdf.headings import NOTICES, number_depth
from aver.parsers.pdf.leaves import Leaf
from aver.parsers.pdf.lines import Line, box_around, lines_of
from aver.parsers.pdf.sheets import Sheet, grid_of_sheet
from aver.parsers.pdf.table_joining import Part, side_by_side, stacked, with_labels
from aver.parsers.pdf.table_repair import repaired
from aver.parsers.pdf.words import Word
from aver.values.documents import BlockKind

WORD_SPACE = 0.45


def settle_tables(leaves: Sequence[Leaf]) -> tuple[Leaf, ...]:
    """Return the leaves of one page with false tables taken apart, the others joined and given their grid."""
    parts = [part for leaf in leaves for part in _part(leaf)]
    parts = stacked(parts)
    parts = side_by_side(parts)
    parts = with_labels(parts)
    return tuple(_settled(part) for part in parts)


def _part(leaf: Leaf) -> list[Part]:
    if leaf.kind is not BlockKind.TABLE:
        return [Part(leaf=leaf, sheet=None)]
    sheet = sheet_of(leaf)
    if sheet is None or reads_as_prose(sheet) or _frames_text(leaf, sheet):
        return [Part(leaf=paragraph, sheet=None) for paragraph in _paragraphs(leaf)]
    return [Part(leaf=leaf, sheet=repaired(sheet))]


def _paragraphs(leaf: Leaf) -> list[Leaf]:
    groups = paragraphs_of(leaf.words)
    return [
        Leaf(kind=BlockKind.PARAGRAPH, page=leaf.page, box=box_around(group), lines=lines_of(group)) for group in groups
    ]


def _frames_text(leaf: Leaf, sheet: Sheet) -> bool:
    """Say whether the rules of a call-out or a shaded box made a table out of text: a heading or a notice in it."""
    first = leaf.lines[0]
    if first.bold and first.size >= 1.2 * leaf.size and number_depth(first.text) is not None:
        return True
    starts = [" ".join(word.text for word in row[0]).casefold().rstrip(":!") for row in sheet.rows]
    return 2 * sum(start in NOTICES for start in starts) >= len(starts)


def reads_as_prose(sheet: Sheet) -> bool:
    """Say whether most neighbouring cells stand only a word space apart: running text cut at random places."""
    close = pairs = 0
    for row in sheet.rows:
        for left, right in pairwise(row):
            for line in lines_of(left + right):
                crossing = _gap_between(line, left)
                if crossing is not None:
                    pairs += 1
                    close += crossing < WORD_SPACE
    return pairs >= 3 and close > 0.5 * pairs


def _gap_between(line: Line, left: tuple[Word, ...]) -> float | None:
    """Return the gap, in word heights, where a line passes from the left cell into the right one."""
    for before, after in pairwise(line.words):
        if before in left and after not in left:
            return (after.x0 - before.x1) / max(before.height, 1.0)
    return None


def _settled(part: Part) -> Leaf:
    if part.sheet is None:
        return part.leaf
    grid = grid_of_sheet(part.sheet)
    words = [word for row in part.sheet.rows for cell in row for word in cell]
    leaf = replace(part.leaf, box=box_around(words), lines=lines_of(words))
    return replace(leaf, grid=grid) if grid is not None else replace(leaf, kind=BlockKind.PARAGRAPH)
