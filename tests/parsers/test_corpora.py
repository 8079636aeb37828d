"""The shared corpora, whole: every file parses, nothing visible is lost, and known tables come out right."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from document_checks import assert_wellformed, grid, of_kind, uncovered

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.values.documents import BlockKind, Document, Named, Role

pytestmark = pytest.mark.shared

MARKUP_ONLY = re.compile(
    r"([!-/:-@\[-`{-~])\1*"  # a rule under a title, a fence, a heading's marks, a quote's marks
    r"|```\w+"  # a fence with its language
    r"|\.\. [\w-]+::( [\w-]+)?"  # a directive whose content stands in blocks
    r"|:[\w-]+:( .*)?"  # an option of a directive
)


@cache
def read(path: Path) -> Document:
    return parse(path.read_bytes(), name=path.name, limits=Limits())


def files(shared: Path, suffix: str) -> list[Path]:
    return sorted((shared / "corpora").rglob(f"*{suffix}"))


@pytest.mark.parametrize(("suffix", "count"), [(".rst", 150), (".md", 59)])
def test_every_file_is_wellformed_english_and_without_warnings(shared: Path, suffix: str, count: int) -> None:
    paths = files(shared, suffix)
    assert len(paths) == count
    for path in paths:
        document = read(path)
        assert_wellformed(document)
        assert (path.name, document.language, document.warnings) == (path.name, "en", ())


@pytest.mark.parametrize("suffix", [".rst", ".md"])
def test_everything_but_markup_stands_in_a_block(shared: Path, suffix: str) -> None:
    for path in files(shared, suffix):
        lost = [rest for rest in uncovered(read(path)) if not MARKUP_ONLY.fullmatch(rest)]
        assert (path.name, lost) == (path.name, [])


@pytest.mark.parametrize("suffix", [".rst", ".md"])
def test_the_canonical_text_is_the_source(shared: Path, suffix: str) -> None:
    for path in files(shared, suffix):
        assert read(path).text == path.read_bytes().decode().replace("\r\n", "\n")


def test_every_pep_has_its_header_and_its_sections(shared: Path) -> None:
    for path in files(shared, ".rst"):
        document = read(path)
        assert document.field("pep") == str(int(path.stem.removeprefix("pep-")))
        assert document.title == document.field("title")
        assert document.field("status")
        assert document.blocks[0].role is Role.FRONT_MATTER
        assert any(block.kind is BlockKind.SECTION for block in document.blocks)


def test_docutils_finds_the_same_sections(shared: Path) -> None:
    """An outside oracle: docutils' own parser on the PEPs whose markup it takes without complaint."""
    for name in ("pep-0008.rst", "pep-0418.rst", "pep-0572.rst", "pep-0703.rst", "pep-0001.rst", "pep-0426.rst"):
        path = shared / "corpora/peps" / name
        document = read(path)
        ours = [
            (block.level, block.ref.title)
            for block in document.blocks
            if block.kind is BlockKind.SECTION and isinstance(block.ref, Named)
        ]
        assert ours == sections_by_docutils(document.text)


def sections_by_docutils(source: str) -> list[tuple[int, str]]:
    from docutils import nodes
    from docutils.core import publish_doctree

    settings = {"report_level": 5, "halt_level": 5, "file_insertion_enabled": False, "doctitle_xform": False}
    tree = publish_doctree(source, settings_overrides=settings | {"raw_enabled": False})
    found: list[tuple[int, str]] = []

    def visit(node: nodes.Node, level: int) -> None:
        for child in node.children:
            if isinstance(child, nodes.section):
                found.append((level, " ".join(child[0].rawsource.split())))
                visit(child, level + 1)

    visit(tree, 1)
    return found


def test_a_simple_table_of_a_pep_comes_out_whole(shared: Path) -> None:
    document = read(shared / "corpora/peps/pep-0404.rst")
    assert grid(document) == [["Position", "Name"], ["2.8 Un-release Manager", "Cardinal Biggles"]]
    table = next(block.table for block in document.blocks if block.table is not None)
    assert (table.header_rows, table.header_columns) == (1, 0)


def test_a_csv_table_of_a_pep_comes_out_whole(shared: Path) -> None:
    rows = grid(read(shared / "corpora/peps/pep-0594.rst"))
    assert rows[0] == ["Module", "Deprecated in", "To be removed", "Added in", "Has maintainer?", "Replacement"]
    assert rows[1] == ["aifc", r"3.11 (3.0\*)", "3.13", "1993", "**yes (inactive)**", r"\-"]
    assert all(len(row) == 6 and all(row) for row in rows)


def test_a_grid_table_of_a_pep_keeps_its_cells_apart(shared: Path) -> None:
    rows = grid(read(shared / "corpora/peps/pep-0668.rst"))
    assert rows[0][:2] == ["Case", "Description"]
    assert rows[1][:2] == ["1", "Unpatched CPython"]
    assert all("|" not in cell for row in rows for cell in row)


def test_the_subprocessor_tables_come_out_whole(shared: Path) -> None:
    document = read(shared / "corpora/site-policy/privacy-policies/github-subprocessors.md")
    first, second = grid(document, 1), grid(document, 2)
    assert (
        first[0]
        == second[0]
        == [
            "Name of Subprocessor",
            "Description of Processing",
            "Location of Processing",
            "Corporate Location",
        ]
    )
    assert (len(first), len(second)) == (24, 8)
    by_name = {row[0]: row for row in first}
    assert by_name["Twilio (SendGrid)"][1] == "SMS notification provider for 2 Factor Authentication"
    assert second[-1] == ["Semmle Inc", "GitHub Subsidiary", "United States", "United States"]
    assert document.title == "GitHub Subprocessors"


def test_web_pages_in_both_languages_give_sections_tables_and_captions(shared: Path) -> None:
    for name, language in (("docling-project__wiki_duck.html", "en"), ("kreuzberg-dev__berlin_german.html", "de")):
        document = read(shared / "data/fixtures" / name)
        assert_wellformed(document)
        assert uncovered(document) == []
        assert document.language == language
        assert of_kind(document, BlockKind.CAPTION)
    headings = of_kind(read(shared / "data/fixtures/docling-project__wiki_duck.html"), BlockKind.HEADING)
    assert headings[:4] == ["Duck", "Etymology", "Taxonomy", "Morphology"]


def test_the_climate_table_of_the_german_page_claims_no_headers_that_the_page_does_not_mark(shared: Path) -> None:
    document = read(shared / "data/fixtures/kreuzberg-dev__berlin_german.html")
    climate = next(b.table for b in document.blocks if b.table is not None and b.table.columns >= 13)
    rows = grid(document, climate.number)
    assert rows[0][:3] == ["", "Jan", "Feb"]
    assert len(rows) == 7 and all(len(row) == 15 for row in rows)
    assert (climate.header_rows, climate.header_columns) == (0, 0)


def test_a_markdown_page_nests_its_headings(shared: Path) -> None:
    document = read(shared / "data/fixtures/docling-project__wiki.md")
    assert_wellformed(document)
    assert of_kind(document, BlockKind.HEADING) == ["IBM", "1910s–1950s", "1960s–1980s"]
    assert document.title == "IBM"
