"""Tables and charts on slides as grids."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest

from pptx.chart.chart import Chart
from pptx.table import Table as SlideTable

from aver.errors import TooLarge
from aver.parsers.limits import Limits
from aver.parsers.linear import Grid, Placed, tidy
from aver.parsers.pptx_text import A, text_of
from aver.parsers.table_heads import header_columns_of, header_rows_of


def table_grid(table: SlideTable, *, name: str, limits: Limits) -> Grid:
    """Place the cells of a slide's table, covered ones left out; raises TooLarge beyond `limits.max_columns`."""
    rows = [list(row.iterchildren(f"{A}tc")) for row in table._tbl.iterchildren(f"{A}tr")]
    columns = max((len(row) for row in rows), default=0)
    if columns > limits.max_columns:
        raise TooLarge(f"{name}: a table of {columns} columns", hint="Split the table.")
    cells: list[Placed] = []
    texts = [[""] * columns for _ in rows]
    for r, row in enumerate(rows):
        for c, element in enumerate(row):
            if element.get("hMerge") in ("1", "true") or element.get("vMerge") in ("1", "true"):
                continue
            text = " ".join(" ".join(text_of(p) for p in element.iter(f"{A}p")).split())
            texts[r][c] = tidy(text)
            cells.append(
                Placed(
                    row=r,
                    column=c,
                    parts=(texts[r][c],) if texts[r][c] else (),
                    row_span=_span(element.get("rowSpan"), len(rows) - r),
                    column_span=_span(element.get("gridSpan"), columns - c),
                )
            )
    heads = max(1, header_rows_of(texts)) if table.first_row and len(rows) > 1 else 0
    named = 1 if table.first_col and columns > 1 else header_columns_of(texts, heads)
    marked = tuple(replace(cell, is_header=cell.row < heads) for cell in cells)
    return Grid(cells=marked, rows=len(rows), columns=columns, header_rows=heads, header_columns=named)


def chart_grid(chart: Chart) -> Grid | None:
    """Return a chart's categories and series as a table, None for charts without categories."""
    plot = next(iter(chart.plots), None)
    series = list(plot.series) if plot is not None else []
    categories = [str(label) for label in plot.categories] if plot is not None else []
    if not series or not categories:
        return None
    rows = [["", *(one.name or "" for one in series)]]
    for label, values in zip_longest(categories, zip_longest(*(one.values for one in series)), fillvalue=()):
        rows.append([str(label or ""), *("" if value is None else f"{value:.15g}" for value in values)])
    width = len(rows[0])
    title = chart.chart_title.text_frame.text if chart.has_title and chart.chart_title.has_text_frame else ""
    cells = tuple(
        Placed(
            row=r, column=c, parts=(text,) if (text := tidy(row[c]) if c < len(row) else "") else (), is_header=r == 0
        )
        for r, row in enumerate(rows)
        for c in range(width)
    )
    caption = " ".join(title.split()) or None
    return Grid(cells=cells, rows=len(rows), columns=width, header_rows=1, header_columns=1, caption=caption)


def _span(value: str | None, most: int) -> int:
    return (
        min(int(value), most) if value and value.isascii() and value.isdigit() and len(value) < 6 and int(value) else 1
    )
