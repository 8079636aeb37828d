"""What the codes in cells mean: shown with a row, and never another code's meaning (E6, H1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.framing import under_row
from aver.stages.limiting import remarks_on_a_table
from aver.stages.table_rows import body_rows
from aver.stages.verifying.legends import means_another
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage
from tests.stages.evidence import passage

ROWS = "| Measure | Grade |\n|---|---|\n| Exercise | A |\n| Ibuprofen | B |\n| Bed rest | D |\n"
GRADES = "A: strongly recommended. B: recommended. C: may be considered. D: recommended against."


def table(text: str) -> Passage:
    document = parse(text.encode(), name="t.md", limits=Limits())
    cells = tuple(
        (one.row, one.column, one.start, one.end, one.is_header)
        for block in document.blocks
        if block.table is not None
        for one in block.table.cells
    )
    return passage(document.text, start=0, kind=ChunkKind.TABLE, table_cells=cells)


def row_of(of: Passage, name: str) -> tuple[int, int]:
    return next(row for row in body_rows(of) if of.text.text[slice(*row)].startswith(name))


@pytest.mark.parametrize(
    ("legend", "is_one"),
    [
        (GRADES, True),
        ("(A = do it, B = try it, D = leave it)", True),
        ("A – do it; D – leave it", True),
        ("D: leave it.", False),
        ("Grades are explained elsewhere.", False),
    ],
)
def test_a_legend_below_a_table_stays_with_its_rows(legend: str, is_one: bool) -> None:
    of = table(f"{ROWS}\n{legend}\n")

    assert remarks_on_a_table(legend) is is_one
    assert [of.text.text[slice(*span)] for span in under_row(of)] == ([legend] if is_one else [])


@pytest.mark.parametrize(
    ("claim", "row", "other"),
    [
        ("Bed rest is recommended.", "Bed rest", True),
        ("Bed rest is recommended against.", "Bed rest", False),
        ("Bed rest is not recommended.", "Bed rest", False),
        ("Bed rest has grade D.", "Bed rest", False),
        ("Bed rest may be considered.", "Bed rest", True),
        ("Ibuprofen is recommended.", "Ibuprofen", False),
        ("Ibuprofen is strongly recommended.", "Ibuprofen", True),
        ("Exercise is strongly recommended.", "Exercise", False),
    ],
)
def test_what_another_code_means_is_not_said_of_the_row(claim: str, row: str, other: bool) -> None:
    of = table(f"{ROWS}\n{GRADES}\n")

    assert means_another(claim, of, *row_of(of, row)) is other


@given(st.text("AD:=–. ;,|\nab(", max_size=200), st.text(max_size=80))
def test_any_text_beside_a_table_is_looked_through(legend: str, claim: str) -> None:
    of = table(f"{ROWS}\n{legend}\n")

    assert all(means_another(claim, of, *row) in (True, False) for row in body_rows(of))
