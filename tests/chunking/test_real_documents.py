"""The structure strategy on the shared documents: nothing lost, nothing left out let in and sizes kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from chunking_builder import TOY

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.chunking import CHUNKERS, ChunkOptions, indexed_text
from aver.stages.outline import outline
from aver.values.chunks import ChunkKind
from aver.values.documents import Document

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def documents(shared: Path) -> list[Document]:
    policies = sorted((shared / "corpora" / "site-policy").rglob("*.md"))[::4]
    peps = [shared / "corpora" / "peps" / f"pep-{n}.rst" for n in ("0001", "0008", "0418", "0480", "0484", "0505")]
    return [parse(path.read_bytes(), name=path.name, limits=Limits()) for path in [*policies, *peps]]


def test_every_leaf_of_real_documents_is_quotable_and_no_barrier_is(documents: list[Document]) -> None:
    for document in documents:
        covered = bytearray(len(document.text))
        for chunk in CHUNKERS["structure"](document, TOY, ChunkOptions()):
            covered[chunk.start : chunk.end] = b"\x01" * (chunk.end - chunk.start)
        tree = outline(document)
        for start, end in tree.barriers:
            assert not any(covered[start:end])
        parents = {block.parent for block in document.blocks}
        for position, block in enumerate(document.blocks):
            if position not in parents and not tree.blocked(block.start, block.end):
                visible = [i for i in range(block.start, block.end) if not document.text[i].isspace()]
                assert all(covered[i] for i in visible), document.text[block.start : block.end]


def test_only_single_table_rows_go_past_the_cap(documents: list[Document]) -> None:
    options = ChunkOptions()
    checked = 0
    for document in documents:
        for chunk in CHUNKERS["structure"](document, TOY, options):
            checked += 1
            if TOY.count([indexed_text(document, chunk)])[0] > options.max_tokens:
                assert chunk.kind is ChunkKind.TABLE
    assert checked > 500
