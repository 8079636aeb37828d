"""The names of spreadsheet cells: written, moved and read the way spreadsheets do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.values.cell_names import cell_name, in_sheet, moved

SHEETS = st.text(min_size=1, max_size=31)
PLACES = st.tuples(st.integers(0, 1_048_575), st.integers(0, 16_383))


@pytest.mark.parametrize(
    ("row", "column", "name"),
    [(0, 0, "S!A1"), (2, 1, "S!B3"), (0, 25, "S!Z1"), (0, 26, "S!AA1"), (1_048_575, 16_383, "S!XFD1048576")],
)
def test_columns_are_letters_and_rows_count_from_one(row: int, column: int, name: str) -> None:
    assert cell_name("S", row, column) == name


def test_a_sheet_whose_name_is_not_one_word_stands_in_quotes() -> None:
    assert cell_name("Größe", 0, 0) == "Größe!A1"
    assert cell_name("Q1 'net'", 0, 0) == "'Q1 ''net'''!A1"
    assert cell_name("2025", 0, 0) == "'2025'!A1"


@given(SHEETS, PLACES, PLACES)
def test_moving_a_name_names_the_cell_at_the_other_place(
    sheet: str, here: tuple[int, int], there: tuple[int, int]
) -> None:
    step = {"rows": there[0] - here[0], "columns": there[1] - here[1]}
    assert moved(cell_name(sheet, *here), **step) == cell_name(sheet, *there)


@given(SHEETS, PLACES)
def test_the_place_in_the_sheet_is_what_follows_the_last_mark(sheet: str, place: tuple[int, int]) -> None:
    assert in_sheet(cell_name(sheet, *place)) == cell_name("S", *place).removeprefix("S!")


@pytest.mark.parametrize("name", ["", "B3", "T2!R3C2", "S!b3", "S!B0", "S!B3:C4"])
def test_what_is_no_name_of_a_cell_cannot_be_moved(name: str) -> None:
    assert moved(name, rows=0, columns=0) is None


def test_no_cell_lies_above_or_left_of_a_sheet() -> None:
    assert moved("S!A2", rows=-2, columns=0) is None
    assert moved("S!B1", rows=0, columns=-2) is None
