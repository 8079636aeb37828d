"""The rows of a packaged table: what is a header, what can be quoted, and what stands over a row inside the table (E6).

A row under "Weekends and holidays", or beside a cell that spans several rows, doesn't say so itself. Spans are
canonical offsets.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from aver.patterns import regex
from aver.stages.limiting import remarks_on_a_table
from aver.stages.planning.words import folded
from aver.values.evidence import Passage

Span = tuple[int, int]
_Cells = Mapping[int, tuple[int, int, bool]]
"""The cells of a row by column: where they stand, and whether they head anything."""

_EMPHASIS = regex(r"(\*{1,2}|_{1,2}).+\1\s*$|.*:\s*$", re.DOTALL)
"""A cell that is a heading of the rows below it although empty cells stand beside it."""


_LIMIT_TITLES = (
    ("min", "minimum", "minimal", "minimale", "minimaler"),
    ("typ", "typical", "typically", "typisch", "typische", "typischer"),
    ("max", "maximum", "maximal", "maximale", "maximaler"),
)
_BEFORE = 8
"""Code points that may stand before the first cell of a header: its bar and blanks."""

SPELT_OUT = MappingProxyType({word: words for words in _LIMIT_TITLES for word in words})
"""What the titles of a data sheet's columns are asked for by, short or whole."""


def short_titles(text: str) -> frozenset[str]:
    """Return the short titles of a data sheet's columns that a text has, however spelt: "max" for "maximum"."""
    words = frozenset(folded(text))
    return frozenset(short for short, *names in _LIMIT_TITLES if not words.isdisjoint((short, *names)))


def body_rows(passage: Passage) -> tuple[Span, ...]:
    """Return the rows that have more than header cells, first cell to last, in order."""
    return tuple(_whole(cells) for cells in _body(passage))


def header_rows(passage: Passage) -> tuple[Span, ...]:
    """Return the one span from the first to the last header row over the body, none where there is no such row.

    A row of one cell under a row of several heads only the rows below it and isn't counted.
    """
    spans = [_whole(cells) for cells in _heads(passage)]
    return ((min(start for start, _ in spans), max(end for _, end in spans)),) if spans else ()


def in_a_table(passage: Passage, start: int, end: int, *, body: bool = False) -> bool:
    """Whether `[start, end)` touches a cell, of the `body` alone if that is asked for: a passage with a table may begin
    and end with sentences."""
    return any(first < end and start < last and not (body and head) for _, _, first, last, head in passage.table_cells)


def body_cells(passage: Passage, *, heads: bool = False) -> tuple[tuple[Span, Mapping[int, str]], ...]:
    """Return the rows that `body_rows` gives, each with the values of its cells by column, with `heads` all of them."""
    return tuple((_whole(cells), _values(cells, passage, heads=heads)) for cells in _body(passage))


def cells_within(passage: Passage, start: int, end: int) -> Mapping[int, str]:
    """Return the values of the one row whose cells lie in `[start, end)` by column; of several rows nothing."""
    within = (
        {column: cell for column, cell in cells.items() if start <= cell[0] <= cell[1] <= end}
        for cells in _rows(passage).values()
    )
    found = [values for cells in within if (values := _values(cells, passage))]
    return found[0] if len(found) == 1 else {}


def titles_over(passage: Passage, row: Mapping[int, str]) -> Mapping[int, str]:
    """Return what stands above each column of a `row`, several header rows joined, a name over several columns for each
    of them; where the headers stand in another passage and can't be told apart, their first line; an empty column at
    the end needs no title."""
    found: dict[int, str] = {}
    heads = [{column: _text(passage, cell[:2]) for column, cell in cells.items()} for cells in _heads(passage)]
    heads = heads or _heads_elsewhere(passage)
    for number, cells in enumerate(heads):
        for column in sorted({*cells, *(row if heads[number + 1 :] else ())}):
            found[column] = f"{found.get(column, '')} {_over(heads, number, column)}"
    if not found:
        titles = [title.strip() for title in passage.header.text.strip().strip("|").split("\n")[0].split("|")]
        columns = sorted(row)
        while len(columns) > len(titles) and not row[columns[-1]].strip():
            columns.pop()
        found = dict(zip(columns, titles, strict=True)) if len(titles) == len(columns) else {}
    return {column: title for column, title in found.items() if column in row}


def _over(heads: Sequence[Mapping[int, str]], number: int, column: int) -> str:
    """Return the name that the header row `number` gives a column: that of its cell, or, where a row below tells the
    columns apart and no row above has one, of the next filled cell to the left."""
    cells = heads[number]
    name = cells.get(column, "")
    below = [one for one in heads[number + 1 :] if one.get(column)]
    if name or not below or any(column in one for one in heads[:number]):
        return name
    beside = max((place for place, told in cells.items() if place < column and told), default=0)
    return cells[beside] if beside or (cells.get(0) and 0 in below[0]) else name


