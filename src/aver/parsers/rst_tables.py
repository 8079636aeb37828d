"""reStructuredText tables as grids: grid, simple, list-table and csv-table.

A cell of a drawn table may stand on several source lines with other columns in between. It then comes as several
`Cell` pieces of the same row and column, in order, each of which spells its part exactly: one span over all of
them would quote the neighbours' text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docutils.parsers.rst.tableparser import TableMarkupError

from aver.errors import TooLarge
from aver.parsers.lines import Line
from aver.parsers.rst_grids import Canvas, Drawn, Layout, canvas_of, grid_layout, simple_layout
from aver.parsers.rst_openers import GRID_TOP
from aver.parsers.rst_region import Region, Scan
from aver.parsers.tree import Node, trimmed
from aver.values.documents import BlockKind, Cell, Table

_MAX_AREA = 1_000_000
_MAX_CORNERS = 40_000
_MAX_CELLS = 1_000_000
_BORDER = frozenset("= ")


def drawn_table(scan: Scan, region: Region, at: int) -> tuple[Node, int]:
    """Read the grid or simple table at `region.lines[at]`; a malformed one stays a paragraph, with a warning."""
    grid = GRID_TOP.match(region.lines[at].body) is not None
    end = _grid_end(region, at) if grid else _simple_end(region, at)
    if end is not None:
        node = _drawn(scan, region, region.lines[at:end], grid=grid)
        if node is not None:
            return node, end
    end = at + 1
    while end < len(region.lines) and not region.lines[end].blank:
        end += 1
    start = region.lines[at].start
    scan.warn("table", f"malformed table at character {start}, kept as text")
    return Node(kind=BlockKind.PARAGRAPH, start=start, end=region.lines[end - 1].end), end


def _grid_end(region: Region, at: int) -> int | None:
    end = at
    while end < len(region.lines) and not region.lines[end].blank and region.lines[end].body[0] in "+|":
        end += 1
    while end - at > 2 and not GRID_TOP.match(region.lines[end - 1].body):
        end -= 1
    return end if end - at > 2 else None


def _simple_end(region: Region, at: int) -> int | None:
    borders = 0
    for i in range(at + 1, len(region.lines)):
        body = region.lines[i].body
        if not body or set(body) - _BORDER:
            continue
        borders += 1
        last = i + 1 == len(region.lines) or region.lines[i + 1].blank
        if borders == 2 or last:
            return i + 1
    return None


def _drawn(scan: Scan, region: Region, lines: Sequence[Line], *, grid: bool) -> Node | None:
    area = len(lines) * max(len(line.text) for line in lines)
    corners = sum(line.text.count("+") for line in lines) if grid else 0
    if area > _MAX_AREA or corners > _MAX_CORNERS:
        return None
    canvas = canvas_of(lines, region.margin)
    try:
        layout = grid_layout(canvas) if grid else simple_layout(canvas)
    except (TableMarkupError, AssertionError, IndexError, ValueError):
        return None
    _refuse_beyond(scan, layout.rows, layout.columns)
    cells = tuple(cell for drawn in sorted(layout.cells, key=_place) for cell in _cells(scan, canvas, layout, drawn))
    table = Table(
        number=1,
        rows=layout.rows,
        columns=layout.columns,
        header_rows=layout.header_rows,
        header_columns=0,
        cells=cells,
    )
    return Node(kind=BlockKind.TABLE, start=lines[0].start, end=lines[-1].end, table=table)


def _place(drawn: Drawn) -> tuple[int, int]:
    return drawn.row, drawn.column


def _cells(scan: Scan, canvas: Canvas, layout: Layout, drawn: Drawn) -> Iterator[Cell]:
    pieces = canvas.pieces(drawn.top, drawn.bottom, drawn.left, drawn.right)
    if not pieces:
        corner = canvas.corner(drawn.top, drawn.left)
        pieces = [(corner, corner)]
    joined = [pieces[0]]
    for start, end in pieces[1:]:
        if scan.text[joined[-1][1] : start].strip():
            joined.append((start, end))
        else:
            joined[-1] = (joined[-1][0], end)
    for start, end in joined:
        yield Cell(
            row=drawn.row,
            column=drawn.column,
            start=start,
            end=end,
            row_span=drawn.row_span,
            column_span=drawn.column_span,
            is_header=drawn.row < layout.header_rows,
        )


def _refuse_beyond(scan: Scan, rows: int, columns: int) -> None:
    if columns > scan.limits.max_columns or rows * columns > _MAX_CELLS:
        raise TooLarge(
            f"{scan.name}: a table of {rows} rows and {columns} columns", hint="Split the table into smaller ones."
        )


def list_table(scan: Scan, node: Node, *, header_rows: int, header_columns: int) -> Node | None:
    """Turn a two-level bullet list into a table; None where the list hasn't that shape."""
    if node.kind is not BlockKind.LIST:
        return None
    rows: list[list[tuple[int, int]]] = []
    for item in node.children:
        if len(item.children) != 1 or item.children[0].kind is not BlockKind.LIST:
            return None
        rows.append([_content(cell) for cell in item.children[0].children])
    return _listed(scan, rows, (node.start, node.end), header_rows, header_columns)


