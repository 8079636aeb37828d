"""Workbooks: islands, merged cells, names of cells, values as text, and sheets that would take the process down."""

from __future__ import annotations

import datetime as dt
import io
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
import xlsxwriter
from document_checks import assert_wellformed, grid, of_kind
from hypothesis import given
from hypothesis import strategies as st
from office_files import edited, mutated, packed, survives

from aver.errors import TooLarge, UnreadableDocument
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.parsers.sandbox import ParserPool
from aver.parsers.xlsx import shown
from aver.parsers.xlsx_islands import islands
from aver.values.documents import BlockKind, Document, Table

SHEET = "xl/worksheets/sheet1.xml"
ROWS = [["Region", "2024", "2025"], ["North", 1.5, 2], ["South", 3, 0.1 + 0.2]]


def workbook(make: Callable[[xlsxwriter.Workbook], object]) -> bytes:
    buffer = io.BytesIO()
    book = xlsxwriter.Workbook(buffer, {"in_memory": True})
    make(book)
    book.close()
    return buffer.getvalue()


def fill(sheet: xlsxwriter.worksheet.Worksheet, row: int, column: int, rows: list[list[object]]) -> None:
    for r, c in product(range(len(rows)), range(len(rows[0]))):
        if rows[r][c] is not None:
            sheet.write(row + r, column + c, rows[r][c])


def sample(book: xlsxwriter.Workbook) -> None:
    sheet = book.add_worksheet("Sales 2025")
    sheet.merge_range(1, 1, 1, 3, "Revenue in million euros")
    fill(sheet, 2, 1, ROWS)
    sheet.write(5, 1, "Source: audited accounts")
    sheet.write(20, 6, "A remark that stands all by itself")
    fill(sheet, 12, 8, [["Key", "Value"], ["a", 1], ["b", 2]])
    hidden = book.add_worksheet("Secret")
    hidden.write(0, 0, "hush")
    hidden.hide()


SAMPLE = workbook(sample)


def read(data: bytes, name: str = "book.xlsx") -> Document:
    document = parse(data, name=name, limits=Limits())
    assert_wellformed(document)
    return document


def tables(document: Document) -> list[Table]:
    return [block.table for block in document.blocks if block.table is not None]


def test_islands_become_tables_with_captions_and_notes() -> None:
    document = read(SAMPLE)
    first, second = tables(document)
    assert grid(document) == [["Region", "2024", "2025"], ["North", "1.5", "2"], ["South", "3", "0.3"]]
    assert (first.caption, first.header_columns) == ("Revenue in million euros", 1)
    assert of_kind(document, BlockKind.FOOTNOTE) == ["Source: audited accounts"]
    assert of_kind(document, BlockKind.HEADING) == ["Sales 2025"]
    assert of_kind(document, BlockKind.PARAGRAPH) == ["A remark that stands all by itself"]
    assert grid(document, 2) == [["Key", "Value"], ["a", "1"], ["b", "2"]] and second.header_rows == 1


def test_every_cell_carries_its_name_in_the_sheet() -> None:
    document = read(SAMPLE)
    names = {document.text[c.start : c.end]: c.ref for t in tables(document) for c in t.cells}
    assert names["North"] == "'Sales 2025'!B4" and names["0.3"] == "'Sales 2025'!D5" and names["Key"].endswith("!I13")


def test_hidden_sheets_are_left_out_and_named_in_a_warning() -> None:
    document = read(SAMPLE)
    assert "hush" not in document.text
    assert [(warning.code, warning.detail) for warning in document.warnings] == [("hidden", "sheets left out: Secret")]


