"""The rows of tables as statements: what a row is about, what its column says, and the value, each with its cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aver.stages.extraction import lexicon
from aver.values.documents import Cell, Document, Table

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One value of a table: `text` is the row's own words, its column's and the value; `spans` are their cells.

    `table` is the text of the whole table, `block` the position of its block.
    """

    text: str
    spans: tuple[Span, ...]
    table: str
    block: int


def rows_in(document: Document) -> Iterator[Row]:
    """Yield one row for each value of every table beside its first column, with the unit of its row, in order."""
    for position, block in enumerate(document.blocks):
        if block.table is not None:
            whole = document.text[block.start : block.end]
            for cells, unit in _values(block.table, document.text):
                parts = [_words(document.text, one) for one in cells]
                if unit is not None and any(sign.isdigit() for sign in parts[-1]):
                    parts[-1] = f"{parts[-1]} {_words(document.text, unit)}"
                    cells = (*cells, unit)
                spans = tuple(sorted((one.start, one.end) for one in cells))
                yield Row(text=": ".join(parts), spans=spans, table=whole, block=position)


def _values(table: Table, text: str) -> Iterator[tuple[tuple[Cell, ...], Cell | None]]:
    """Yield for each value the cells that say what it is, the value last, and the cell of its unit.

    A cell in several pieces says nothing.
    """
    by_place: dict[tuple[int, int], list[Cell]] = {}
    for cell in table.cells:
        if text[cell.start : cell.end].strip():
            by_place.setdefault((cell.row, cell.column), []).append(cell)
    single = {place: cells[0] for place, cells in by_place.items() if len(cells) == 1}
    heads = range(table.header_rows)
    titles = {place: cell for place, cell in single.items() if place[0] in heads}
    units = next((place[1] for place, one in titles.items() if _is(lexicon.UNITS, text, one)), None)
    for (row, column), cell in sorted(single.items()):
        if row in heads or column in (0, units):
            continue
        before = [single.get((row, 0)), *(single.get((number, column)) for number in heads)]
        said = [one for one in before if one is not None and not _is(lexicon.HEADINGS, text, one)]
        yield (*said, cell), None if units is None else single.get((row, units))


def _words(text: str, cell: Cell) -> str:
    return " ".join(text[cell.start : cell.end].split())


def _is(titles: re.Pattern[str], text: str, cell: Cell) -> bool:
    return titles.fullmatch(text[cell.start : cell.end].strip()) is not None
