"""Markdown's pipe tables as grids with exact cell spans.

A row is cut at every pipe that isn't escaped, as GitHub Flavored Markdown does; cells beyond the header's
width, which renderers drop, are kept, because dropped text would be lost silently.
"""

from __future__ import annotations

from collections.abc import Sequence

from aver.errors import TooLarge
from aver.parsers.limits import Limits
from aver.parsers.lines import Line
from aver.parsers.table_heads import fills_gaps
from aver.parsers.tree import trimmed
from aver.patterns import regex
from aver.values.documents import Cell, Table

_PIPE = regex(r"(?<!\\)\|")
_MAX_CELLS = 1_000_000
_TOP = 3
"""Rows that tell whether the second names columns too."""


def pipe_table(rows: Sequence[tuple[Line, int]], *, name: str, limits: Limits) -> Table:
    """Return the grid of `rows`: each a line and the index where the row begins; the first is the header, and one below
    that fills its gaps.

    Rows shorter than the widest get empty cells at their end. Raises TooLarge beyond `limits.max_columns`
    or a million cells.
    """
    spans = [_cell_spans(line, begin) for line, begin in rows]
    columns = max(len(row) for row in spans)
    if columns > limits.max_columns or columns * len(rows) > _MAX_CELLS:
        raise TooLarge(
            f"{name}: a table of {len(rows)} rows and {columns} columns", hint="Split the table into smaller ones."
        )
    words = [
        [line.text[a - line.offset : b - line.offset] for a, b in spans[r]] for r, (line, _) in enumerate(rows[:_TOP])
    ]
    heads = 1 + fills_gaps(words)
    cells = [
        Cell(row=r, column=c, start=span[0], end=span[1], is_header=r < heads)
        for r, row in enumerate(spans)
        for c, span in enumerate(row + [(rows[r][0].end, rows[r][0].end)] * (columns - len(row)))
    ]
    return Table(number=1, rows=len(rows), columns=columns, header_rows=heads, header_columns=0, cells=tuple(cells))


def _cell_spans(line: Line, begin: int) -> list[tuple[int, int]]:
    raw = line.text.rstrip()
    cuts = [match.start() for match in _PIPE.finditer(raw, begin)]
    if cuts and cuts[0] == begin:
        begin, cuts = begin + 1, cuts[1:]
    if not cuts or cuts[-1] != len(raw) - 1:
        cuts.append(len(raw))
    spans: list[tuple[int, int]] = []
    for cut in cuts:
        start, end = trimmed(raw, begin, cut)
        spans.append((line.offset + start, line.offset + end))
        begin = cut + 1
    return spans
