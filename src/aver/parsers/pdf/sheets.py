"""A table under repair, columns as bands of the page and rows as words per column, and the grid it ends in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aver.parsers.pdf.leaves import Grid, GridCell
from aver.parsers.pdf.lines import box_around, lines_of
from aver.parsers.pdf.words import Box, Word
from aver.patterns import regex

MOST_HEADER_ROWS = 4
YEAR = regex(r"^(?:19|20)[0-9]{2}(?:[/–-][0-9]{2,4})?$")
STARTS_WITH_FIGURE = regex(r"^[<>≤≥±~+–-]?\s*[0-9]")

Band: TypeAlias = tuple[float, float]
Row: TypeAlias = tuple[tuple[Word, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Rows of cells; every row has one cell (a tuple of words, possibly empty) per column band."""

    columns: tuple[Band, ...]
    rows: tuple[Row, ...]
    header_rows: int

    @property
    def box(self) -> Box:
        """The rectangle around all words."""
        return box_around(word for row in self.rows for cell in row for word in cell)


def grid_of_sheet(sheet: Sheet) -> Grid | None:
    """Return the grid over the filled rows and columns, None when fewer than two of either remain."""
    rows = [(row, i < sheet.header_rows) for i, row in enumerate(sheet.rows) if any(row)]
    filled = [c for c in range(len(sheet.columns)) if any(row[c] for row, _ in rows)]
    if len(rows) < 2 or len(filled) < 2:
        return None
    texts = [[" ".join(line.text for line in lines_of(row[column])) for column in filled] for row, _ in rows]
    cells = tuple(
        GridCell(row=r, column=c, words=row[column])
        for r, (row, _) in enumerate(rows)
        for c, column in enumerate(filled)
    )
    header = max(sum(is_header for _, is_header in rows), _leading_titles(texts))
    return Grid(
        rows=len(rows),
        columns=len(filled),
        header_rows=header,
        header_columns=int(_starts_with_labels(texts[header:])),
        cells=cells,
    )


def _leading_titles(texts: Sequence[Sequence[str]]) -> int:
    """Return how many rows before the first figures are column titles, 0 where most rows below hold no figures.

    A year is a title as well as a figure; a row that fills only its first cell just above figures is a group label.
    """
    counts = [sum(is_value(text) for text in row[1:] if text) for row in texts]
    first = next((i for i, count in enumerate(counts) if count), 0)
    if not 0 < first <= MOST_HEADER_ROWS or 2 * sum(c > 0 for c in counts[first:]) < len(counts) - first:
        return 0
    while first and not any(texts[first - 1][1:]):
        first -= 1
    return first


def is_value(text: str) -> bool:
    """Say whether a cell holds a figure that is no year."""
    return not YEAR.match(text) and (is_figure(text) or STARTS_WITH_FIGURE.match(text) is not None)


def _starts_with_labels(body: Sequence[Sequence[str]]) -> bool:
    """Say whether the first column holds words and the others mostly figures."""
    labels = [row[0] for row in body if row[0]]
    values = [text for row in body for text in row[1:] if text]
    return (
        len(labels) > 0
        and 2 * sum(is_figure(text) for text in labels) < len(labels)
        and 2 * sum(is_figure(text) for text in values) > len(values)
    )


def row_band(row: Row) -> Band:
    """Return the vertical extent of a filled row."""
    box = box_around(word for cell in row for word in cell)
    return box[1], box[3]


def is_figure(text: str) -> bool:
    """Say whether a cell's text is a figure: mostly digits, or a dash that stands for none."""
    solid = [c for c in text if not c.isspace()]
    digits = sum(c.isdigit() for c in solid)
    letters = sum(c.isalpha() for c in solid)
    return (digits > 0 and letters <= 0.34 * len(solid)) or (len(solid) <= 2 and letters == 0)
