"""Word tables placed on a grid: horizontal and vertical merges resolved, header rows found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from lxml import etree

from aver.errors import TooLarge
from aver.parsers.docx_xml import child, local, number, switched, value
from aver.parsers.limits import Limits
from aver.parsers.linear import Grid, Placed
from aver.parsers.table_heads import header_columns_of, header_rows_of

_LOOKED_AT = 60

Parts = tuple[str | Grid, ...]


def rows_of(table: etree._Element) -> Iterator[etree._Element]:
    """Yield the rows of a table itself, content controls and insertions opened, deleted rows left out."""
    for element in _opened(table, "tr"):
        if child(element, "trPr", "del") is None:
            yield element


def cells_of(row: etree._Element) -> Iterator[etree._Element]:
    """Yield the cells of one row."""
    yield from _opened(row, "tc")


def _opened(element: etree._Element, wanted: str) -> Iterator[etree._Element]:
    for inner in element:
        name = local(inner)
        if name == wanted:
            yield inner
        elif name in ("sdt", "sdtContent", "customXml", "ins", "moveTo"):
            yield from _opened(inner, wanted)


def lone_cell(table: etree._Element) -> etree._Element | None:
    """Return the cell of a table that has just one, which only frames its content."""
    found: list[etree._Element] = []
    for row in rows_of(table):
        found.extend(cells_of(row))
        if len(found) > 1:
            return None
    return found[0] if found else None


def grid_of(table: etree._Element, read: Callable[[etree._Element], Parts], *, name: str, limits: Limits) -> Grid:
    """Place every cell of `table`, its content read by `read`; raises TooLarge beyond `limits.max_columns`."""
    placed: list[Placed] = []
    open_above: dict[int, int] = {}
    width, heads, r = 0, 0, -1
    for r, row in enumerate(rows_of(table)):
        column = number(child(row, "trPr", "gridBefore")) or 0
        below: dict[int, int] = {}
        for element in cells_of(row):
            span = max(1, number(child(element, "tcPr", "gridSpan")) or 1)
            merge = child(element, "tcPr", "vMerge")
            if column + span > limits.max_columns:
                raise TooLarge(f"{name}: a table of {column + span} columns", hint="Split the table.")
            above = open_above.get(column)
            if merge is not None and value(merge) != "restart" and above is not None:
                placed[above] = replace(placed[above], row_span=r - placed[above].row + 1)
                below[column] = above
            else:
                if merge is not None:
                    below[column] = len(placed)
                placed.append(Placed(row=r, column=column, parts=read(element), column_span=span))
            column += span
            width = max(width, column)
        open_above = below
        heads += heads == r and switched(child(row, "trPr", "tblHeader"))
    texts = texts_of(placed, min(r + 1, _LOOKED_AT), width)
    heads = heads or _styled_heads(table, texts)
    heads = heads if heads <= r else 0
    return Grid(
        cells=tuple(replace(cell, is_header=cell.row < heads) for cell in placed),
        rows=r + 1,
        columns=width,
        header_rows=heads,
        header_columns=header_columns_of(texts, heads),
    )


def texts_of(placed: list[Placed], rows: int, columns: int) -> list[list[str]]:
    """Return the texts of the first `rows` rows on the full grid, "" where a cell is empty or covered."""
    texts = [[""] * columns for _ in range(rows)]
    for cell in placed:
        if cell.row < rows:
            texts[cell.row][cell.column] = " ".join(part for part in cell.parts if isinstance(part, str))
    return texts


def _styled_heads(table: etree._Element, texts: list[list[str]]) -> int:
    """Where no row is marked as a header, the table's look may switch the first row off; else the words decide."""
    look = child(table, "tblPr", "tblLook")
    flags = value(look)
    marked = value(look, "firstRow")
    off = marked in ("0", "false") or (marked is None and flags is not None and not _first_row(flags))
    return 0 if off else header_rows_of(texts)


def _first_row(flags: str) -> bool:
    try:
        return bool(int(flags, 16) & 0x20)
    except ValueError:
        return True
