"""reStructuredText: structure, exact spans, all four kinds of table, fields, unknown markup."""

from __future__ import annotations

import pytest
from document_checks import assert_wellformed, grid, of_kind, spelled, uncovered
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import TooLarge
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Role


def read(source: str, name: str = "note.rst") -> Document:
    document = parse(source.encode(), name=name, limits=Limits())
    assert_wellformed(document)
    return document


def test_title_styles_give_levels_in_order_of_appearance() -> None:
    document = read(
        "=====\nGuide\n=====\n\nA\n-\n\nx\n\nDeep\n~~~~\n\ny\n\nNext\n----\n\nz\n".replace("A\n-", "Part\n----")
    )
    headings = [block for block in document.blocks if block.kind is BlockKind.HEADING]
    assert [(spelled(document, h), h.level) for h in headings] == [("Guide", 1), ("Part", 2), ("Deep", 3), ("Next", 2)]
    assert document.blocks[0].start == 0
    assert document.title == "Guide"


def test_a_pep_header_becomes_fields_with_its_continuations() -> None:
    document = read(
        "PEP: 9999\nTitle: On Tests\nAuthor: A <a@x>,\n        B <b@x>\nSuperseded-By: 10000\n\n\n"
        "Abstract\n========\n\nx\n"
    )
    assert document.fields == (
        ("pep", "9999"),
        ("title", "On Tests"),
        ("author", "A <a@x>, B <b@x>"),
        ("superseded-by", "10000"),
    )
    assert document.blocks[0].kind is BlockKind.RECORD and document.blocks[0].role is Role.FRONT_MATTER
    assert document.blocks[1].role is Role.ABSTRACT


def test_a_field_list_below_the_title_becomes_fields() -> None:
    document = read("Title\n=====\n\n:Author: Me\n:Valid_Until: 2027-01-01\n:Status: active,\n  mostly\n\nText.\n")
    assert document.fields == (("author", "Me"), ("valid-until", "2027-01-01"), ("status", "active, mostly"))


def test_a_field_list_after_text_is_not_about_the_document() -> None:
    document = read("Title\n=====\n\nText.\n\n:status: superseded\n")
    assert document.fields == ()
    assert of_kind(document, BlockKind.RECORD) == [":status: superseded"]


def test_grid_table_with_spans_and_cells_of_several_lines() -> None:
    document = read(
        "+------------+------------+-----------+\n"
        "| Header 1   | Header 2   | Header 3  |\n"
        "+============+============+===========+\n"
        "| body row 1 | column 2   | column 3  |\n"
        "+------------+------------+-----------+\n"
        "| body row 2 | Cells may span columns.|\n"
        "+------------+------------+-----------+\n"
        "| body row 3 | Cells may  | - Cells   |\n"
        "+------------+ span rows. | - contain |\n"
        "| body row 4 |            | - blocks. |\n"
        "+------------+------------+-----------+\n"
    )
    assert grid(document) == [
        ["Header 1", "Header 2", "Header 3"],
        ["body row 1", "column 2", "column 3"],
        ["body row 2", "Cells may span columns.", ""],
        ["body row 3", "Cells may span rows.", "- Cells - contain - blocks."],
        ["body row 4", "", ""],
    ]
    table = document.blocks[0].table
    assert table is not None and table.header_rows == 1
    spans = {(c.row, c.column): (c.row_span, c.column_span) for c in table.cells}
    assert spans[2, 1] == (1, 2) and spans[3, 1] == (2, 1)


def test_simple_table_with_spans_continuations_and_an_overflowing_last_column() -> None:
    document = read(
        "=====  =====  ======\n   Inputs     Output\n------------  ------\n  A      B    A or B\n=====  =====  ======\n"
        "False  False  False, and longer than the rule\nTrue   False  True\n              always\n"
        "=====  =====  ======\n"
    )
    assert grid(document) == [
        ["Inputs", "", "Output"],
        ["A", "B", "A or B"],
        ["False", "False", "False, and longer than the rule"],
        ["True", "False", "True always"],
    ]
    table = document.blocks[0].table
    assert table is not None and table.header_rows == 2


