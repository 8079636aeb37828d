"""HTML tables placed on a grid: spans resolved as the HTML standard's table model does, headers found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from selectolax.lexbor import LexborNode

from aver.errors import TooLarge
from aver.parsers.html_inline import DROPPED, children_of, inline, is_hidden, superscript
from aver.parsers.limits import Limits
from aver.parsers.wordlists import words

_MAX_CELLS = 1_000_000
_SECTIONS = frozenset({"thead", "tbody", "tfoot"})
_INLINE = words(
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q s samp small span strike strong "
    "sub sup time tt u var wbr"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spot:
    """A cell element and the place and size that the table model gives it."""

    element: LexborNode
    row: int
    column: int
    row_span: int
    column_span: int
    is_header: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The cells row by row, in source order."""

    rows: tuple[tuple[Spot, ...], ...]
    columns: int
    header_rows: int
    header_columns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A `tr` and whether it stands in the table's head."""

    element: LexborNode
    in_head: bool


def rows_of(table: LexborNode) -> tuple[Row, ...]:
    """Return the rows of `table` itself that a page shows, not those of tables inside it."""
    rows: list[Row] = []
    for child in children_of(table):
        if is_hidden(child):
            continue
        if child.tag == "tr":
            rows.append(Row(element=child, in_head=False))
        elif child.tag in _SECTIONS:
            in_head = child.tag == "thead"
            shown_rows = (row for row in children_of(child) if row.tag == "tr" and not is_hidden(row))
            rows.extend(Row(element=row, in_head=in_head) for row in shown_rows)
    return tuple(rows)


def hidden_in(table: LexborNode, rows: Sequence[Row]) -> int:
    """Return how many sections and rows of `table` itself, and cells of its shown `rows`, a page hides or strikes."""
    parts = list(children_of(table))
    parts += [row for part in parts if part.tag in _SECTIONS for row in children_of(part)]
    inside = (part for part in parts if part.tag in _SECTIONS or part.tag == "tr")
    cells = (cell for row in rows for cell in children_of(row.element) if cell.tag in ("td", "th"))
    return sum(map(is_hidden, chain(inside, cells)))


def is_layout(table: LexborNode) -> bool:
    """Return whether the table only arranges a page: declared so, a lone cell, or headings inside."""
    if (table.attributes.get("role") or "") in ("presentation", "none"):
        return True
    rows = rows_of(table)
    if len(rows) <= 1 and sum(1 for row in rows for cell in children_of(row.element) if cell.tag in ("td", "th")) <= 1:
        return True
    return table.css_first("td h1, td h2, td h3, td h4, td h5, td h6") is not None


def place_cells(rows: Sequence[Row], *, name: str, limits: Limits) -> Grid:
    """Place every cell; raises TooLarge beyond `limits.max_columns` or a million grid places."""
    taken: dict[tuple[int, int], None] = {}
    placed: list[tuple[Spot, ...]] = []
    columns = 0
    for r, row in enumerate(rows):
        spots: list[Spot] = []
        column = 0
        for element in children_of(row.element):
            if element.tag not in ("td", "th"):
                continue
            while (r, column) in taken:
                column += 1
            spot = _spot(element, r, column, len(rows))
            columns = max(columns, column + spot.column_span)
            _refuse_beyond(columns, len(taken) + spot.row_span * spot.column_span, name, limits)
            for down in range(spot.row_span):
                taken.update(((r + down, column + across), None) for across in range(spot.column_span))
            spots.append(spot)
            column += spot.column_span
        placed.append(tuple(spots))
    return Grid(
        rows=tuple(placed),
        columns=columns,
        header_rows=_header_rows(rows, placed),
        header_columns=_header_columns(placed, columns),
    )


def _spot(element: LexborNode, row: int, column: int, rows: int) -> Spot:
    attributes = element.attributes
    down = _span(attributes.get("rowspan"), 65_534)
    return Spot(
        element=element,
        row=row,
        column=column,
        row_span=min(rows - row, down or rows),
        column_span=_span(attributes.get("colspan"), 1_000) or 1,
        is_header=element.tag == "th",
    )


def _span(value: str | None, most: int) -> int:
    digits = (value or "").strip()
    return min(most, int(digits)) if digits.isascii() and digits.isdigit() and len(digits) < 9 else 1


def _refuse_beyond(columns: int, places: int, name: str, limits: Limits) -> None:
    if columns > limits.max_columns or places > _MAX_CELLS:
        raise TooLarge(f"{name}: a table of {columns} columns", hint="Split the table or raise the limit on columns.")


def _header_rows(rows: Sequence[Row], placed: Sequence[tuple[Spot, ...]]) -> int:
    """Count the leading rows in the table's head or of header cells alone, an empty corner cell set aside."""
    count = 0
    for row, spots in zip(rows, placed, strict=True):
        if not row.in_head and not _names_columns(spots):
            break
        count += 1
    return count if count < len(rows) or any(row.in_head for row in rows) else min(count, 1)


def _names_columns(spots: Sequence[Spot]) -> bool:
    if spots and not spots[0].is_header and not cell_parts(spots[0].element):
        spots = spots[1:]
    return bool(spots) and all(spot.is_header for spot in spots)


def _header_columns(placed: Sequence[tuple[Spot, ...]], columns: int) -> int:
    body = [spots for spots in placed if spots and not _names_columns(spots)]
    if not body or not all(spots[0].is_header for spots in body if spots[0].column == 0):
        return 0
    return 1 if columns > 1 else 0


def cell_parts(cell: LexborNode) -> tuple[str | LexborNode, ...]:
    """Return the visible content of a cell: text on one line, and the tables nested in it, in order."""
    return () if is_hidden(cell) else _shown_parts(cell)


def _shown_parts(cell: LexborNode) -> tuple[str | LexborNode, ...]:
    parts: list[str | LexborNode] = []
    run: list[str] = []

    def close() -> None:
        if text := inline(run):
            parts.append(text)
        run.clear()

    def visit(node: LexborNode) -> None:
        for child in children_of(node):
            tag = child.tag or ""
            if tag == "-text":
                run.append(child.text_content or "")
            elif tag.startswith(("-", "!")) or tag in DROPPED or is_hidden(child):
                continue
            elif tag == "table":
                close()
                parts.append(child)
            elif tag == "sup" and (raised := superscript(child, run)) is not None:
                run.append(raised)
            elif tag in _INLINE:
                visit(child)
            else:
                run.append(" ")
                visit(child)
                run.append(" ")

    visit(cell)
    close()
    return tuple(parts)
