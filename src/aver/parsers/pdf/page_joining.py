"""Joining a table that goes on at the top of the next page.

Only furniture and footnotes may lie between the two pieces, their columns must stand under each other, and the second
piece must repeat the header of the first or have none. A repeated header, and a line that only says "continued",
become furniture: the joined table has its header once, and every word keeps its place in exactly one leaf.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from aver.parsers.pdf.leaves import Carried, Grid, GridCell, Leaf
from aver.parsers.pdf.lines import box_around, lines_of
from aver.parsers.pdf.sheets import Band, is_value
from aver.patterns import regex
from aver.values.documents import BlockKind

CONTINUED = regex(r"\b(?:continued|cont\.|cont’d|cont'd|fortsetzung|forts\.)", re.IGNORECASE)
SHIFT = 60.0
TOUCH = 2.0


def join_pages(leaves: Sequence[Leaf]) -> tuple[Leaf, ...]:
    """Return the leaves with every table whole that goes on over pages.

    What lay between goes around it: leaves of the first page before the table, all others after it.
    """
    done: list[Leaf] = []
    for leaf in leaves:
        home = _home(done, leaf)
        if home is None:
            done.append(leaf)
            continue
        above, between = done[home], done[home + 1 :]
        del done[home:]
        done += [other for other in between if other.page == above.page]
        done += _joined(above, leaf)
        done += [replace(other, kind=BlockKind.FURNITURE) for other in between if other.page != above.page]
    return tuple(done)


def _home(done: Sequence[Leaf], leaf: Leaf) -> int | None:
    """Return where the table stands that `leaf` continues, None where it is no table or starts anew."""
    if leaf.grid is None:
        return None
    for position in range(len(done) - 1, -1, -1):
        above = done[position]
        if above.grid is not None:
            return position if _last_page(above) == leaf.page - 1 and _continues(above, leaf) else None
        if not _may_lie_between(above, leaf.page):
            return None
    return None


def _last_page(table: Leaf) -> int:
    return table.carried[-1].page if table.carried else table.page


def _may_lie_between(leaf: Leaf, page: int) -> bool:
    if leaf.kind is BlockKind.FURNITURE:
        return True
    if leaf.kind is BlockKind.FOOTNOTE:
        return leaf.page < page
    return len(leaf.lines) <= 2 and CONTINUED.search(leaf.text) is not None


def _continues(above: Leaf, below: Leaf) -> bool:
    if above.grid is None or below.grid is None or above.grid.columns != below.grid.columns:
        return False
    if below.caption is not None and not CONTINUED.search(below.caption):
        return False
    if not _columns_agree(above.grid, below.grid):
        return False
    return _repeated(above.grid, below.grid) > 0 or (_is_headless(below.grid) and _same_kinds(above.grid, below.grid))


def _columns_agree(above: Grid, below: Grid) -> bool:
    """Say whether the columns stand under each other once the left edges do; margins of facing pages differ."""
    upper, lower = _bands(above), _bands(below)
    if upper is None or lower is None:
        return False
    shift = lower[0][0] - upper[0][0]
    return abs(shift) <= SHIFT and all(
        min(a[1], b[1] - shift) - max(a[0], b[0] - shift) > -TOUCH for a, b in zip(upper, lower, strict=True)
    )


def _bands(grid: Grid) -> list[Band] | None:
    """Return from where to where each column reaches below the header, None where one is empty."""
    columns: list[list[GridCell]] = [[] for _ in range(grid.columns)]
    for cell in grid.cells:
        if cell.words and cell.row >= min(grid.header_rows, grid.rows - 1):
            columns[cell.column].append(cell)
    if not all(columns):
        return None
    boxes = [box_around(word for cell in column for word in cell.words) for column in columns]
    return [(box[0], box[2]) for box in boxes]


def _repeated(above: Grid, below: Grid) -> int:
    """Return how many first rows of `below` are the last header rows of `above`, word for word; more must follow."""
    for count in range(min(above.header_rows, below.rows - 1), 0, -1):
        if _texts(above, above.header_rows - count, above.header_rows) == _texts(below, 0, count):
            return count
    return 0


def _texts(grid: Grid, first: int, last: int) -> list[str]:
    return ["".join(word.text for word in cell.words).casefold() for cell in grid.cells if first <= cell.row < last]


def _is_headless(grid: Grid) -> bool:
    """Say whether a table starts with data: it has no header rows, or values stand in what was taken for one."""
    first = [" ".join(line.text for line in lines_of(cell.words)) for cell in grid.cells if cell.row == 0]
    return grid.header_rows == 0 or any(is_value(text) for text in first[1:] if text)


def _same_kinds(above: Grid, below: Grid) -> bool:
    """Say whether the same columns hold values in both, at least one of them: listings and contents have none."""
    upper, lower = _value_columns(above, above.header_rows), _value_columns(below, 0)
    return upper == lower and any(upper)


def _value_columns(grid: Grid, header_rows: int) -> list[bool]:
    texts: list[list[str]] = [[] for _ in range(grid.columns)]
    for cell in grid.cells:
        if cell.words and cell.row >= header_rows:
            texts[cell.column].append(" ".join(line.text for line in lines_of(cell.words)))
    return [2 * sum(map(is_value, column)) > len(column) for column in texts]


def _joined(above: Leaf, below: Leaf) -> list[Leaf]:
    """Return the whole table and, where the second piece repeats the header, that header as furniture."""
    if above.grid is None or below.grid is None:
        raise ValueError("only tables can be joined")
    cut = _repeated(above.grid, below.grid)
    start = above.grid.rows
    kept = tuple(cell for cell in below.grid.cells if cell.row >= cut)
    cells = (*above.grid.cells, *(replace(cell, row=cell.row - cut + start) for cell in kept))
    grid = replace(above.grid, rows=start + below.grid.rows - cut, cells=cells)
    box = box_around(word for cell in kept for word in cell.words)
    lines = lines_of(word for cell in kept for word in cell.words)
    carried = (*above.carried, Carried(page=below.page, row=start, box=box))
    table = replace(above, grid=grid, lines=(*above.lines, *lines), carried=carried)
    repeated = [word for cell in below.grid.cells if cell.row < cut for word in cell.words]
    if not repeated:
        return [table]
    header = Leaf(kind=BlockKind.FURNITURE, page=below.page, box=box_around(repeated), lines=lines_of(repeated))
    return [table, header]
