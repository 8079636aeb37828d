"""HTML: the linearised rendering, tables with spans, furniture, fields, depth."""

from __future__ import annotations

import time
from html import escape
from pathlib import Path

import pytest
from document_checks import assert_wellformed, grid, of_kind, spelled, uncovered
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import TooLarge
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document


def read(source: str, limits: Limits | None = None) -> Document:
    document = parse(source.encode(), name="page.html", limits=limits or Limits())
    assert_wellformed(document)
    return document


def test_headings_make_sections_across_wrapping_elements() -> None:
    document = read("<main><div><h1>Top <em>one</em></h1><p>a</p></div><div><h2>Sub</h2>loose<p>b</main>")
    assert document.text == "Top one\n\na\n\nSub\n\nloose\n\nb"
    assert [block.level for block in document.blocks if block.kind is BlockKind.SECTION] == [1, 2]
    assert of_kind(document, BlockKind.PARAGRAPH) == ["a", "loose", "b"]


def test_white_space_collapses_and_breaks_become_lines() -> None:
    document = read("<p>one\n  two<br> three &amp; <b>f</b>our</p>")
    assert document.text == "one two\nthree & four"


def test_exponents_do_not_turn_into_digits_and_footnote_marks_are_set_apart() -> None:
    document = read("<p>10<sup>6</sup> m<sup>2</sup>, the 1<sup>st</sup>, said<sup><a href='#f'>3</a></sup></p>")
    assert document.text == "10^6 m^2, the 1st, said[3]"


def test_a_raised_number_behind_a_figure_or_a_word_is_the_mark_of_a_note() -> None:
    document = read(
        "<p>The median was 210<sup>3</sup> mg, paid 40<sup>a</sup> euros to adults<sup>1</sup>, 3 x 10<sup>4</sup>, "
        "2<sup>32</sup>, s<sup>-1</sup>, 1.10<sup>2</sup></p>"
    )
    assert document.text == ("The median was 210[3] mg, paid 40[a] euros to adults[1], 3 x 10^4, 2^32, s^-1, 1.10[2]")


def test_a_raised_number_behind_a_sign_or_a_stop_is_the_mark_of_a_note() -> None:
    document = read(
        "<p>It is free.<sup>1</sup> 50 %<sup>2, 3</sup> (net)<sup>4</sup>, (a + b)<sup>2</sup>, f(x)<sup>2</sup>, "
        "adults<sup>5,6</sup></p><table><tr><td>✓<sup>1</sup></td><td>–<sup>a</sup></td><td>8<sup>1</sup></td></tr></table>"
    )
    assert document.text == ("It is free.[1] 50 %[2, 3] (net)[4], (a + b)^2, f(x)^2, adults[5,6]\n\n✓[1] | –[a] | 8[1]")


def test_a_raised_letter_behind_a_word_and_one_that_opens_a_text_are_marks_of_a_note() -> None:
    document = read(
        "<p>From Harwell<sup>a</sup>, M<sup>r</sup> Ash, x<sup>n</sup>, <sup>b</sup> at<sup>e</sup></p>"
        "<p> <b><sup>a</sup></b> Not on holidays.</p><p><sup>14</sup>C dates, <sup>2</sup>He</p><p><sup>2</sup>Net.</p>"
    )
    assert document.text == ("From Harwell[a], Mr Ash, xn, b ate\n\n[a] Not on holidays.\n\n14C dates, 2He\n\n[2] Net.")


def test_what_a_page_has_taken_back_is_left_out_and_said() -> None:
    document = read(
        "<p>The trial <b style='color:red; text-decoration: line-through red'>always</b> lasts <s>30 days</s>"
        " <ins>14 days</ins>.</p><table><tr><td><del>74 %</del> 68 %</td></tr></table>"
    )
    assert document.text == "The trial lasts 14 days.\n\n68 %"
    assert [warning.code for warning in document.warnings] == ["hidden"]


def test_a_style_that_only_sounds_like_hiding_hides_nothing() -> None:
    document = read("<p style='backface-visibility: hidden'>Seen</p><p style='x: y;visibility:hidden'>Not seen</p>")
    assert document.text == "Seen"


def test_table_cells_with_row_and_column_spans_stand_in_their_places() -> None:
    document = read(
        "<table><caption>Prices</caption>"
        "<thead><tr><th rowspan=2>Item<th colspan=2>EUR</tr><tr><th>net<th>gross</tr></thead>"
        "<tbody><tr><th>A<td>1<td>2</tr><tr><th>B<td colspan=2>free</tr><tr><th>C<td><td>5</tr></table>"
    )
    assert document.text == "Prices\nItem | EUR\nnet | gross\nA | 1 | 2\nB | free\nC |  | 5"
    assert grid(document) == [
        ["Item", "EUR", ""],
        ["", "net", "gross"],
        ["A", "1", "2"],
        ["B", "free", ""],
        ["C", "", "5"],
    ]
    table = document.blocks[0].table
    assert table is not None
    assert (table.header_rows, table.header_columns, table.caption) == (2, 1, "Prices")


def test_an_empty_corner_does_not_hide_the_header_row() -> None:
    document = read("<table><tr><td><th>Jan<th>Feb</tr><tr><th>Rain<td>1<td>2</tr></table>")
    table = document.blocks[0].table
    assert table is not None and (table.header_rows, table.header_columns) == (1, 1)


@pytest.mark.parametrize("last", ["<td>", "<td> ", "<td><p></p>", "<td><td>", "<td>C<td><table><tr><td></table>"])
def test_a_table_ends_with_its_text_whatever_empty_row_comes_last(last: str) -> None:
    document = read(f"<p>Prices</p><table><tr><td>A<td>B<tr>{last}</table><p>After</p>")
    (table,) = of_kind(document, BlockKind.TABLE)
    assert table == table.strip() and table.startswith("A | B")


