"""What holds for every document and every strategy (A4, A5, A8, E6)."""

from __future__ import annotations

import itertools
import re

import pytest
from chunking_builder import TOY, Part, build, bullets, p, section, table
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadConfiguration
from aver.ports import Tokenizer
from aver.stages.chunking import CHUNKERS, ChunkOptions, indexed_text
from aver.values.documents import Block, BlockKind, Document, Role

WORDS = st.lists(
    st.sampled_from(
        ["plan", "refund.", "However,", "days", "Except", "a", "extraordinarily", "Dr.", "14", "Jedoch", "x.", "z. B."]
    ),
    min_size=1,
    max_size=60,
).map(" ".join)
SHORT = st.sampled_from(["Monthly", "14 days", "none", "a longer cell of words", "x"])
ROLES = st.sampled_from([None, None, None, Role.REFERENCES, Role.TOC, Role.FRONT_MATTER])


@st.composite
def grids(draw: st.DrawFn) -> Part:
    width = draw(st.integers(1, 3))
    rows = draw(st.lists(st.tuples(*[SHORT] * width), min_size=1, max_size=20))
    return table(*rows, header_rows=draw(st.integers(0, min(2, len(rows)))))


LEAVES = st.one_of(
    WORDS.map(p),
    st.lists(WORDS, min_size=1, max_size=8).map(lambda items: bullets(*items)),
    grids(),
    WORDS.map(lambda text: Part(BlockKind.CODE, text.replace(" ", "\n"))),
    WORDS.map(lambda text: Part(BlockKind.FURNITURE, text)),
    WORDS.map(lambda text: Part(BlockKind.FOOTNOTE, text)),
    WORDS.map(lambda text: Part(BlockKind.CAPTION, text)),
    WORDS.map(lambda text: Part(BlockKind.QUOTE, parts=(p(text), table(("a", "b"), ("c", "d"))), prefix="> ")),
)
SECTIONS = st.recursive(
    LEAVES,
    lambda parts: st.builds(
        lambda title, below, role, made_up: section(title, *below, role=role, synthetic=made_up and bool(below)),
        st.sampled_from(["Scope", "A long heading of several words", "Fees"]),
        st.lists(parts, max_size=5),
        ROLES,
        st.booleans(),
    ),
    max_leaves=14,
)
DOCUMENTS = st.lists(SECTIONS, max_size=6).map(lambda parts: build(*parts))
OPTIONS = st.builds(
    lambda most, target, overlap: ChunkOptions(
        max_tokens=most, target_tokens=min(target, most), overlap_tokens=min(overlap, most - 1), window_tokens=most
    ),
    st.sampled_from([20, 40, 80, 250]),
    st.sampled_from([10, 30, 120]),
    st.sampled_from([0, 8, 64]),
)


def left_out(document: Document) -> list[bool]:
    result: list[bool] = []
    for block in document.blocks:
        own = block.kind is BlockKind.FURNITURE or block.role in (Role.REFERENCES, Role.TOC)
        result.append(own or (block.parent is not None and result[block.parent]))
    return result


def leaves(document: Document) -> list[Block]:
    parents = {block.parent for block in document.blocks}
    out = left_out(document)
    return [b for i, b in enumerate(document.blocks) if i not in parents and not out[i] and b.start < b.end]


@given(DOCUMENTS, OPTIONS)
def test_every_visible_character_of_every_leaf_is_quotable_and_nothing_left_out_is(
    document: Document, options: ChunkOptions
) -> None:
    covered = bytearray(len(document.text))
    for chunk in CHUNKERS["structure"](document, TOY, options):
        covered[chunk.start : chunk.end] = b"\x01" * (chunk.end - chunk.start)
    for leaf in leaves(document):
        missing = [document.text[i] for i in range(leaf.start, leaf.end) if not covered[i]]
        assert not "".join(missing).strip()
    for block, out in zip(document.blocks, left_out(document), strict=True):
        assert not (out and any(covered[block.start : block.end]))


@given(DOCUMENTS, OPTIONS, st.sampled_from(sorted(CHUNKERS)))
def test_spans_lie_inside_their_parent_in_order_and_counts_are_exact(
    document: Document, options: ChunkOptions, name: str
) -> None:
    chunks = CHUNKERS[name](document, TOY, options)
    assert chunks == CHUNKERS[name](document, TOY, options)
    assert [c.start for c in chunks] == sorted(c.start for c in chunks)
    for chunk in chunks:
        text = document.text[chunk.start : chunk.end]
        assert text
        assert text == text.strip()
        assert 0 <= chunk.parent[0] <= chunk.start < chunk.end <= chunk.parent[1] <= len(document.text)
        assert chunk.tokens == TOY.count([text])[0] or name == "fixed"
        for beside in (chunk.header, chunk.lead_in, chunk.qualifier):
            assert beside is None or not (chunk.start <= beside[0] and beside[1] <= chunk.end)


