"""Separated values: delimiters, quotes, headers, exact spans; the standard library's reader is the oracle."""

from __future__ import annotations

import contextlib
import csv
import io
import time
from pathlib import Path

import pytest
from document_checks import assert_wellformed, grid, of_kind
from hypothesis import given
from hypothesis import strategies as st
from tests.depth import the_rest_deep

from aver.errors import TooLarge
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Table


def read(source: str, name: str = "sales.csv") -> Document:
    document = parse(source.encode(), name=name, limits=Limits())
    assert_wellformed(document)
    assert document.text == source.replace("\r\n", "\n").replace("\r", "\n")
    return document


def table(document: Document) -> Table:
    found = document.blocks[-1].table
    assert found is not None
    return found


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_the_delimiter_is_found_by_the_evenness_of_the_rows(mark: str) -> None:
    buffer = io.StringIO()
    rows = [["Name", "City", "Sum"], ["A, B", "x; y", "1,5 |"], ["C", "z", "2,5"]]
    csv.writer(buffer, delimiter=mark).writerows(rows)
    source = buffer.getvalue()
    document = read(source)
    assert grid(document) == rows


def test_quoted_cells_point_inside_their_quotes_and_keep_what_is_written() -> None:
    document = read('name,note\nx,"a, ""b""\nsecond line"\n"  y ",\n')
    found = table(document)
    texts = [document.text[cell.start : cell.end] for cell in found.cells]
    assert texts == ["name", "note", "x", 'a, ""b""\nsecond line', "y", ""]
    assert (found.rows, found.header_rows) == (3, 1)


def test_numbers_in_the_first_row_mean_there_is_no_header() -> None:
    assert table(read("1,2\n3,4\n")).header_rows == 0
    assert table(read("Jahr,Umsatz\n2024,1.234,50 €\n")).header_rows == 1


def test_two_rows_of_words_over_numbers_are_both_headers() -> None:
    assert table(read("Region,Umsatz,\n,2024,2025\nNord,5,6\n")).header_rows == 1
    assert table(read("Region,Umsatz,\n,alt,neu\nNord,5,6\n")).header_rows == 2


def test_ragged_rows_are_filled_and_reported() -> None:
    document = read("a,b,c\n1,2,3\n4,5\n6,7,8,9\n")
    assert grid(document) == [["a", "b", "c", ""], ["1", "2", "3", ""], ["4", "5", "", ""], ["6", "7", "8", "9"]]
    assert [warning.code for warning in document.warnings] == ["ragged"]


def test_a_declared_separator_counts_and_is_not_a_row() -> None:
    document = read("sep=;\na;b,c\n1;2\n")
    assert grid(document) == [["a", "b,c"], ["1", "2"]]
    assert of_kind(document, BlockKind.FURNITURE) == ["sep=;"]


def test_an_empty_file_gives_a_document_without_blocks() -> None:
    assert read("").blocks == () == read("\n\n").blocks


def test_a_quote_that_never_closes_is_kept_as_written() -> None:
    assert grid(read('a,b\n"x,1\n')) == [["a", "b"], ['"x', "1"]]


def test_too_many_columns_are_a_typed_error() -> None:
    with pytest.raises(TooLarge, match=r"sales\.csv"):
        read("a," * 2_001)


@pytest.mark.parametrize(
    "source",
    the_rest_deep(['"' * 1_000_001, '"a' * 500_000, "a\n" * 300_000, '"\n' * 500_001, ",\n" * 300_000]),
)
def test_hostile_values_end_in_seconds(source: str) -> None:
    begun = time.monotonic()
    with contextlib.suppress(TooLarge):
        parse(source.encode(), name="x.csv", limits=Limits())
    assert time.monotonic() - begun < 20


@given(st.lists(st.lists(st.text(alphabet='ab ",;\n|é', max_size=6), min_size=2, max_size=4), min_size=1, max_size=5))
def test_the_cells_are_those_that_the_standard_library_reads(rows: list[list[str]]) -> None:
    buffer = io.StringIO()
    csv.writer(buffer, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(rows)
    document = read("sep=,\n" + buffer.getvalue())
    found = table(document)
    got: list[list[str]] = [[""] * found.columns for _ in range(found.rows)]
    for cell in found.cells:
        got[cell.row][cell.column] = document.text[cell.start : cell.end].replace('""', '"')
    assert got == [[cell.strip() for cell in row] + [""] * (found.columns - len(row)) for row in rows]


@given(st.text(alphabet='a1 ",;\t|\n\r', max_size=80), st.sampled_from(["x.csv", "x.tsv"]))
def test_any_text_gives_a_wellformed_table(source: str, name: str) -> None:
    read(source, name)


@pytest.mark.shared
def test_the_semicolon_fixture_comes_out_whole(shared: Path) -> None:
    path = shared / "data/fixtures/docling-project__csv-semicolon.csv"
    document = parse(path.read_bytes(), name=path.name, limits=Limits())
    rows = grid(document)
    assert (len(rows), len(rows[0]), table(document).header_rows) == (6, 12, 1)
    assert rows[4][4] == "Dominguez;Mcmillan and Donovan"
    assert rows[5][-1] == "https://goodwin-ingram.com/"