def _content(item: Node) -> tuple[int, int]:
    return (item.start if item.content is None else item.content), item.end


def csv_table(
    scan: Scan, header: Sequence[Line], content: Sequence[Line], *, header_rows: int, header_columns: int
) -> Node:
    """Read the records of a csv-table; `header` are the lines of its header option, which become the first row."""
    top = list(_records(scan.text, header))
    rows = [*top, *_records(scan.text, content)]
    lines = [*header, *content]
    return _listed(scan, rows, (lines[0].start, lines[-1].end), len(top) + header_rows, header_columns)


def _listed(
    scan: Scan, rows: Sequence[Sequence[tuple[int, int]]], extent: tuple[int, int], header_rows: int, stub: int
) -> Node:
    columns = max((len(row) for row in rows), default=0)
    _refuse_beyond(scan, len(rows), columns)
    header_rows, stub = min(header_rows, len(rows)), min(stub, columns)
    cells = tuple(
        Cell(row=r, column=c, start=start, end=end, is_header=r < header_rows or c < stub)
        for r, row in enumerate(rows)
        for c, (start, end) in enumerate([*row, *[(row[-1][1], row[-1][1])] * (columns - len(row))])
    )
    table = Table(
        number=1,
        rows=len(rows),
        columns=columns,
        header_rows=header_rows,
        header_columns=stub,
        cells=cells,
    )
    return Node(kind=BlockKind.TABLE, start=extent[0], end=extent[1], table=table)


def _records(text: str, lines: Sequence[Line]) -> Iterator[list[tuple[int, int]]]:
    """Cut lines of comma-separated values; a quoted value may run over several lines and loses its quotes."""
    at = 0
    while at < len(lines):
        row: list[tuple[int, int]] = []
        position = lines[at].start
        while True:
            if text.startswith('"', position):
                start, stop = position + 1, _closing_quote(text, position + 1, lines[-1].end)
                while at + 1 < len(lines) and lines[at + 1].start <= stop:
                    at += 1
                row.append(trimmed(text, start, stop))
                position = min(stop + 1, lines[at].end)
                comma = text.find(",", position, lines[at].end)
            else:
                comma = text.find(",", position, lines[at].end)
                row.append(trimmed(text, position, comma if comma >= 0 else lines[at].end))
            if comma < 0:
                break
            position = comma + 1
            while position < lines[at].end and text[position] in " \t":
                position += 1
        yield row
        at += 1


def _closing_quote(text: str, start: int, end: int) -> int:
    position = text.find('"', start, end)
    while position >= 0 and text.startswith('""', position):
        position = text.find('"', position + 2, end)
    return position if position >= 0 else end
