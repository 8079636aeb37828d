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
from aver.values.documents import BlockKind, Document

pytestmark = pytest.mark.shared


@pytest.fixture(scope="module")
def documents(shared: Path) -> list[Document]:
    policies = sorted((shared / "corpora" / "site-policy").rglob("*.md"))[::4]
    peps = [shared / "corpora" / "peps" / f"pep-{n}.rst" for n in ("0001", "0008", "0418", "0480", "0484", "0505")]
    return [parse(path.read_bytes(), name=path.name, limits=Limits()) for path in [*policies, *peps]]


AWARE = sorted(set(CHUNKERS) - {"fixed", "sliding", "recursive", "proposition"})


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


@pytest.mark.parametrize("name", AWARE)
def test_no_structural_strategy_loses_a_word_of_real_documents(documents: list[Document], name: str) -> None:
    for document in documents[::4]:
        covered = bytearray(len(document.text))
        for chunk in CHUNKERS[name](document, TOY, ChunkOptions()):
            covered[chunk.start : chunk.end] = b"\x01" * (chunk.end - chunk.start)
        tree = outline(document)
        kept = [i for s, e in tree.free(0, len(document.text)) for i in range(s, e) if not document.text[i].isspace()]
        stray = [i for i in kept if not covered[i]]
        inside = {i for b in document.blocks if b.kind is not BlockKind.SECTION for i in range(b.start, b.end)}
        assert not inside.intersection(stray)


LINE_LENGTH = "Limit all lines to a maximum of 79 characters."


@pytest.mark.parametrize(
    ("name", "begins", "ends", "parent"),
    [
        ("structure", "Maximum Line Length", "may not offer dynamic line wrapping at all.", "Maximum Line Length"),
        ("semantic", "Maximum Line Length", "may not offer dynamic line wrapping at all.", "Maximum Line Length"),
        ("section", "Maximum Line Length", "file_2.write(file_1.read())", "Maximum Line Length"),
        ("parent_child", "Maximum Line Length", LINE_LENGTH, "Maximum Line Length"),
        ("proposition", "Maximum Line Length", LINE_LENGTH, "Maximum Line Length"),
        ("hierarchical", "Maximum Line Length", "file_2.write(file_1.read())", "Maximum Line Length"),
        ("table", "Maximum Line Length", "may not offer dynamic line wrapping at all.", "Maximum Line Length"),
        ("code", "Maximum Line Length", "may not offer dynamic line wrapping at all.", "Maximum Line Length"),
        ("sliding", ":\n\n.. code-block::", "so backslashes were", "PEP: 8"),
        ("fixed", ", 2, 3,", ":class: maybe", "PEP: 8"),
        ("recursive", ".. code-block::\n   :class: good", "limited to 72\ncharacters.", "PEP: 8"),
        ("page", "or it may be lined up", "for line continuation.", "Code Lay-out"),
    ],
)
def test_where_each_strategy_cuts_the_rule_on_line_length_of_pep_8(
    documents: list[Document], name: str, begins: str, ends: str, parent: str
) -> None:
    document = next(one for one in documents if one.title == "Style Guide for Python Code")
    found = [c for c in CHUNKERS[name](document, TOY, ChunkOptions()) if LINE_LENGTH in document.text[c.start : c.end]]
    text = document.text[found[0].start : found[0].end]
    assert (text[: len(begins)], text[-len(ends) :]) == (begins, ends)
    assert document.text[found[0].parent[0] :].startswith(parent)


def test_only_single_table_rows_go_past_the_cap(documents: list[Document]) -> None:
    options = ChunkOptions()
    checked = 0
    for document in documents:
        for chunk in CHUNKERS["structure"](document, TOY, options):
            checked += 1
            if TOY.count([indexed_text(document, chunk)])[0] > options.max_tokens:
                assert chunk.kind is ChunkKind.TABLE
    assert checked > 500
