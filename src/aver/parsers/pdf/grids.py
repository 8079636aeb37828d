"""From a table's rectangles and words to rows and columns.

The layout engine's cell boxes give the rows and columns; the words decide what stands in them. A word inside the
table but in no cell box goes to the row and column it stands in, never into the text around the table.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from aver.parsers.pdf.layout import BlockBox, CellBox
from aver.parsers.pdf.leaves import Leaf
from aver.parsers.pdf.sheets import Band, Sheet
from aver.parsers.pdf.words import Word


def sheet_of(leaf: Leaf) -> Sheet | None:
    """Return the rows and columns of a table leaf, None where the layout gives fewer than two columns."""
    layout = leaf.layout
    if layout is None or not layout.cells:
        return None
    columns = _bands(layout, vertical=False)
    rows = _bands(layout, vertical=True)
    if len(columns) < 2:
        return None
    places = place_words(leaf.words, layout, rows, columns)
    filled = tuple(tuple(tuple(places.get((r, c), ())) for c in range(len(columns))) for r in range(len(rows)))
    return Sheet(columns=tuple(columns), rows=filled, header_rows=layout.header_rows)


def _bands(layout: BlockBox, *, vertical: bool) -> list[Band]:
    """Return the extent of every row (or column); one without any box lies between its neighbours."""
    found: dict[int, list[Band]] = {}
    count = 1 + max(c.row if vertical else c.column for c in layout.cells)
    for cell in layout.cells:
        if cell.box is not None:
            low, high = (cell.box[1], cell.box[3]) if vertical else (cell.box[0], cell.box[2])
            found.setdefault(cell.row if vertical else cell.column, []).append((low, high))
    bands: list[Band] = []
    for index in range(count):
        if index in found:
            bands.append((median(b[0] for b in found[index]), median(b[1] for b in found[index])))
        else:
            edge = bands[-1][1] if bands else layout.box[1 if vertical else 0]
            bands.append((edge, edge))
    return bands


def place_words(
    words: Sequence[Word], layout: BlockBox, rows: Sequence[Band], columns: Sequence[Band]
) -> dict[tuple[int, int], list[Word]]:
    """Return the words of each (row, column)."""
    places: dict[tuple[int, int], list[Word]] = {}
    boxed = [c for c in layout.cells if c.box is not None]
    for word in words:
        cell = _cell_under(boxed, word)
        if cell is None:
            place = _nearest(rows, word.centre[1]), _nearest_column(columns, word)
        else:
            place = cell.row, cell.column
        places.setdefault(place, []).append(word)
    return places


def _cell_under(cells: Sequence[CellBox], word: Word) -> CellBox | None:
    x, y = word.centre
    for cell in cells:
        box = cell.box
        if box is not None and box[0] - 0.5 <= x <= box[2] + 0.5 and box[1] - 0.5 <= y <= box[3] + 0.5:
            return cell
    return None


def _nearest(bands: Sequence[Band], value: float) -> int:
    return min(range(len(bands)), key=lambda i: max(bands[i][0] - value, value - bands[i][1], 0.0))


def _nearest_column(columns: Sequence[Band], word: Word) -> int:
    def rank(index: int) -> tuple[float, float]:
        low, high = columns[index]
        shared = min(high, word.x1) - max(low, word.x0)
        return -max(shared, 0.0), max(low - word.x1, word.x0 - high, 0.0)

    return min(range(len(columns)), key=rank)