def test_struck_cells_are_left_out_on_their_own_sheet_and_counted() -> None:
    def make(book: xlsxwriter.Workbook) -> None:
        struck = book.add_format({"font_strikeout": True, "bold": True})
        bold = book.add_format({"bold": True})
        first, second = book.add_worksheet("Old & new"), book.add_worksheet("Plain")
        for sheet in (first, second):
            fill(sheet, 0, 0, [["Item", "Price"], ["Bolt", 24], ["Nut", 3]])
        first.write(1, 1, 24, struck)
        first.write(2, 0, "Nut", bold)
        first.write(3, 0, None, struck)
        first.merge_range(5, 0, 5, 2, "All prices are net", struck)

    document = read(workbook(make))
    assert grid(document, 1) == [["Item", "Price"], ["Bolt", ""], ["Nut", "3"]]
    assert grid(document, 2) == [["Item", "Price"], ["Bolt", "24"], ["Nut", "3"]]
    assert "net" not in document.text
    assert [(one.code, one.detail) for one in document.warnings] == [("struck", "2 struck cells left out")]


def test_merged_cells_span_and_hold_an_island_together() -> None:
    def make(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet()
        sheet.merge_range(0, 1, 0, 2, "Year")
        fill(sheet, 1, 0, [["City", "2024", "2025"], ["Bonn", 1, 2], ["Köln", 3, 4]])
        sheet.merge_range(4, 0, 5, 0, "Trier")
        fill(sheet, 4, 1, [[5, 6], [7, 8]])

    document = read(workbook(make))
    (table,) = tables(document)
    spans = {document.text[c.start : c.end]: (c.row, c.column, c.row_span, c.column_span) for c in table.cells}
    assert spans["Trier"] == (3, 0, 2, 1) and spans["8"] == (4, 2, 1, 1)
    assert table.rows == 5 and table.caption == "Year"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3"), (0.15, "0.15"), (1e20, "1e+20"), (True, "TRUE"), (dt.datetime(2026, 1, 2), "2026-01-02"),
        (dt.datetime(2026, 1, 2, 3, 4), "2026-01-02 03:04:00"), (dt.time(5, 6), "05:06:00"),
        (dt.timedelta(hours=30), "30:00:00"), ("#DIV/0!", "#DIV/0!"), (dt.date(2026, 5, 6), "2026-05-06"),
    ],
)  # fmt: skip
def test_values_read_as_a_person_writes_them(value: object, text: str) -> None:
    assert shown(value) == text


@given(st.sets(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=40))
def test_islands_cover_every_place_and_never_overlap(places: set[tuple[int, int]]) -> None:
    found = islands(places)
    for row, column in places:
        assert sum(i.top <= row <= i.bottom and i.left <= column <= i.right for i in found) == 1
    assert not any(a.touches(b) for n, a in enumerate(found) for b in found[n + 1 :])


def cells(xml: str) -> bytes:
    """The sample with other cells on its first sheet."""

    def edit(content: bytes) -> bytes:
        return content[: content.index(b"<sheetData>")] + f"<sheetData>{xml}</sheetData></worksheet>".encode()

    return edited(SAMPLE, SHEET, edit)


FAR = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row>'
UNNAMED = "<row/>" * 5_000 + "<row>" + "<c/>" * 5_000 + "<c><v>1</v></c></row>"


@pytest.mark.parametrize(
    ("attack", "kind"),
    [
        (lambda: cells(FAR), TooLarge),
        (lambda: cells(FAR.replace("<c ", "<!-- x --><c\n").replace("<v>", "<!-- y --><v >")), TooLarge),
        (lambda: cells('<row r="1"><c r="A1"><v>1</v></c></row>' + UNNAMED), TooLarge),
        (lambda: cells("<row>" + "<c><v>1</v></c>" * 1_000_100 + "</row>"), TooLarge),
        (lambda: cells("<row>" + "<c><v>1</v></c>" * 3_000 + "</row>"), TooLarge),
        (lambda: SAMPLE[:-200], UnreadableDocument),
        (lambda: packed({"[Content_Types].xml": b"spreadsheetml.sheet.main+xml"}), UnreadableDocument),
        (lambda: cells("<row>" * 100_000), UnreadableDocument),
        (lambda: cells("<row x=y></row>" + FAR), UnreadableDocument),
    ],
)
def test_hostile_workbooks_are_typed_errors_within_seconds(attack: Callable[[], bytes], kind: type) -> None:
    data = attack()
    begun = time.monotonic()
    with pytest.raises(kind, match=r"book\.xlsx"):
        read(data)
    assert time.monotonic() - begun < 15