@given(DOCUMENTS, OPTIONS)
def test_no_chunk_holds_half_a_row_and_split_tables_name_their_header(
    document: Document, options: ChunkOptions
) -> None:
    chunks = CHUNKERS["structure"](document, TOY, options)
    for block in (block for block in document.blocks if block.table is not None):
        grid = block.table
        assert grid is not None
        for chunk in chunks:
            inside = {(c.row, c.column) for c in grid.cells if chunk.start <= c.start and c.end <= chunk.end}
            rows = {row for row, _ in inside}
            assert inside == {(c.row, c.column) for c in grid.cells if c.row in rows}
            touched = any(chunk.start < c.end and c.start < chunk.end for c in grid.cells)
            assert bool(inside) == touched
            if chunk.table_number == grid.number and rows and min(rows) >= grid.header_rows > 0:
                assert chunk.header is not None
                header = document.text[slice(*chunk.header)]
                assert all(document.text[c.start : c.end] in header for c in grid.cells if c.row < grid.header_rows)


@given(DOCUMENTS, OPTIONS)
def test_the_cap_holds_for_all_but_single_table_rows_and_headings(document: Document, options: ChunkOptions) -> None:
    for chunk in CHUNKERS["structure"](document, TOY, options):
        single = chunk.rows is not None and chunk.rows[1] - chunk.rows[0] <= 1 + _header_rows(
            document, chunk.table_number
        )
        if single:
            continue
        assert chunk.tokens <= options.max_tokens
        rendered = TOY.count([indexed_text(document, chunk)])[0]
        assert rendered <= options.max_tokens or rendered - chunk.tokens >= options.max_tokens // 2


def _header_rows(document: Document, number: int | None) -> int:
    return next((b.table.header_rows for b in document.blocks if b.table and b.table.number == number), 0)


@given(WORDS, st.integers(1, 30))
def test_fixed_windows_cover_the_text_without_overlap(text: str, window: int) -> None:
    document = build(p(text))
    chunks = CHUNKERS["fixed"](document, TOY, ChunkOptions(window_tokens=window))
    joined = "".join(document.text[c.start : c.end] for c in chunks)
    assert "".join(joined.split()) == "".join(text.split())
    assert all(c.tokens == window for c in chunks[:-1])
    assert all(one.end <= two.start for one, two in itertools.pairwise(chunks))


@pytest.mark.parametrize(
    "sizes", [{"max_tokens": 4}, {"target_tokens": 0}, {"overlap_tokens": 250}, {"window_tokens": 0}]
)
def test_sizes_that_do_not_fit_together_are_refused(sizes: dict[str, int]) -> None:
    with pytest.raises(BadConfiguration):
        ChunkOptions(**sizes)


def test_one_sentence_without_any_white_space_is_still_cut_to_the_cap() -> None:
    document = build(p("x" * 5000))
    chunks = CHUNKERS["structure"](document, TOY, ChunkOptions(max_tokens=50, target_tokens=50, overlap_tokens=8))
    assert max(chunk.tokens for chunk in chunks) <= 50
    assert "".join(document.text[c.start : c.end] for c in chunks) == "x" * 5000


@pytest.mark.parametrize("text", ["x" * 200_000, "\u200b" * 200_000, "y" * 90_000 + " " + "z" * 90_000])
def test_a_tokeniser_that_sees_one_piece_in_a_megabyte_still_gives_bounded_chunks(text: str) -> None:
    def spans(part: str) -> list[tuple[int, int]]:
        return [match.span() for match in re.finditer(r"\w+", part)]

    blind = Tokenizer(count=lambda texts: [len(spans(one)) for one in texts], spans=spans)
    document = build(p(text))
    chunks = CHUNKERS["structure"](document, blind, ChunkOptions())
    assert max(chunk.end - chunk.start for chunk in chunks) <= 250 * 33
    assert "".join(document.text[c.start : c.end] for c in chunks).replace(" ", "") == text.replace(" ", "")


def test_deep_nesting_costs_no_recursion() -> None:
    inner = "word " * 400
    blocks = [
        Block(kind=BlockKind.QUOTE, start=0, end=len(inner), parent=level - 1 if level else None)
        for level in range(5000)
    ]
    document = Document(
        title="", text=inner, blocks=tuple(blocks), media_type="text/plain", parser="t/1", language="en"
    )
    assert len(CHUNKERS["structure"](document, TOY, ChunkOptions())) > 1
