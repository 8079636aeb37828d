"""Joining the pieces of one table.

A table without rules reaches us in pieces: the layout engine parts it at every group label, at a wide gutter, and
leaves its first column outside. Pieces that share their columns are stacked again, with the label lines between
them as rows; pieces that share their rows are set side by side; a column of labels left of the figures joins them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aver.parsers.pdf.captions import CAPTION
from aver.parsers.pdf.headings import number_depth
from aver.parsers.pdf.leaves import Leaf
from aver.parsers.pdf.lines import Line, box_around, join_words
from aver.parsers.pdf.sheets import Row, Sheet, is_figure, row_band
from aver.values.documents import BlockKind

MOST_BETWEEN = 3
LABEL_WORDS = 14
GUTTER = 40.0
LABEL_REACH = 150.0
SHARED = 0.6


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A leaf of the page and, for a table, its sheet."""

    leaf: Leaf
    sheet: Sheet | None


def stacked(parts: Sequence[Part]) -> list[Part]:
    """Join tables that follow one another with the same columns and at most a few label lines between."""
    done: list[Part] = []
    for part in parts:
        start = _upper_half(done, part) if part.sheet is not None else None
        above = done[start].sheet if start is not None else None
        if start is None or above is None or part.sheet is None:
            done.append(part)
            continue
        upper, between = done[start], done[start + 1 :]
        del done[start:]
        done.append(replace(upper, sheet=_stack(above, [b.leaf for b in between], part.sheet)))
    return done


def _upper_half(done: Sequence[Part], part: Part) -> int | None:
    """Return where the table stands that `part` continues, None where it starts anew."""
    for back in range(1, min(MOST_BETWEEN + 1, len(done)) + 1):
        above = done[-back]
        if above.sheet is None:
            if not _is_label(above.leaf, part.leaf.size):
                return None
            continue
        if part.sheet is None or not _same_columns(above.sheet, part.sheet):
            return None
        top, bottom = above.sheet.box[3], part.sheet.box[1]
        inside = all(top - 3 <= d.leaf.box[1] and d.leaf.box[3] <= bottom + 3 for d in done[len(done) - back + 1 :])
        lines = sum(len(d.leaf.lines) for d in done[len(done) - back + 1 :])
        height = max(part.leaf.size, 6.0)
        return len(done) - back if inside and -3 <= bottom - top <= (lines + 1.2) * 1.9 * height else None
    return None


def _is_label(leaf: Leaf, size: float) -> bool:
    """Say whether a leaf between two pieces may be a row of their table: short lines, no caption, no heading."""
    if number_depth(leaf.text) is not None or leaf.size > 1.15 * size:
        return False
    plain = leaf.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.LIST_ITEM)
    short = all(len(line.words) <= LABEL_WORDS for line in leaf.lines) and len(leaf.lines) <= 4
    return plain and short and not CAPTION.match(leaf.text)


def _same_columns(above: Sheet, below: Sheet) -> bool:
    if len(above.columns) != len(below.columns) or (below.header_rows and not _same_header(above, below)):
        return False
    shared = [min(a[1], b[1]) - max(a[0], b[0]) for a, b in zip(above.columns, below.columns, strict=True)]
    return all(s > -2.0 for s in shared)


def _same_header(above: Sheet, below: Sheet) -> bool:
    """Say whether the first row of `below` repeats that of `above` or is no header, for it holds figures."""
    first, other = ([join_words(cell) for cell in sheet.rows[0]] for sheet in (below, above))
    return first == other or any(is_figure(text) for text in first[1:] if text)


def _stack(upper: Sheet, between: Sequence[Leaf], lower: Sheet) -> Sheet:
    width = len(upper.columns)
    labels = [_label_row(line, upper, width) for leaf in between for line in leaf.lines]
    return replace(upper, rows=(*upper.rows, *labels, *lower.rows))


def _label_row(line: Line, sheet: Sheet, width: int) -> Row:
    start = line.box[0]
    column = min(range(width), key=lambda c: max(sheet.columns[c][0] - start, start - sheet.columns[c][1], 0.0))
    return tuple(line.words if c == column else () for c in range(width))


