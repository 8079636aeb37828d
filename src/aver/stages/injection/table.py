"""A table as rows of named cells, so that a value never parts from its column and row."""

from __future__ import annotations

from aver.stages.injection.escaping import element, escape
from aver.stages.injection.raw_span import accompanied, coordinates
from aver.stages.packets import cell_address, cell_range
from aver.values.cell_names import in_sheet
from aver.values.evidence import EvidencePacket, Passage

_Cell = tuple[int, int, int, int, bool]


def table(packet: EvidencePacket) -> str:
    """Return `<evidence>` with the exact text and, where cells are known, a `<row>` of `<cell>` per table row.

    Each cell carries its address (`B3` in a sheet, else `R3C2` from 1, headers counted). A header row outside
    the passage stands in `<header>`.
    """
    grid = "" if packet.passage.text.erased else _rows(packet.passage)
    return element("evidence", accompanied(packet, "text") + grid, (*coordinates(packet), *_range(packet.passage)))


def _range(passage: Passage) -> tuple[tuple[str, str | None], ...]:
    cells = cell_range(passage, start=passage.start, end=passage.end)
    return (("cells", None if cells is None else str(cells)),)


def _rows(passage: Passage) -> str:
    inside = [cell for cell in passage.table_cells if passage.start <= cell[2] <= cell[3] <= passage.end]
    numbers = sorted({cell[0] for cell in inside})
    return "".join(element("row", _cells(passage, [cell for cell in inside if cell[0] == row])) for row in numbers)


def _cells(passage: Passage, cells: list[_Cell]) -> str:
    return "".join(
        element(
            "head" if is_header else "cell",
            escape(passage.text.text[start - passage.start : end - passage.start]),
            (("at", in_sheet(cell_address(passage, row, column))),),
        )
        for row, column, start, end, is_header in sorted(cells, key=lambda cell: cell[1])
    )
