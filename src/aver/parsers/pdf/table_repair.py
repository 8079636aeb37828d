"""Repairs inside one table.

They undo what the layout engine does to tables without rules: it packs two rows of figures into one and leaves a
column that only an overhanging header fills. A packed row is a wrong-number generator, so its lines decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from aver.parsers.pdf.lines import Line, box_around, lines_of
from aver.parsers.pdf.sheets import Row, Sheet, is_figure
from aver.parsers.pdf.words import Word


def repaired(sheet: Sheet) -> Sheet:
    """Return the sheet with packed rows split and hollow columns closed."""
    return without_hollow_columns(with_split_rows(sheet))


def with_split_rows(sheet: Sheet) -> Sheet:
    """Split every row in which two columns or more hold figures on the same several lines."""
    return replace(sheet, rows=tuple(piece for row in sheet.rows for piece in _split_row(row)))


def _split_row(row: Row) -> list[Row]:
    lines = [lines_of(cell) for cell in row]
    anchors = _anchors(lines)
    if len(anchors) < 2:
        return [row]
    parts: list[list[list[Word]]] = [[[] for _ in row] for _ in anchors]
    extra: dict[int, list[list[list[Word]]]] = {}
    for column, held in enumerate(lines):
        for line, slot, own in _slots(held, anchors):
            if own:
                fresh: list[list[Word]] = [[] for _ in row]
                fresh[column].extend(line.words)
                extra.setdefault(slot, []).append(fresh)
            else:
                parts[slot][column].extend(line.words)
    return [
        tuple(tuple(cell) for cell in cells)
        for slot, part in enumerate(parts)
        for cells in (*extra.get(slot, ()), part)
    ]


def _anchors(lines: Sequence[Sequence[Line]]) -> list[float]:
    """Return the heights of the lines on which two columns or more hold a figure."""
    figures = [
        [_middle(line) for line in held]
        for held in lines
        if len(held) > 1 and all(is_figure(line.text) for line in held)
    ]
    if len(figures) < 2:
        return []
    height = max(line.box[3] - line.box[1] for held in lines for line in held)
    anchors: list[float] = []
    for middle in sorted(m for column in figures for m in column):
        if not anchors or middle - anchors[-1] > 0.6 * height:
            anchors.append(middle)
    return anchors


def _middle(line: Line) -> float:
    return (line.box[1] + line.box[3]) / 2


def _slots(held: Sequence[Line], anchors: Sequence[float]) -> Iterator[tuple[Line, int, bool]]:
    """Give each line of a cell its anchor, or mark it as a row of its own before that anchor (a group label)."""
    for position, line in enumerate(held):
        height = line.box[3] - line.box[1]
        nearest = min(range(len(anchors)), key=lambda i: abs(anchors[i] - _middle(line)))
        if abs(anchors[nearest] - _middle(line)) <= 0.6 * height:
            yield line, nearest, False
            continue
        following = next((i for i, anchor in enumerate(anchors) if anchor > _middle(line)), None)
        if following is None:
            yield line, len(anchors) - 1, False
            continue
        after = held[position + 1].text if position + 1 < len(held) else ""
        label = bool(after) and not after[0].islower() and not line.text[0].islower() and not line.text.endswith("-")
        if line.text[0].islower() and following:
            yield line, following - 1, False
        else:
            yield line, following, label


def without_hollow_columns(sheet: Sheet) -> Sheet:
    """Close columns that no row below the header fills into the neighbour that every one of their rows leaves free.

    A column filled in the header only holds a header word that overhangs its own column.
    """
    column = 0
    while column < len(sheet.columns) and len(sheet.columns) > 2:
        body = [row for i, row in enumerate(sheet.rows) if i >= max(sheet.header_rows, 1)]
        hollow = len(body) >= 2 and not any(row[column] for row in body)
        if hollow and (target := _neighbour(sheet, column)) is not None:
            sheet = _merged_columns(sheet, min(column, target))
        else:
            column += 1
    return sheet


def _neighbour(sheet: Sheet, column: int) -> int | None:
    """Return the nearer neighbour column of a hollow one."""
    words = [word for row in sheet.rows for word in row[column]]
    if not words:
        return column - 1 if column else 1
    low, high = box_around(words)[0], box_around(words)[2]
    gaps = []
    for other in (column - 1, column + 1):
        if 0 <= other < len(sheet.columns):
            around = [w for i, row in enumerate(sheet.rows) if i >= sheet.header_rows for w in row[other]]
            if around:
                box = box_around(around)
                gaps.append((max(box[0] - high, low - box[2], 0.0), other))
    return min(gaps)[1] if gaps else None


def _merged_columns(sheet: Sheet, left: int) -> Sheet:
    """Return the sheet with the columns `left` and `left + 1` as one."""
    columns = sheet.columns
    band = (columns[left][0], columns[left + 1][1])
    return replace(
        sheet,
        columns=(*columns[:left], band, *columns[left + 2 :]),
        rows=tuple((*row[:left], row[left] + row[left + 1], *row[left + 2 :]) for row in sheet.rows),
    )