def _heads_elsewhere(passage: Passage) -> list[dict[int, str]]:
    """Return the header rows that another passage holds, told from their text and where their cells lie; [] for none.

    Where that text begins isn't known but by its cells: each of them is trimmed, and no word stands between them.
    """
    text = passage.header.text
    cells = sorted((one for one in passage.table_cells if one[4] and one[3] < passage.start), key=lambda one: one[2:4])
    for before in range(_BEFORE) if cells and cells[-1][3] - cells[0][2] <= len(text) else ():
        begin = cells[0][2] - before
        told = [text[start - begin : end - begin] for _, _, start, end, _ in cells]
        ends = [0, *(place - begin for *_, start, end, _ in cells for place in (start, end)), len(text)]
        between = "".join(text[a:b] for a, b in zip(ends[::2], ends[1::2], strict=True))
        if all(one == one.strip(" |\n") for one in told) and not any(letter.isalnum() for letter in between):
            rows: dict[int, dict[int, str]] = {}
            for (row, column, *_), name in zip(cells, told, strict=True):
                rows.setdefault(row, {})[column] = f"{rows.get(row, {}).get(column, '')} {name}".strip()
            return [rows[row] for row in sorted(rows) if any(rows[row].values())]
    return []


def labels_over(passage: Passage, start: int) -> tuple[Span, ...]:
    """Return what holds for the row at `start`, or the next after it, and stands above it in the body: the row that
    heads its group, and the cells that span it from above."""
    rows = _rows(passage)
    row = next((number for number in sorted(rows) if _whole(rows[number])[1] > start), None)
    if row is None or _is_label(rows[row], passage):
        return ()
    under = max((end for _, end in header_rows(passage)), default=passage.start)
    above = [number for number in sorted(rows, reverse=True) if number < row and _whole(rows[number])[0] >= under]
    group = next((_whole(rows[number]) for number in above if _is_label(rows[number], passage)), None)
    spanning = []
    for column in range(min(rows[row])):
        label = next((rows[number] for number in above if column in rows[number]), {})
        if label and label[column][0] < label[column][1] and not _is_label(label, passage):
            spanning.append(label[column][:2])
    return (*((group,) if group else ()), *spanning)


def remark_rows(passage: Passage) -> tuple[Span, ...]:
    """Return the rows of one cell at the end of a table that say how all values are to be read."""
    rows, found = _rows(passage), []
    for number in sorted(rows, reverse=True):
        if len(rows) < 2 or len(rows[number]) > 1 or not _is_label(rows[number], passage):
            break
        found.append(_whole(rows[number]))
    return tuple(span for span in reversed(found) if remarks_on_a_table(_text(passage, span)))


def _rows(passage: Passage) -> Mapping[int, _Cells]:
    """Return the cells that lie in the passage by row and column; pieces of one cell as one, empty ones too."""
    rows: dict[int, dict[int, tuple[int, int, bool]]] = {}
    for row, column, start, end, is_header in passage.table_cells:
        if passage.start <= start <= end <= passage.end:
            cells = rows.setdefault(row, {})
            first, last, head = cells.get(column, (start, end, is_header))
            cells[column] = (min(first, start), max(last, end), head and is_header)
    return MappingProxyType({row: cells for row, cells in rows.items() if any(a < b for a, b, _ in cells.values())})


def _heads(passage: Passage) -> list[_Cells]:
    """Return the header rows over the body, in order."""
    rows = _rows(passage)
    first = min((row for row in rows if not _is_head(rows[row])), default=max(rows, default=0) + 1)
    heads = [rows[row] for row in sorted(rows) if row < first]
    while len(heads) > 1 and len(heads[-1]) == 1 and any(len(cells) > 1 for cells in heads):
        heads.pop()
    return heads


def _body(passage: Passage) -> list[_Cells]:
    """Return the rows that have more than header cells, in order."""
    rows = _rows(passage)
    return [rows[row] for row in sorted(rows) if not _is_head(rows[row])]


def _values(cells: _Cells, passage: Passage, *, heads: bool = False) -> Mapping[int, str]:
    """Return what stands in the cells of a row by column, without its headers unless `heads` are asked for."""
    return {column: _text(passage, (start, end)) for column, (start, end, head) in cells.items() if heads or not head}


def _whole(cells: _Cells) -> Span:
    filled = [(start, end) for start, end, _ in cells.values() if start < end]
    return min(start for start, _ in filled), max(end for _, end in filled)


def _is_head(cells: _Cells) -> bool:
    return all(head for _, _, head in cells.values())


def _is_label(cells: _Cells, passage: Passage) -> bool:
    """Whether a row has one cell alone: over its whole width, as a header, or set off beside empty ones."""
    filled = [(start, end) for start, end, _ in cells.values() if start < end]
    if len(filled) != 1 or cells.get(0, (0, 0, False))[:2] != filled[0]:
        return False
    return len(cells) == 1 or _is_head(cells) or _EMPHASIS.match(_text(passage, filled[0])) is not None


def _text(passage: Passage, span: Span) -> str:
    return passage.text.text[span[0] - passage.start : span[1] - passage.start]