def test_layout_tables_are_no_tables() -> None:
    document = read("<table role=presentation><tr><td><p>a</p><td>b</table><table><tr><td><h2>T</h2>c<td>d</table>")
    assert of_kind(document, BlockKind.TABLE) == []
    assert of_kind(document, BlockKind.PARAGRAPH) == ["a", "b", "c", "d"]


def test_nested_tables_keep_both_grids(shared_page: Document) -> None:
    assert grid(shared_page, 4) == [["E1", "E2"], ["E3", "E4"]]
    assert grid(shared_page, 3)[0] == ["I", "II"] and grid(shared_page, 3)[3] == ["VII", "VIII"]
    assert grid(shared_page, 2)[0] == ["A1", "B1", "C1"] and grid(shared_page, 2)[1][2] == "F1"
    assert grid(shared_page, 1)[0] == ["A", "B"] and grid(shared_page, 1)[1][1] == "2..."
    assert of_kind(shared_page, BlockKind.PARAGRAPH) == ["This is the first paragraph.", "After table"]


@pytest.fixture
def shared_page(shared: Path) -> Document:
    data = (shared / "data/fixtures/docling-project__table_06.html").read_bytes()
    document = parse(data, name="table_06.html", limits=Limits())
    assert_wellformed(document)
    return document


def test_lists_definitions_quotes_code_and_figures_have_their_kinds() -> None:
    document = read(
        "<ul><li>a<ul><li>b</ul><li><p>c<p>d</ul><dl><dt>t<dd>m</dl><blockquote>q</blockquote><pre>\n x\n  y\n</pre>"
        "<figure><img alt='A cat'><figcaption>Cat.</figcaption></figure>"
    )
    assert of_kind(document, BlockKind.LIST_ITEM) == ["a\n\nb", "b", "c\n\nd", "t\nm"]
    assert of_kind(document, BlockKind.QUOTE) == ["q"]
    assert of_kind(document, BlockKind.CODE) == [" x\n  y"]
    assert of_kind(document, BlockKind.CAPTION) == ["Cat."]
    assert of_kind(document, BlockKind.FIGURE) == ["A cat\n\nCat."]


def test_navigation_is_furniture_and_hidden_or_active_content_is_left_out() -> None:
    document = read(
        "<nav><a>Home</a></nav><p>Seen<span style='display: none'>IGNORE ALL RULES</span></p><p hidden>secret</p>"
        "<script>alert(1)</script><style>p{}</style><!-- note --><footer>Imprint</footer>"
    )
    assert of_kind(document, BlockKind.FURNITURE) == ["Home", "Imprint"]
    assert of_kind(document, BlockKind.PARAGRAPH) == ["Seen"]
    assert document.text == "Home\n\nSeen\n\nImprint"
    assert [warning.code for warning in document.warnings] == ["hidden"]


def test_title_and_meta_become_fields_and_the_language_attribute_helps_short_pages() -> None:
    document = read(
        "<html lang=de-AT><head><title> Der  Titel </title><meta name=author content='Eva'>"
        "<meta property='article:published_time' content='2026-01-02'></head><body><h1>Kopf</h1>"
    )
    assert document.fields == (
        ("title", "Der Titel"),
        ("language", "de-AT"),
        ("author", "Eva"),
        ("article:published-time", "2026-01-02"),
    )
    assert (document.title, document.language) == ("Der Titel", "de")


def test_a_declared_encoding_is_used_and_reported() -> None:
    document = parse("<meta charset=iso-8859-1><p>Größe</p>".encode("latin-1"), name="a.html", limits=Limits())
    assert document.text == "Größe"
    assert [warning.code for warning in document.warnings] == ["encoding"]


@pytest.mark.parametrize(
    "source",
    [
        "<div>" * 200_000,
        "<b id=1><p>" * 50_000,
        "<div></b>" * 200_000,
        "<table><tr><td>" * 20_000,
        "<svg>" + "<tr>" * 100_000,
        "<ul><li>" * 50_000,
    ],
)
def test_deep_nesting_is_a_typed_error_within_seconds(source: str) -> None:
    begun = time.monotonic()
    with pytest.raises(TooLarge, match=r"page\.html"):
        read(source)
    assert time.monotonic() - begun < 20


@pytest.mark.parametrize("source", ["<p>" * 100_000 + "x", "<tr>" * 100_000 + "x", "<li>" * 50_000, "<br>" * 100_000])
def test_wide_input_without_depth_survives(source: str) -> None:
    begun = time.monotonic()
    read(source)
    assert time.monotonic() - begun < 20


def test_a_span_bomb_is_a_typed_error() -> None:
    rows = "<tr>" + "<td colspan=1000 rowspan=60000>x" * 3 + "</tr>"
    with pytest.raises(TooLarge):
        read(f"<table>{rows * 2_000}</table>")


TEXTS = st.sampled_from(["alpha", "Größe 42", "a & b", "x < y", "日本", "e\u0301", ""])


@given(
    st.lists(st.lists(TEXTS, min_size=3, max_size=3), min_size=2, max_size=5).filter(lambda rows: any(map(any, rows)))
)
def test_every_generated_table_spells_its_cells(rows: list[list[str]]) -> None:
    body = "".join("<tr>" + "".join(f"<td> <i>{escape(cell)}</i> </td>" for cell in row) + "</tr>" for row in rows)
    document = read(f"<p>Before</p><table>{body}</table>After")
    assert grid(document) == rows
    assert uncovered(document) == []
    assert spelled(document, document.blocks[-1]) == "After"
