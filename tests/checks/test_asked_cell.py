"""A row answers nothing where the cell asked for is empty (E6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.checks.asked_cell import empty_cell
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage
from aver.values.sealed import Sealed
from tests.stages.evidence import citation, packet, passage, passages
from tests.stages.tables import table as rows_of

HEADER = "Party | Votes | Votes 2011 | Seats"
ROW = "Civic Union | - | 11.8 | 42"


def table(*, header: bool) -> Passage:
    """Return a table of one row, its header a part of it or only beside it."""
    text, cells = "", []
    for number, line in enumerate([HEADER, ROW] if header else [ROW]):
        head, column = header and number == 0, 1
        for cell in line.split(" | "):
            cells.append((number, column, len(text), len(text) + len(cell), head))
            text, column = f"{text}{cell} | ", column + 1
        text = f"{text.removesuffix(' | ')}\n"
    return passage(
        text,
        start=0,
        kind=ChunkKind.TABLE,
        table_number=1,
        table_cells=tuple(cells),
        header=Sealed("" if header else f"| {HEADER} |", "doc_1"),
    )


@pytest.mark.parametrize("header", [True, False])
@pytest.mark.parametrize(
    ("asked", "empty"),
    [
        ("How many votes has the Civic Union?", True),
        ("Civic Union: votes?", True),
        ("How many votes had the Civic Union in 2011?", False),
        ("How many seats has the Civic Union?", False),
        ("Who leads the Civic Union?", False),
    ],
)
def test_the_column_that_fits_best_is_the_one_asked_for(asked: str, empty: bool, header: bool) -> None:
    shown = table(header=header)
    assert empty_cell(asked, citation(packet(shown), ROW), shown) is empty


@pytest.mark.parametrize(("cell", "empty"), [("n/a", True), ("–", True), ("TBD", True), ("Na", False), ("0", False)])
def test_the_usual_words_for_nothing_are_nothing(cell: str, empty: bool) -> None:
    text = f"Sodium | {cell}"
    cells = ((1, 1, 0, 6, False), (1, 2, 9, len(text), False))
    shown = passage(
        text,
        start=0,
        kind=ChunkKind.TABLE,
        table_number=1,
        table_cells=cells,
        header=Sealed("| Element | Symbol |", "doc_1"),
    )
    assert empty_cell("What is the symbol of sodium?", citation(packet(shown), text), shown) is empty


def test_prose_has_no_cells() -> None:
    shown = passage("Votes: -")
    assert not empty_cell("How many votes?", citation(packet(shown), "Votes: -"), shown)


@given(passages(), st.text(max_size=80))
def test_any_table_is_judged(shown: Passage, asked: str) -> None:
    whole = citation(packet(shown), shown.text.text)
    assert empty_cell(asked, whole, shown) in (True, False)


@pytest.mark.parametrize(
    ("asked", "empty"),
    [
        ("What is the maximum PSRR?", True),
        ("What is the minimum PSRR?", True),
        ("Wie hoch ist die PSRR maximal?", True),
        ("What is the typical PSRR?", False),
        ("What is the PSRR?", False),
    ],
)
def test_a_limit_that_a_data_sheet_leaves_open_is_empty(asked: str, empty: bool) -> None:
    sheet = rows_of([["Parameter", "Min", "Typ", "Max", "Unit"], ["PSRR", "", "78", "", "dB"]])

    assert empty_cell(asked, citation(sheet, "PSRR |  | 78 |  | dB"), sheet.passage) is empty