@pytest.mark.parametrize("encoding", ["UTF-8rId1", "shift_jis", "utf-7"])
def test_an_encoding_that_is_none_is_a_typed_error(encoding: str) -> None:
    renamed = edited(SAMPLE, "xl/sharedStrings.xml", lambda xml: xml.replace(b"UTF-8", encoding.encode(), 1))
    with pytest.raises(UnreadableDocument, match=r"book\.xlsx"):
        read(renamed)


def test_one_long_string_used_everywhere_cannot_unfold() -> None:
    def make(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet()
        for row in range(1_000):
            sheet.write(row, 0, "x" * 30_000)

    with pytest.raises(TooLarge):
        read(workbook(make))


def test_formats_on_a_million_empty_rows_cost_nothing() -> None:
    rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576" s="1"/></row>'
    assert read(cells(rows)).text == "Sales 2025\n\n1"


@pytest.mark.deep
def test_a_checkerboard_of_islands_is_one_sparse_table_in_seconds() -> None:
    def make(book: xlsxwriter.Workbook) -> None:
        sheet = book.add_worksheet()
        for row, column in product(range(0, 400, 2), range(0, 400, 2)):
            sheet.write(row, column, 1)

    begun = time.monotonic()
    assert len(tables(read(workbook(make)))) == 1
    assert time.monotonic() - begun < 15


def test_the_child_process_reads_the_same_and_survives_the_bomb() -> None:
    with ParserPool(workers=1, limits=Limits()) as pool:
        with pytest.raises(TooLarge):
            pool.parse(cells(FAR), name="bomb.xlsx")
        assert pool.parse(SAMPLE, name="book.xlsx") == read(SAMPLE)


PIECES = st.sampled_from(
    [b"", b"<c>", b"</row>", b"\xff", b"<v>9</v>", b"-5", b"99999999", b'<mergeCell ref="A1:XFD9"/>', b"<!--",
     b'"', b"A1"]
)  # fmt: skip
CUTS = st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), PIECES), min_size=1, max_size=4)


@given(st.sampled_from([SHEET, "xl/sharedStrings.xml", "xl/workbook.xml", "xl/styles.xml"]), CUTS)
def test_any_damage_gives_a_wellformed_document_or_a_typed_error(
    member: str, cuts: list[tuple[float, float, bytes]]
) -> None:
    survives(mutated(SAMPLE, member, cuts), "book.xlsx")


@pytest.mark.shared
@pytest.mark.parametrize("name", ["xlsx_01", "xlsx_04_inflated"])
def test_the_fixtures_give_their_islands_with_merged_headers(shared: Path, name: str) -> None:
    path = shared / "data/fixtures" / f"docling-project__{name}.xlsx"
    document = read(path.read_bytes(), path.name)
    assert of_kind(document, BlockKind.HEADING) == ["Sheet1", "Sheet2", "Sheet3"]
    shapes = [(table.rows, table.columns, table.header_rows) for table in tables(document)]
    assert shapes == [(7, 3, 1), (9, 4, 1), (5, 3, 1), (5, 3, 1), (7, 3, 2), (7, 3, 2)]
    assert grid(document, 1)[-1] == ["6", "0", "-6"]
    header = [(c.row_span, c.column_span) for c in tables(document)[4].cells if c.is_header]
    assert header == [(2, 1), (1, 2), (1, 1), (1, 1)]
    assert tables(document)[3].cells[0].ref in ("Sheet2!C14", "Sheet2!G5")