def test_wide_and_combining_characters_keep_the_columns_straight() -> None:
    document = read("=====  ====\n日本   a\ne\u0301te\u0301    b\n=====  ====\n")
    assert grid(document) == [["日本", "a"], ["e\u0301te\u0301", "b"]]


@pytest.mark.parametrize("blank", ["\x0c", "\xa0", "\u2003"])
def test_no_kind_of_white_space_belongs_to_a_cell(blank: str) -> None:
    document = read(f"=== ===\n a   b\n=== ===\n 1{blank}  2\n=== ===\n")
    assert [row[0] for row in grid(document)] == ["a", "1"]


def test_white_space_after_a_header_is_not_part_of_it() -> None:
    document = read("PEP: 1\nTitle: Leave \t\n\nText.\n")
    assert of_kind(document, BlockKind.RECORD) == ["PEP: 1\nTitle: Leave"]


def test_list_table_reads_rows_headers_stubs_and_caption() -> None:
    document = read(
        ".. list-table:: Frozen Delights\n   :header-rows: 1\n   :stub-columns: 1\n\n   * - Treat\n     - Price\n"
        "   * - Albatross\n     - 2.99, which\n       is a lot\n   * - Gannet\n     -\n"
    )
    assert grid(document) == [["Treat", "Price"], ["Albatross", "2.99, which is a lot"], ["Gannet", ""]]
    table = document.blocks[0].table
    assert table is not None
    assert (table.caption, table.header_rows, table.header_columns) == ("Frozen Delights", 1, 1)


def test_csv_table_reads_quotes_commas_and_the_header_option() -> None:
    document = read(
        '.. csv-table:: Prices\n   :header: "Treat", "Price, EUR"\n   :widths: 10, 10\n\n   "Albatross", 2.99\n'
        '   "Crunchy ""Frog""","1,49\n   each"\n   last\n'
    )
    assert grid(document) == [
        ["Treat", "Price, EUR"],
        ["Albatross", "2.99"],
        ['Crunchy ""Frog""', "1,49 each"],
        ["last", ""],
    ]


def test_a_malformed_table_stays_text_with_a_warning() -> None:
    source = "+---+---+\n| a | b\n+---+---+\n\n====  ====\nab cdefgh\n====  ====\n"
    document = read(source)
    assert [warning.code for warning in document.warnings] == ["table", "table"]
    assert "| a | b" in of_kind(document, BlockKind.PARAGRAPH)[0]
    assert uncovered(document) == []


def test_literal_blocks_code_directives_and_doctests_are_code() -> None:
    document = read(
        "Text::\n\n      deep\n    less\n\n.. code-block:: python\n   :linenos:\n\n   x = 1\n\n"
        ">>> 1 + 1\n2\n\nMore:: \n\n> quoted\n> twice\n"
    )
    assert of_kind(document, BlockKind.CODE) == ["  deep\n    less", "x = 1", ">>> 1 + 1\n2", "> quoted\n> twice"]


def test_unknown_directives_and_roles_keep_their_text() -> None:
    document = read(
        "See :pep:`8` and :foo:`bar`.\n\n.. versionadded:: 3.9\n   The text.\n\n.. deprecated:: 3.10\n\n"
        ".. mystery:: arg\n   :opt: v\n\n"
        "   Content one.\n\n   - two\n\n.. note:: Mind the gap\n   here.\n"
    )
    paragraphs = of_kind(document, BlockKind.PARAGRAPH)
    assert "See :pep:`8` and :foo:`bar`." in paragraphs
    assert "versionadded:: 3.9\n   The text." in paragraphs
    assert "deprecated:: 3.10" in paragraphs
    assert "mystery:: arg" in paragraphs and "Content one." in paragraphs
    assert "Mind the gap\n   here." in paragraphs
    assert of_kind(document, BlockKind.LIST_ITEM) == ["- two"]


def test_comments_targets_and_substitutions_are_furniture_and_footnotes_are_not() -> None:
    document = read(
        ".. _t: http://x\n.. A comment\n   goes on\n.. |s| replace:: y\n.. [1] A note\n   goes on\n"
        ".. [CIT2002] Cited.\n__ http://z\n"
    )
    assert of_kind(document, BlockKind.FURNITURE) == [
        ".. _t: http://x",
        ".. A comment\n   goes on",
        ".. |s| replace:: y",
        "__ http://z",
    ]
    assert of_kind(document, BlockKind.FOOTNOTE) == ["[1] A note\n   goes on", "[CIT2002] Cited."]


