"""Markdown: structure, exact spans, tables, front matter."""

from __future__ import annotations

import pytest
from document_checks import assert_wellformed, grid, of_kind, spelled, uncovered
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import TooLarge
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Role


def read(source: str, name: str = "guide.md") -> Document:
    document = parse(source.encode(), name=name, limits=Limits())
    assert_wellformed(document)
    return document


def test_atx_and_setext_headings_nest_sections_by_level() -> None:
    document = read("Guide\n=====\n\nIntro.\n\n## Setup ##\n\nSteps.\n\nNotes\n-----\n\nMore.\n")
    assert of_kind(document, BlockKind.HEADING) == ["Guide", "Setup", "Notes"]
    sections = [block for block in document.blocks if block.kind is BlockKind.SECTION]
    assert [section.level for section in sections] == [1, 2, 2]
    assert spelled(document, sections[1]) == "## Setup ##\n\nSteps."
    assert spelled(document, sections[2]) == "Notes\n-----\n\nMore."
    assert sections[1].parent == 0 and sections[2].parent == 0


def test_a_document_without_headings_gets_no_section() -> None:
    document = read("One.\n\nTwo.\n")
    assert [block.kind for block in document.blocks] == [BlockKind.PARAGRAPH, BlockKind.PARAGRAPH]
    assert document.title == "guide"


def test_pipe_table_cells_are_exact_with_escapes_and_ragged_rows() -> None:
    document = read("| a | b \\| c |\n|---|:--:|\n| 1 |  |\n2 | x | extra\n| only |\n")
    assert grid(document) == [["a", "b \\| c", ""], ["1", "", ""], ["2", "x", "extra"], ["only", "", ""]]
    table = document.blocks[0].table
    assert table is not None
    assert (table.rows, table.columns, table.header_rows) == (4, 3, 1)


def test_tables_inside_lists_and_quotes_find_their_cells() -> None:
    document = read("- item\n\n  | k | v |\n  |---|---|\n  | 1 | 2 |\n\n> > | q | > |\n> > |---|---|\n> > | 3 | 4 |\n")
    assert grid(document, 1) == [["k", "v"], ["1", "2"]]
    assert grid(document, 2) == [["q", ">"], ["3", "4"]]


def test_lists_keep_markers_in_items_and_nest_inside_them() -> None:
    document = read("1. First\n2. Second\n   - inner\n     wrapped\n\n   still second\n")
    items = of_kind(document, BlockKind.LIST_ITEM)
    assert items[0] == "1. First"
    assert items[1].startswith("2. Second") and items[1].endswith("still second")
    assert items[2] == "- inner\n     wrapped"
    inner = next(b for b in document.blocks if spelled(document, b) == items[2] and b.kind is BlockKind.LIST_ITEM)
    nested = document.blocks[inner.parent or 0]
    assert nested.kind is BlockKind.LIST and document.blocks[nested.parent or 0].kind is BlockKind.LIST_ITEM


def test_code_spans_hold_the_code_and_not_the_fence() -> None:
    document = read("```python\n    x = 1\n\ny = 2\n```\n\n    indented\n      more\n\n- a\n\n  ~~~\n  z\n  ~~~\n")
    assert of_kind(document, BlockKind.CODE) == ["    x = 1\n\ny = 2", "indented\n      more", "z"]


def test_an_unclosed_or_empty_fence_loses_nothing_and_invents_nothing() -> None:
    assert of_kind(read("```\n```\n"), BlockKind.CODE) == []
    assert of_kind(read("```\nleft open\n"), BlockKind.CODE) == ["left open"]


def test_quotes_footnotes_definitions_and_comments_have_their_kinds() -> None:
    document = read(
        "> said\n> twice\n\nText[^1].\n\n[^1]: A note\n[^2]: Another\n\n[home]: https://x.example 'T'\n\n"
        "<!-- hidden -->\n\n<div>shown</div>\n"
    )
    assert of_kind(document, BlockKind.QUOTE) == ["> said\n> twice"[2:]]
    assert of_kind(document, BlockKind.FOOTNOTE) == ["[^1]: A note", "[^2]: Another"]
    assert of_kind(document, BlockKind.FURNITURE) == ["[home]: https://x.example 'T'", "<!-- hidden -->"]
    assert of_kind(document, BlockKind.PARAGRAPH) == ["Text[^1].", "<div>shown</div>"]


def test_liquid_tags_stay_text() -> None:
    source = "Contact {% data variables.contact %} now.\n\n{% note %}\n\nRead {{ this }}.\n"
    assert of_kind(read(source), BlockKind.PARAGRAPH) == [
        "Contact {% data variables.contact %} now.",
        "{% note %}",
        "Read {{ this }}.",
    ]


def test_front_matter_becomes_fields_and_a_record() -> None:
    document = read(
        "---\ntitle: Data Export\nlast_updated: 2026-01-31\nSuperseded By: new.md\ntags: [a, b]\n"
        "versions:\n  fpt: '*'\n---\n\n# Heading\n\nBody.\n"
    )
    assert document.fields == (
        ("title", "Data Export"),
        ("last-updated", "2026-01-31"),
        ("superseded-by", "new.md"),
        ("tags", "a, b"),
        ("versions-fpt", "*"),
    )
    assert document.title == "Data Export"
    assert document.blocks[0].kind is BlockKind.RECORD and document.blocks[0].role is Role.FRONT_MATTER


