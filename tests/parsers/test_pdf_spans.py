"""What must hold of every parsed PDF: spans, tree, cells and words."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from tests.depth import the_rest_deep

from aver.parsers.limits import Limits
from aver.parsers.pdf import parse_pdf
from aver.parsers.pdf.layout import read_layout
from aver.parsers.pdf.parse import read_leaves
from aver.parsers.pdf.source import read_source
from aver.values.documents import BlockKind, Document

FIXTURES = (
    "allenai__2020.acl-main.447.pdf",
    "allenai__2023.eacl-main.121.pdf",
    "docling-project__code_and_formula.pdf",
    "jsvine__federal-register-2020-17221.pdf",
    "py-pdf__multicolumn.pdf",
    "py-pdf__pdflatex-outline.pdf",
    "tabulapdf__eu-001.pdf",
    "tabulapdf__eu-004.pdf",
    "tabulapdf__eu-010.pdf",
    "tabulapdf__eu-017.pdf",
    "tabulapdf__us-005.pdf",
    "tabulapdf__us-012.pdf",
    "tabulapdf__us-022.pdf",
)


@cache
def parsed(path: Path) -> Document:
    return parse_pdf(path.read_bytes(), limits=Limits())


@pytest.fixture(params=the_rest_deep(FIXTURES[2:] + FIXTURES[:2], 4))
def fixture_path(request: pytest.FixtureRequest, shared: Path) -> Path:
    return shared / "data" / "fixtures" / str(request.param)


def test_children_lie_inside_their_parent_and_siblings_are_disjoint_and_in_order(fixture_path: Path) -> None:
    blocks = parsed(fixture_path).blocks
    assert blocks
    last_end: dict[int | None, int] = {}
    for position, block in enumerate(blocks):
        if block.parent is not None:
            assert block.parent < position
            assert blocks[block.parent].start <= block.start <= block.end <= blocks[block.parent].end
        assert last_end.get(block.parent, 0) <= block.start < block.end
        last_end[block.parent] = block.end


def test_every_character_outside_the_leaves_is_a_separator(fixture_path: Path) -> None:
    document = parsed(fixture_path)
    inner = {block.parent for block in document.blocks}
    covered = [False] * len(document.text)
    for position, block in enumerate(document.blocks):
        if position not in inner:
            covered[block.start : block.end] = [True] * (block.end - block.start)
    assert {c for c, inside in zip(document.text, covered, strict=True) if not inside} <= {"\n"}


def test_every_word_of_the_page_stands_in_exactly_one_leaf(fixture_path: Path) -> None:
    data = fixture_path.read_bytes()
    source = read_source(data, limits=Limits())
    leaves = read_leaves(source, read_layout(data, max_pages=100))
    for page in source.pages:
        held = [id(word) for leaf in leaves if leaf.page == page.number for word in leaf.words]
        assert sorted(held) == sorted(id(word) for word in page.words)


def test_the_canonical_text_has_exactly_the_characters_that_pdfium_reads(fixture_path: Path) -> None:
    source = read_source(fixture_path.read_bytes(), limits=Limits())
    document = parsed(fixture_path)
    read = sorted(c for page in source.pages for word in page.words for c in word.text if c != "|")
    assert sorted(c for c in document.text if not c.isspace() and c != "|") == read


def test_cells_tile_the_grid_and_their_spans_are_their_text(fixture_path: Path) -> None:
    document = parsed(fixture_path)
    for block in document.blocks:
        if block.kind is not BlockKind.TABLE:
            continue
        assert block.table is not None
        places = [
            (row, column)
            for cell in block.table.cells
            for row in range(cell.row, cell.row + cell.row_span)
            for column in range(cell.column, cell.column + cell.column_span)
        ]
        assert sorted(places) == [(r, c) for r in range(block.table.rows) for c in range(block.table.columns)]
        lines = document.text[block.start : block.end].split("\n")
        assert len(lines) == block.table.rows
        for cell in block.table.cells:
            assert block.start <= cell.start <= cell.end <= block.end
            text = document.text[cell.start : cell.end]
            assert text == text.strip() and "\n" not in text


def test_regions_lie_on_the_page_and_hold_the_block(fixture_path: Path) -> None:
    document = parsed(fixture_path)
    pages = {page.number: page for page in document.pages}
    for block in document.blocks:
        for region in block.regions:
            page = pages[region.page]
            assert page.start <= block.end and block.start <= page.end
            assert region.x0 < region.x1 and region.y0 < region.y1
            assert region.x1 <= page.width + 5 and region.y1 <= page.height + 5


def test_parsing_the_same_bytes_twice_gives_the_same_document(shared: Path) -> None:
    data = (shared / "data" / "fixtures" / "tabulapdf__eu-004.pdf").read_bytes()
    assert parse_pdf(data, limits=Limits()) == parse_pdf(data, limits=Limits())
