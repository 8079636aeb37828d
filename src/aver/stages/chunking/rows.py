"""Cut a long table by rows only, so that no part ever holds half a row (A5).

A cut falls on the start of a line where the table has lines. Rows whose texts interleave (a table drawn
with characters) are never cut apart; rows under a cell that spans them are, only if they can't stay
together. A single row longer than the room stays whole: half a rule is worse than a long chunk.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from aver.values.documents import Table


@dataclass(frozen=True, slots=True)
class Cut:
    """A place where a table may be cut: before grid row `row`; `spanned` where a cell reaches over it."""

    row: int
    position: int
    spanned: bool


@dataclass(frozen=True, slots=True)
class RowPart:
    """Some rows of a table: their span of text and the half-open range of grid rows."""

    start: int
    end: int
    rows: tuple[int, int]


def header_end(text: str, table: Table, span: tuple[int, int]) -> int | None:
    """Return where the header rows end in the text, None for a table without any."""
    ends = [cell.end for cell in table.cells if cell.row < table.header_rows]
    if not ends:
        return None
    newline = text.find("\n", max(ends), span[1])
    body = min((cell.start for cell in table.cells if cell.row >= table.header_rows), default=span[1])
    return newline if max(ends) <= newline < body else max(ends)


def by_row(
    text: str, table: Table, span: tuple[int, int], *, fits: Callable[[int, int, bool], bool], apart: bool = False
) -> tuple[RowPart, ...]:
    """Return consecutive parts of `span`, each as many rows as `fits(start, end, is_first_part)` allows.

    With `apart` a part ends at the first row where it can: the header rows and one row, then row by row.
    """
    cuts = [*row_cuts(text, table, span), Cut(table.rows, span[1], False)]
    parts: list[RowPart] = []
    row, start, position = 0, span[0], 0
    while position < len(cuts):
        best: int | None = None
        for ahead in range(position, len(cuts)):
            if not fits(start, cuts[ahead].position, not parts):
                break
            if best is None or cuts[best].spanned or not cuts[ahead].spanned:
                best = ahead
            if apart and not cuts[ahead].spanned:
                break
        chosen = position if best is None else best
        cut = cuts[chosen]
        parts.append(RowPart(start, cut.position, (row, cut.row)))
        row, start, position = cut.row, cut.position, chosen + 1
    return tuple(parts)


def row_cuts(text: str, table: Table, span: tuple[int, int]) -> list[Cut]:
    """Return every place inside `span` where the table may be cut, never between or above header rows."""
    first, last, spanned = [span[1]] * table.rows, [span[0]] * table.rows, [False] * table.rows
    for cell in (cell for cell in table.cells if cell.row < table.rows):
        first[cell.row] = min(first[cell.row], cell.start)
        last[cell.row] = max(last[cell.row], cell.end)
        for row in range(cell.row + 1, min(cell.row + cell.row_span, table.rows)):
            spanned[row] = True
    cuts, reached = [], span[0]
    for row in range(1, table.rows):
        reached = max(reached, last[row - 1])
        if row <= table.header_rows or first[row] < reached:
            continue
        newline = text.rfind("\n", reached, first[row])
        position = newline + 1 if newline >= 0 else first[row]
        if span[0] < position < last[row]:
            cuts.append(Cut(row, position, spanned[row]))
    return cuts