def test_files_are_never_included() -> None:
    document = read(
        ".. include:: /etc/passwd\n\n.. csv-table:: x\n   :file: /etc/passwd\n\n.. raw:: html\n   :file: /etc/passwd\n"
    )
    assert "root:" not in document.text
    assert all("table" not in block.kind for block in document.blocks)
    assert of_kind(document, BlockKind.FURNITURE) == [".. include:: /etc/passwd"]


def test_a_figure_has_its_caption() -> None:
    document = read(".. figure:: a.png\n   :alt: A graph\n\n   The caption.\n\n   The legend.\n")
    assert of_kind(document, BlockKind.CAPTION) == ["The caption."]
    assert of_kind(document, BlockKind.PARAGRAPH) == ["The legend."]
    assert len(of_kind(document, BlockKind.FIGURE)) == 1


def test_definition_lists_enumerations_and_nested_bullets() -> None:
    document = read("term\n    Meaning.\n\nother\n    Another.\n\n(a) one\n(b) two\n    more\n\n* x\n\n  * y\n")
    assert of_kind(document, BlockKind.LIST_ITEM) == [
        "term\n    Meaning.",
        "other\n    Another.",
        "(a) one",
        "(b) two\n    more",
        "* x\n\n  * y",
        "* y",
    ]


def test_a_sentence_that_starts_like_an_enumeration_stays_a_paragraph() -> None:
    document = read("A. Turing wrote this paper in\nthe year 1936.\n")
    assert of_kind(document, BlockKind.PARAGRAPH) == ["A. Turing wrote this paper in\nthe year 1936."]


def test_quotes_nested_beyond_the_limit_are_a_typed_error() -> None:
    source = "\n\n".join(" " * i + "x" for i in range(2_000))
    with pytest.raises(TooLarge, match=r"note\.rst"):
        read(source)


WORD = st.sampled_from(["alpha", "beta", "Größe", "42", "naïve", "日本", "été", "``code``", ":pep:`8`"])
LINES = st.lists(st.lists(WORD, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=3)
ROWS = st.lists(st.tuples(LINES, LINES, LINES), min_size=1, max_size=4)


def width(text: str) -> int:
    import unicodedata

    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def drawn(rows: list[tuple[list[str], list[str], list[str]]], indent: str) -> str:
    widths = [max(width(line) for row in rows for line in row[column]) for column in range(3)]
    rule = "+" + "+".join("-" * (w + 2) for w in widths) + "+"
    lines = [rule]
    for row in rows:
        for number in range(max(len(cell) for cell in row)):
            texts = [cell[number] if number < len(cell) else "" for cell in row]
            padded = [f" {text}{' ' * (w - width(text))} " for text, w in zip(texts, widths, strict=True)]
            lines.append("|" + "|".join(padded) + "|")
        lines.append(rule)
    return "\n".join(indent + line for line in lines)


@given(ROWS, st.sampled_from(["", "    "]))
def test_every_generated_grid_table_spells_its_cells(
    rows: list[tuple[list[str], list[str], list[str]]], indent: str
) -> None:
    document = read(f"Before.\n\n{drawn(rows, indent)}\n\nAfter.\n")
    assert grid(document) == [[" ".join(cell) for cell in row] for row in rows]
    assert document.warnings == ()


@given(st.lists(st.lists(WORD, min_size=1, max_size=3).map(" ".join), min_size=1, max_size=5), st.integers(1, 3))
def test_every_generated_list_item_is_found_at_any_depth(items: list[str], depth: int) -> None:
    source = "\n\n".join("  " * level + f"* {item}" for item in items for level in range(depth))
    document = read(source)
    inner = [text for text in of_kind(document, BlockKind.LIST_ITEM) if "\n" not in text]
    assert len(of_kind(document, BlockKind.LIST_ITEM)) == len(items) * depth
    assert inner == [f"* {item}" for item in items]
    assert uncovered(document) == []
