"""What a row of a table stands under inside the table, and which of its rows are headers (E6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.flows.verify_sources import passages_of
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.table_rows import (
    body_cells,
    body_rows,
    cells_within,
    header_rows,
    labels_over,
    remark_rows,
    titles_over,
)
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage
from tests.stages.evidence import passage

POOL = """<table><tr><th>Visitor</th><th>Single</th></tr><tr><th colspan=2>Weekdays</th></tr>
<tr><td>Adults</td><td>5</td></tr>
<tr><th colspan=2>Weekends</th></tr><tr><td>Adults</td><td>6</td></tr><tr><td>Seniors</td><td></td></tr>
<tr><td>Dogs</td><td>1</td></tr><tr><td colspan=2>Prices without towel.</td></tr></table>"""
DEPOTS = """<table><tr><th>Region</th><th>Depot</th><th>Stock</th></tr>
<tr><td rowspan=2>North (closed)</td><td>Ash</td><td>4</td></tr>
<tr><td>Elm</td><td>3</td></tr><tr><td>South</td><td>Oak</td><td>8</td></tr></table>"""
MENU = "| Dish | Price |\n|---|---|\n| **Staff** | |\n| Soup | 2 |\n| Rice | |\n| Guests: | |\n| Fish | 9 |\n"
TITLED = """<table><tr><th colspan=2>Rates</th></tr><tr><th>Room</th><th>Rate</th></tr>
<tr><td>Single</td><td>90</td></tr></table>"""
GROUPED = """<table>
<tr><th rowspan=2>Item</th><th colspan=2>Small</th><th colspan=2>Large</th><th rowspan=2>Note</th></tr>
<tr><th>month</th><th>year</th><th>month</th><th>year</th></tr>
<tr><td>Site</td><td>9</td><td>90</td><td>19</td><td>190</td><td>net</td></tr></table>"""
PIPED = (
    "| | Small | | Large | |\n|---|---|---|---|---|\n| | month | year | month | year |\n| Site | 9 | 90 | 19 | 190 |\n"
)
FORMS = {
    "grouped": (GROUPED, "t.html"),
    "piped": (PIPED, "t.md"),
    "commas": (",Small,,Large,\n,1 m,1 y,1 m,1 y\nSite,9,90,19,190\n", "t.csv"),
    "pool": (POOL, "t.html"),
    "depots": (DEPOTS, "t.html"),
    "menu": (MENU, "t.md"),
    "titled": (TITLED, "t.html"),
}


def table(name: str) -> Passage:
    text, file = FORMS[name]
    document = parse(text.encode(), name=file, limits=Limits())
    (grid,) = (block.table for block in document.blocks if block.table is not None)
    cells = tuple((one.row, one.column, one.start, one.end, one.is_header) for one in grid.cells)
    return passage(document.text, start=0, kind=ChunkKind.TABLE, table_cells=cells)


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("grouped", ["Item", "Small month", "Small year", "Large month", "Large year", "Note"]),
        ("piped", ["", "Small month", "Small year", "Large month", "Large year"]),
        ("commas", ["", "Small 1 m", "Small 1 y", "Large 1 m", "Large 1 y"]),
        ("pool", ["Visitor", "Single"]),
    ],
)
def test_a_name_over_several_columns_stands_over_each_of_them(name: str, titles: list[str]) -> None:
    of = table(name)
    ((start, end), *_) = body_rows(of)

    found = titles_over(of, cells_within(of, start, end))
    assert [" ".join(title.split()) for _, title in sorted(found.items())] == titles


@pytest.mark.parametrize(("name", "end"), [("grouped", "</table>"), ("piped", "")])
def test_a_part_of_a_long_table_has_the_names_that_stand_in_another(name: str, end: str) -> None:
    text, file = FORMS[name]
    row = text.removesuffix(end).rpartition("<tr>" if end else "\n| ")
    last = f"{row[1]}{row[2]}".rstrip()
    longer = f"{row[0]}{''.join(last.replace('Site', f'Site {number} of many others') for number in range(90))}{end}"

    *_, cut = passages_of(parse(longer.encode(), name=file, limits=Limits()), uri=file, content=longer.encode())
    (_, cells), *_ = body_cells(cut)
    titles = [" ".join(title.split()) for _, title in sorted(titles_over(cut, cells).items())]
    assert cut.start > 0
    assert titles[1:5] == ["Small month", "Small year", "Large month", "Large year"]


def words(of: Passage, spans: tuple[tuple[int, int], ...]) -> list[str]:
    return [of.text.text[slice(*span)] for span in spans]


@pytest.mark.parametrize(
    ("name", "row", "wanted"),
    [
        ("pool", "Adults | 5", ["Weekdays"]),
        ("pool", "Adults | 6", ["Weekends"]),
        ("pool", "Dogs | 1", ["Weekends"]),
        ("depots", "Ash | 4", []),
        ("depots", "Elm | 3", ["North (closed)"]),
        ("depots", "South | Oak | 8", []),
        ("menu", "Soup | 2", ["**Staff**"]),
        ("menu", "Fish | 9", ["Guests:"]),
        ("titled", "Single | 90", []),
    ],
)
def test_a_row_stands_under_the_label_of_its_group_and_the_cells_that_span_it(
    name: str, row: str, wanted: list[str]
) -> None:
    of = table(name)
    start = of.text.text.index(row)
    assert words(of, labels_over(of, start)) == wanted


@pytest.mark.parametrize(
    ("name", "heads", "remarks"),
    [
        ("pool", ["Visitor | Single"], ["Prices without towel."]),
        ("depots", ["Region | Depot | Stock"], []),
        ("menu", ["Dish | Price"], []),
        ("titled", ["Rates\nRoom | Rate"], []),
    ],
)
def test_headers_stand_over_the_body_and_remarks_at_its_end(name: str, heads: list[str], remarks: list[str]) -> None:
    of = table(name)
    assert words(of, header_rows(of)) == heads
    assert words(of, remark_rows(of)) == remarks


CELLS = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 3), st.integers(0, 30), st.integers(0, 6), st.booleans()), max_size=14
)


@given(cells=CELLS)
def test_any_cells_give_spans_with_words_in_the_passage(cells: list[tuple[int, int, int, int, bool]]) -> None:
    placed = tuple((row, column, start, start + size, head) for row, column, start, size, head in cells)
    of = passage("**a** bc: only de f, 12 | gh ij", start=0, kind=ChunkKind.TABLE, table_cells=placed)
    found = [*body_rows(of), *header_rows(of), *remark_rows(of)]
    for span in (*found, *(label for row in body_rows(of) for label in labels_over(of, row[0]))):
        assert 0 <= span[0] < span[1] <= of.end