@pytest.mark.parametrize("bad", ["a: *b", "a: &x [1]\nb: *x", "a: [unclosed", "- just\n- a: list"])
def test_front_matter_that_cannot_be_read_is_a_warning(bad: str) -> None:
    document = read(f"---\nk: v\n{bad}\n---\n\nBody.\n")
    assert of_kind(document, BlockKind.PARAGRAPH) == ["Body."]
    assert [warning.code for warning in document.warnings] == ["front_matter"]


@pytest.mark.parametrize("bad", ["a: *b", "a: &x [1]\nb: *x", "a: [unclosed", "a: |\n  status: current\n *b"])
def test_the_plain_lines_of_front_matter_that_cannot_be_read_still_count(bad: str) -> None:
    document = read(f"---\nstatus: superseded\n{bad}\nSuperseded By: 'new.md'\n---\n\nBody.\n")
    assert [warning.code for warning in document.warnings] == ["front_matter"]
    assert document.fields == (("status", "superseded"), ("superseded-by", "new.md"))


def test_white_space_after_the_closing_fence_is_not_front_matter() -> None:
    document = read("---\ntitle: Leave\n--- \t\n\nText.\n")
    assert of_kind(document, BlockKind.RECORD) == ["---\ntitle: Leave\n---"]
    assert of_kind(document, BlockKind.PARAGRAPH) == ["Text."]


def test_a_rule_at_the_top_is_no_front_matter() -> None:
    document = read("---\n\nFirst.\n\n---\n\nSecond.\n")
    assert of_kind(document, BlockKind.PARAGRAPH) == ["First.", "Second."]
    assert document.fields == ()


def test_sections_know_their_role_in_both_languages() -> None:
    document = read("# Zusammenfassung\n\na\n\n# 7. References\n\nb\n\n# Inhaltsverzeichnis\n\nc\n\n# Quellen\n\nd\n")
    roles = [block.role for block in document.blocks if block.kind is BlockKind.SECTION]
    assert roles == [Role.ABSTRACT, Role.REFERENCES, Role.TOC, Role.REFERENCES]


def test_quotes_match_the_source_with_newlines_normalised() -> None:
    document = parse(b"# A\r\n\r\nOne\r\ntwo\rthree\r\n", name="a.md", limits=Limits())
    assert document.text == "# A\n\nOne\ntwo\nthree\n"
    assert of_kind(document, BlockKind.PARAGRAPH) == ["One\ntwo\nthree"]


@pytest.mark.parametrize(
    "source", ["> " * 5_000 + "x", "- " * 5_000 + "x", "|" * 20_000 + "\n" + "|-" * 20_000 + "|\n", "1. " * 3_000 + "x"]
)
def test_nesting_and_width_beyond_the_limits_are_typed_errors(source: str) -> None:
    with pytest.raises(TooLarge, match=r"guide\.md"):
        read(source)


WORDS = st.lists(
    st.sampled_from(["alpha", "beta", "Größe", "42", "§7", "naïve", "x<y", "日本", "é", "*em*"]), min_size=1, max_size=6
).map(" ".join)
CELLS = st.lists(st.lists(WORDS, min_size=2, max_size=2), min_size=1, max_size=4)
BLOCKS = st.one_of(
    st.tuples(st.just("paragraph"), WORDS),
    st.tuples(st.just("heading"), WORDS),
    st.tuples(st.just("code"), WORDS),
    st.tuples(st.just("list"), st.lists(WORDS, min_size=1, max_size=3)),
    st.tuples(st.just("table"), CELLS),
)


def written(kind: str, content: object) -> str:
    if kind == "heading":
        return f"## {content}"
    if kind == "code":
        return f"```\n{content}\n```"
    if isinstance(content, str):
        return f"word {content}"
    assert isinstance(content, list)
    if kind == "list":
        return "\n".join(f"* {item}" for item in content)
    rows = [f"| {left} |   {right}|" for left, right in content]
    return "\n".join([rows[0], "|---|---|", *rows[1:]])


@given(st.lists(BLOCKS, min_size=1, max_size=8), st.sampled_from(["", "> ", "> > "]))
def test_every_generated_block_is_found_where_it_stands(blocks: list[tuple[str, object]], prefix: str) -> None:
    source = "\n\n<!-- -->\n\n".join(written(kind, content) for kind, content in blocks)
    quoted = "\n".join(prefix + line for line in source.split("\n"))
    document = read(quoted)
    assert of_kind(document, BlockKind.HEADING) == [content for kind, content in blocks if kind == "heading"]
    assert of_kind(document, BlockKind.CODE) == [content for kind, content in blocks if kind == "code"]
    items = [f"* {item}" for kind, content in blocks if kind == "list" for item in content]
    assert of_kind(document, BlockKind.LIST_ITEM) == items
    tables = [content for kind, content in blocks if kind == "table"]
    for number, cells in enumerate(tables, start=1):
        assert grid(document, number) == cells
    assert [line for line in uncovered(document) if line.strip("> #`-|")] == []
