"""Every shared fixture through the child process: read whole, or refused for the reason it is there for (A1, A12)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from document_checks import assert_wellformed, leaves, uncovered
from tests.conftest import SHARED
from tests.depth import the_rest_deep

from aver.errors import EncryptedDocument, NeedsOcr, UnreadableDocument, UnsupportedFormat
from aver.parsers.limits import Limits
from aver.parsers.sandbox import ParserPool
from aver.values.documents import BlockKind, Document

pytestmark = [pytest.mark.shared, pytest.mark.usefixtures("shared")]

FOLDER = SHARED / "data" / "fixtures"
NAMES = sorted(path.name for path in FOLDER.iterdir() if path.is_file()) if FOLDER.is_dir() else []
REFUSED: dict[str, type[UnreadableDocument]] = {
    "mozilla__GHOSTSCRIPT-698804-1-fuzzed.pdf": UnreadableDocument,
    "mozilla__Pages-tree-refs.pdf": UnreadableDocument,
    "py-pdf__libreoffice-writer-password.pdf": EncryptedDocument,
    **{name: UnsupportedFormat for name in NAMES if name.endswith((".xml", ".tex"))},
}
AS_DRAWN = (BlockKind.CODE, BlockKind.TABLE)
FORMATS = {"pdf", "docx", "xlsx", "pptx", "html", "md", "csv", "eml", "json"}


@pytest.fixture(scope="module")
def pool() -> Iterator[ParserPool]:
    with ParserPool(workers=1, limits=Limits()) as opened:
        yield opened


def size_of(name: str) -> int:
    return (FOLDER / name).stat().st_size


@cache
def parsed(pool: ParserPool, name: str) -> Document:
    return pool.parse((FOLDER / name).read_bytes(), name=name)


def test_the_fixtures_cover_the_formats(shared: object) -> None:
    assert {name.rpartition(".")[2] for name in NAMES} >= FORMATS


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_cannot_be_read_is_refused_by_name_and_kind(pool: ParserPool, name: str) -> None:
    with pytest.raises(REFUSED[name]) as refused:
        parsed(pool, name)
    assert name in refused.value.message
    assert issubclass(refused.type, REFUSED[name]) or refused.type is NeedsOcr


@pytest.mark.parametrize("name", the_rest_deep(sorted(set(NAMES) - REFUSED.keys(), key=size_of), 20))
def test_every_span_of_every_fixture_spells_what_stands_there(pool: ParserPool, name: str) -> None:
    document = parsed(pool, name)
    assert document.text and document.blocks
    if not name.endswith(".pdf"):
        assert_wellformed(document)
    for block in document.blocks:
        assert 0 <= block.start < block.end <= len(document.text)
    for leaf in leaves(document):
        words = document.text[leaf.start : leaf.end]
        assert words.strip() and (leaf.kind in AS_DRAWN or words == words.strip())
        for cell in leaf.table.cells if leaf.table is not None else ():
            said = document.text[cell.start : cell.end]
            assert leaf.start <= cell.start <= cell.end <= leaf.end and said == said.strip()
    if name.endswith((".pdf", ".docx", ".xlsx", ".pptx", ".eml")):
        lost = [line for line in uncovered(document) if any(map(str.isalnum, line))]
        assert lost == []