def side_by_side(parts: Sequence[Part]) -> list[Part]:
    """Join tables that stand next to each other and share most of their rows."""
    done: list[Part] = []
    for part in parts:
        mate = next((i for i, d in enumerate(done) if _shares_rows(d.sheet, part.sheet)), None)
        if mate is None:
            done.append(part)
            continue
        pair = [sheet for sheet in (done[mate].sheet, part.sheet) if sheet is not None]
        left, right = sorted(pair, key=lambda sheet: sheet.box[0])
        done[mate] = replace(done[mate], sheet=_beside(left, right))
    return done


def _shares_rows(one: Sheet | None, other: Sheet | None) -> bool:
    if one is None or other is None:
        return False
    a, b = one.box, other.box
    gap = max(b[0] - a[2], a[0] - b[2])
    if not -3.0 < gap < GUTTER:
        return False
    few, many = sorted((_bands_of(one), _bands_of(other)), key=len)
    paired = sum(any(_overlap(x, y) for y in many) for x in few)
    return len(few) >= 3 and paired >= 0.8 * len(few)


def _bands_of(sheet: Sheet) -> list[tuple[float, float]]:
    return [row_band(row) for row in sheet.rows if any(row)]


def _overlap(x: tuple[float, float], y: tuple[float, float]) -> bool:
    return min(x[1], y[1]) - max(x[0], y[0]) > 0.5 * min(x[1] - x[0], y[1] - y[0])


def _beside(left: Sheet, right: Sheet) -> Sheet:
    """Return the columns of both sheets; rows at the same height become one."""
    blank_left: Row = tuple(() for _ in left.columns)
    blank_right: Row = tuple(() for _ in right.columns)
    rest = [row for row in right.rows if any(row)]
    rows: list[tuple[float, Row]] = []
    for row in left.rows:
        if any(row):
            band = row_band(row)
            mate = next((r for r in rest if _overlap(band, row_band(r))), None)
            rest = [r for r in rest if r is not mate]
            rows.append((band[0], (*row, *(mate or blank_right))))
    rows.extend((row_band(row)[0], (*blank_left, *row)) for row in rest)
    ordered = tuple(row for _, row in sorted(rows, key=lambda pair: pair[0]))
    header = max(left.header_rows, right.header_rows)
    return Sheet(columns=left.columns + right.columns, rows=ordered, header_rows=header)


def with_labels(parts: Sequence[Part]) -> list[Part]:
    """Give every table the column of labels that stands left of it in leaves of its own."""
    held = list(parts)
    for position, part in enumerate(held):
        if part.sheet is None:
            continue
        labels = [i for i, other in enumerate(held) if other.sheet is None and _labels(other.leaf, part.sheet)]
        lines = [line for i in labels for line in held[i].leaf.lines]
        bands = _bands_of(part.sheet)
        met = sum(any(_overlap(band, (line.box[1], line.box[3])) for line in lines) for band in bands)
        if len(bands) >= 3 and met >= SHARED * len(bands):
            column = Sheet(
                columns=(_extent(lines),), rows=tuple((line.words,) for line in _by_height(lines)), header_rows=0
            )
            held[position] = replace(part, sheet=_beside(column, part.sheet))
            for i in labels:
                held[i] = replace(held[i], leaf=replace(held[i].leaf, lines=()))
    return [part for part in held if part.leaf.lines or part.sheet is not None]


def _labels(leaf: Leaf, sheet: Sheet) -> bool:
    """Say whether a leaf stands left of a sheet, wholly within its height."""
    _, y0, x1, y1 = leaf.box
    box = sheet.box
    plain = leaf.kind in (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.LIST_ITEM)
    return plain and y0 >= box[1] - 4 and y1 <= box[3] + 4 and x1 <= box[0] + 3 and box[0] - x1 <= LABEL_REACH


def _by_height(lines: Sequence[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: line.box[1])


def _extent(lines: Sequence[Line]) -> tuple[float, float]:
    box = box_around(word for line in lines for word in line.words)
    return box[0], box[2]
