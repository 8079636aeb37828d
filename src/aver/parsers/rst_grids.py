"""Drawn reStructuredText tables laid out as character columns, with the way back to offsets in the source.

docutils draws its tables in display columns: a wide character takes two, a combining one none, a tab reaches the
next multiple of eight. A `Canvas` is that drawing, and each of its columns knows the source span it shows.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from docutils.parsers.rst.tableparser import GridTableParser, SimpleTableParser
from docutils.statemachine import StringList

from aver.parsers.lines import TAB, Line

_PAD = "\x00"


@dataclass(frozen=True, slots=True, kw_only=True)
class Canvas:
    """The drawn lines, all of one width, and per line the source start and end of each column."""

    rows: tuple[str, ...]
    starts: tuple[tuple[int, ...], ...]
    ends: tuple[tuple[int, ...], ...]

    def pieces(self, top: int, bottom: int, left: int, right: int | None) -> list[tuple[int, int]]:
        """Return the source spans of the text in rows `[top, bottom)`, columns `[left, right)`, one per line."""
        found: list[tuple[int, int]] = []
        for number in range(top, bottom):
            shown = self.rows[number][left:right]
            inked = [at for at, character in enumerate(shown) if character != _PAD and not character.isspace()]
            if inked:
                found.append((self.starts[number][left + inked[0]], self.ends[number][left + inked[-1]]))
        return found

    def corner(self, row: int, column: int) -> int:
        """Return the source offset nearest to a column, for cells without text."""
        starts = self.starts[min(row, len(self.starts) - 1)]
        return starts[min(column, len(starts) - 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """One cell found in a drawing: its place in the grid and its rectangle on the canvas."""

    row: int
    column: int
    row_span: int
    column_span: int
    top: int
    bottom: int
    left: int
    right: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The cells of a drawing and the size of its grid."""

    rows: int
    columns: int
    header_rows: int
    cells: tuple[Drawn, ...]


def canvas_of(lines: Sequence[Line], margin: int) -> Canvas:
    """Lay out `lines` from display column `margin` on."""
    drawn = [_columns(line, margin) for line in lines]
    width = max(len(characters) for characters, _, _ in drawn)
    rows: list[str] = []
    starts: list[tuple[int, ...]] = []
    ends: list[tuple[int, ...]] = []
    for line, (characters, begins, stops) in zip(lines, drawn, strict=True):
        missing = width - len(characters)
        rows.append("".join(characters) + " " * missing)
        starts.append((*begins, *[line.offset + len(line.text)] * missing))
        ends.append((*stops, *[line.offset + len(line.text)] * missing))
    return Canvas(rows=tuple(rows), starts=tuple(starts), ends=tuple(ends))


def _columns(line: Line, margin: int) -> tuple[list[str], list[int], list[int]]:
    characters: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for i, character in enumerate(line.text.rstrip()):
        offset = line.offset + i
        if characters and unicodedata.combining(character):
            ends[-1] = offset + 1
            continue
        shown = " " * (TAB - len(characters) % TAB) if character == "\t" else character
        if unicodedata.east_asian_width(character) in "WF":
            shown += _PAD
        characters.extend(shown)
        starts.extend([offset] * len(shown))
        ends.extend([offset + 1] * len(shown))
    return characters[margin:], starts[margin:], ends[margin:]


def grid_layout(canvas: Canvas) -> Layout:
    """Trace the cells of a grid table; raises docutils' TableMarkupError or AssertionError where it isn't one."""
    parser = GridTableParser()
    parser.setup(StringList(list(canvas.rows), "table"))
    parser.find_head_body_sep()
    parser.parse_table()
    parser.structure_from_cells()
    row_of = {edge: i for i, edge in enumerate(sorted(parser.rowseps))}
    column_of = {edge: i for i, edge in enumerate(sorted(parser.colseps))}
    traced = cast("list[tuple[int, int, int, int, list[str]]]", parser.cells)
    cells = [
        Drawn(
            row=row_of[top],
            column=column_of[left],
            row_span=row_of[bottom] - row_of[top],
            column_span=column_of[right] - column_of[left],
            top=top + 1,
            bottom=bottom,
            left=left + 1,
            right=right,
        )
        for top, left, bottom, right, _ in traced
    ]
    header = row_of[parser.head_body_sep] if parser.head_body_sep else 0
    return Layout(rows=len(row_of) - 1, columns=len(column_of) - 1, header_rows=header, cells=tuple(cells))


@dataclass(frozen=True, slots=True, kw_only=True)
class _FoundRow:
    """A row of a simple table: its canvas rows, where its columns begin and how many each one spans."""

    top: int
    bottom: int
    begins: tuple[int, ...]
    spans: tuple[int, ...]


class _Recorder(SimpleTableParser):
    """docutils' simple-table parser, remembering which canvas rows and columns each table row came from."""

    found: list[_FoundRow]

    def parse_row(self, lines: list[str], start: int, spanline: tuple[str, int] | None = None) -> None:
        known = len(self.table)
        super().parse_row(lines, start, spanline)
        if len(self.table) > known:
            columns = self.parse_columns(*spanline) if spanline else list(self.columns)
            spans = tuple(1 + cell[1] for cell in self.init_row(columns, start))
            begins = tuple(begin for begin, _ in columns)
            self.found.append(_FoundRow(top=start, bottom=start + len(lines), begins=begins, spans=spans))


def simple_layout(canvas: Canvas) -> Layout:
    """Read the rows of a simple table; raises docutils' TableMarkupError where it isn't one."""
    parser = _Recorder()
    parser.found = []
    parser.setup(StringList(list(canvas.rows), "table"))
    parser.find_head_body_sep()
    parser.parse_table()
    cells: list[Drawn] = []
    header = 0
    for row, found in enumerate(parser.found):
        if parser.head_body_sep and found.top < parser.head_body_sep:
            header = row + 1
        column = 0
        rights = (*found.begins[1:], None)
        for left, right, span in zip(found.begins, rights, found.spans, strict=True):
            cells.append(
                Drawn(
                    row=row,
                    column=column,
                    row_span=1,
                    column_span=span,
                    top=found.top,
                    bottom=found.bottom,
                    left=left,
                    right=right,
                )
            )
            column += span
    return Layout(rows=len(parser.found), columns=len(parser.columns), header_rows=header, cells=tuple(cells))
