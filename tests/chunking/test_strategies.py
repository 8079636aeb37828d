"""Every strategy on generated documents, and what each of them is for on small ones (A4, A5, A7, A8, E6)."""

from __future__ import annotations

import dataclasses
import itertools

import pytest
from chunking_builder import TOY, Part, build, p, section, table
from hypothesis import given
from hypothesis import strategies as st
from test_chunking_properties import DOCUMENTS, OPTIONS, leaves, left_out

from aver.errors import BadConfiguration
from aver.ports import Tokenizer
from aver.stages.chunking import CHUNKERS, PROFILES, ChunkOptions
from aver.stages.propositions.lexicon import JOINT
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import BlockKind, Document, Page, Role

BLIND = {"fixed", "sliding", "recursive"}
AWARE = sorted(set(CHUNKERS) - BLIND)
COARSE = {"fixed", "sliding", "page", "section", "hierarchical"}


def texts(document: Document, chunks: tuple[Chunk, ...]) -> list[str]:
    return [document.text[chunk.start : chunk.end] for chunk in chunks]


def cut(name: str, document: Document, **sizes: int) -> tuple[Chunk, ...]:
    return CHUNKERS[name](document, TOY, ChunkOptions(**{"overlap_tokens": 12, **sizes}))


def covered(document: Document, chunks: tuple[Chunk, ...]) -> bytearray:
    found = bytearray(len(document.text))
    for chunk in chunks:
        found[chunk.start : chunk.end] = b"\x01" * (chunk.end - chunk.start)
    return found


@given(DOCUMENTS, OPTIONS, st.sampled_from(sorted(set(AWARE) - {"proposition"})))
def test_structural_strategies_lose_no_visible_character(document: Document, options: ChunkOptions, name: str) -> None:
    seen = covered(document, CHUNKERS[name](document, TOY, options))
    for leaf in leaves(document):
        assert not "".join(document.text[i] for i in range(leaf.start, leaf.end) if not seen[i]).strip()


@given(DOCUMENTS, OPTIONS)
def test_propositions_lose_nothing_but_the_joints_between_clauses(document: Document, options: ChunkOptions) -> None:
    seen = covered(document, CHUNKERS["proposition"](document, TOY, options))
    for leaf in leaves(document):
        missing = [i for i in range(leaf.start, leaf.end) if not seen[i]]
        for _, run in itertools.groupby(enumerate(missing), key=lambda pair: pair[1] - pair[0]):
            places = [place for _, place in run]
            lost = document.text[places[0] : places[-1] + 1]
            assert not lost.strip() or JOINT.fullmatch(lost)


@given(DOCUMENTS, OPTIONS, st.sampled_from(sorted(BLIND - {"fixed"})))
def test_blind_strategies_cover_the_text_between_what_is_left_out(
    document: Document, options: ChunkOptions, name: str
) -> None:
    seen = covered(document, CHUNKERS[name](document, TOY, options))
    for leaf in leaves(document):
        assert not "".join(document.text[i] for i in range(leaf.start, leaf.end) if not seen[i]).strip()


@given(DOCUMENTS, OPTIONS, st.sampled_from(sorted(set(CHUNKERS) - {"fixed"})))
def test_no_strategy_but_the_baseline_quotes_what_is_left_out(
    document: Document, options: ChunkOptions, name: str
) -> None:
    seen = covered(document, CHUNKERS[name](document, TOY, options))
    for block, out in zip(document.blocks, left_out(document), strict=True):
        assert not (out and any(seen[block.start : block.end]))


@given(DOCUMENTS, OPTIONS, st.sampled_from(sorted(CHUNKERS)))
def test_no_two_chunks_of_a_strategy_are_the_same_span(document: Document, options: ChunkOptions, name: str) -> None:
    chunks = CHUNKERS[name](document, TOY, options)
    assert len({(chunk.start, chunk.end) for chunk in chunks}) == len(chunks)


@given(DOCUMENTS, OPTIONS, st.sampled_from(AWARE))
def test_no_structural_strategy_cuts_a_row_or_mixes_a_table_with_prose(
    document: Document, options: ChunkOptions, name: str
) -> None:
    chunks = CHUNKERS[name](document, TOY, options)
    for grid in (block.table for block in document.blocks if block.table is not None):
        for chunk in chunks:
            inside = {(c.row, c.column) for c in grid.cells if chunk.start <= c.start and c.end <= chunk.end}
            rows = {row for row, _ in inside}
            assert inside == {(c.row, c.column) for c in grid.cells if c.row in rows}
            assert not inside or chunk.kind is ChunkKind.TABLE


@given(DOCUMENTS, OPTIONS, st.sampled_from(sorted(CHUNKERS)))
def test_the_cap_of_the_strategy_holds_for_all_but_single_rows(
    document: Document, options: ChunkOptions, name: str
) -> None:
    cap = max(options.window_tokens, options.max_tokens) if name in COARSE else options.max_tokens
    cap = options.target_tokens if name == "recursive" else options.window_tokens if name == "sliding" else cap
    headers = {b.table.number: b.table.header_rows for b in document.blocks if b.table is not None}
    for chunk in CHUNKERS[name](document, TOY, options):
        single = chunk.rows is not None and chunk.rows[1] - chunk.rows[0] <= 1 + headers[chunk.table_number or 0]
        assert single or chunk.tokens <= cap


@given(DOCUMENTS, OPTIONS, st.sampled_from(["parent_child", "hierarchical"]))
def test_a_nested_chunk_lies_in_a_parent_of_at_most_the_window_or_in_its_section(
    document: Document, options: ChunkOptions, name: str
) -> None:
    chunks = CHUNKERS[name](document, TOY, options)
    spans = {(chunk.start, chunk.end) for chunk in chunks}
    for chunk in chunks:
        size = TOY.count([document.text[slice(*chunk.parent)]])[0]
        single = chunk.kind is ChunkKind.TABLE
        if name == "parent_child":
            assert single or size <= options.coarse.max_tokens
        else:
            top = not any(s != (chunk.start, chunk.end) and s[0] <= chunk.start and chunk.end <= s[1] for s in spans)
            assert top or chunk.parent in spans


STORY = "Monthly plans are refunded within 14 days. Yearly plans are not refunded. The refund is paid by card. "


def test_sliding_windows_share_their_overlap_so_that_short_texts_stand_whole_somewhere() -> None:
    document = build(p("one two three four five six seven eight nine ten"))
    found = texts(document, cut("sliding", document, window_tokens=6, overlap_tokens=2))
    assert found[0] == "one two three four five six"
    assert found[1].startswith("five six")
    assert all(any(f"{a} {b}" in text for text in found) for a, b in itertools.pairwise(document.text.split()))


def test_sliding_windows_go_on_where_the_overlap_would_be_the_whole_window() -> None:
    document = build(p("one two three four"))
    assert len(cut("sliding", document, window_tokens=1)) == 4


def test_recursive_splitting_prefers_blank_lines_then_sentences() -> None:
    document = build(p("Short paragraph here."), p(STORY * 4), p("Last one."))
    found = texts(document, cut("recursive", document, target_tokens=40, max_tokens=40, overlap_tokens=0))
    assert found[-1] == "Last one." or found[-1].endswith("\n\nLast one.")
    assert all(text.endswith((".", "here.")) for text in found)


def test_semantic_chunks_break_where_the_vectors_drift_apart() -> None:
    cats, taxes = "Cats chase cats. Cats catch cats. ", "Taxes tax taxes. Tax the taxes too."
    document = build(p(cats + taxes))
    assert texts(document, cut("semantic", document)) == [cats.strip(), taxes]


def test_semantic_chunking_without_an_encoder_is_a_typed_error_with_a_hint() -> None:
    with pytest.raises(BadConfiguration) as caught:
        CHUNKERS["semantic"](build(p("x")), dataclasses.replace(TOY, encode=None), ChunkOptions())
    assert "encode" in caught.value.hint


def test_only_the_semantic_strategy_asks_the_encoder() -> None:
    mute = Tokenizer(count=TOY.count, spans=TOY.spans)
    document = build(section("Fees", p(STORY), table(("a", "b"), ("c", "d"))))
    for name in set(CHUNKERS) - {"semantic"}:
        assert CHUNKERS[name](document, mute, ChunkOptions())


def test_a_page_chunk_holds_what_begins_on_the_page_and_the_section_that_holds_it_all() -> None:
    document = build(section("Fees", section("Monthly", p("Ten a month.")), section("Yearly", p("Ninety a year."))))
    half = document.text.index("Yearly")
    pages = tuple(
        Page(number=n, label=str(n), width=1, height=1, start=start, end=end)
        for n, (start, end) in enumerate(((0, half), (half, len(document.text))), start=1)
    )
    split = cut("page", dataclasses.replace(document, pages=pages))
    assert [(chunk.page, chunk.section[-1]) for chunk in split] == [
        (1, document.blocks[2].ref),
        (2, next(b.ref for b in document.blocks if b.start == half)),
    ]
    (whole,) = cut("page", document)
    assert [ref for ref in whole.section] == [document.blocks[0].ref]


def test_a_section_is_one_chunk_up_to_the_window_and_its_table_stands_alone() -> None:
    document = build(section("Refunds", p(STORY * 5), table(("Plan", "Days"), ("Monthly", "14"))))
    prose, grid = cut("section", document)
    assert document.text[prose.start : prose.end].count("Monthly plans") == 5
    assert grid.kind is ChunkKind.TABLE
    assert len(cut("structure", document, target_tokens=60, max_tokens=60)) > 2


def test_children_are_small_and_their_parent_is_the_section_around_them() -> None:
    document = build(section("Refunds", p(STORY * 5)), section("Fees", p("None are due.")))
    children = cut("parent_child", document)
    first = [chunk for chunk in children if chunk.parent == children[0].parent]
    assert len(first) >= 3
    assert document.text[slice(*first[0].parent)] == f"Refunds\n\n{(STORY * 5).strip()}"
    assert document.text[slice(*children[-1].parent)].startswith("Fees")


def test_hierarchical_chunks_stand_at_three_levels_and_name_the_one_above() -> None:
    document = build(section("Refunds", p(STORY * 9)))
    chunks = cut("hierarchical", document, target_tokens=100, window_tokens=400)
    assert document.text[chunks[0].start : chunks[0].end] == document.text.strip()
    middle = [chunk for chunk in chunks if chunk.parent == (chunks[0].start, chunks[0].end)]
    assert len(middle) >= 2
    assert any(chunk.parent == (middle[1].start, middle[1].end) for chunk in chunks if chunk not in middle)


def test_table_rows_stand_alone_with_their_header_beside_them_and_the_table_around_them() -> None:
    document = build(p("Days by plan."), table(("Plan", "Days"), ("Monthly", "14"), ("Yearly", "0"), ("Trial", "7")))
    rows = [chunk for chunk in cut("table", document) if chunk.kind is ChunkKind.TABLE]
    assert [chunk.rows for chunk in rows] == [(0, 2), (2, 3), (3, 4)]
    assert "Yearly" in document.text[rows[1].start : rows[1].end]
    assert rows[1].header is not None
    assert "Plan" in document.text[slice(*rows[1].header)]
    assert "Trial" in document.text[slice(*rows[0].parent)]


def test_rows_under_a_cell_that_spans_them_are_not_taken_apart() -> None:
    document = build(table(("Plan", "Days"), ("Monthly", "14"), ("Yearly", "0"), ("Trial", "7")))
    (block,) = (one for one in document.blocks if one.table is not None)
    assert block.table is not None
    cells = tuple(
        dataclasses.replace(cell, row_span=2) if (cell.row, cell.column) == (1, 0) else cell
        for cell in block.table.cells
    )
    spanned = dataclasses.replace(block, table=dataclasses.replace(block.table, cells=cells))
    chunks = cut("table", dataclasses.replace(document, blocks=(spanned,)))
    assert [chunk.rows for chunk in chunks] == [(0, 3), (3, 4)]


SOURCE = """import os

class Store:
    \"\"\"Keeps things.\"\"\"

    def read(self, key):
        value = self.rows[key]
        return value

    def write(self, key, value):
        if value is None:
            raise ValueError(key)
        else:
            self.rows[key] = value

def main():
    store = Store()
    store.write("a", 1)
"""


def test_code_is_cut_where_definitions_begin_and_names_the_class_of_a_method() -> None:
    document = build(Part(BlockKind.CODE, SOURCE.rstrip()))
    chunks = cut("code", document, max_tokens=48, target_tokens=30)
    found = texts(document, chunks)
    write = next(i for i, text in enumerate(found) if text.startswith("def write"))
    assert "self.rows[key] = value" in found[write]
    lead_in = chunks[write].lead_in
    assert lead_in is not None
    assert document.text[slice(*lead_in)] == "class Store:"
    assert any(text.startswith("def main") for text in found)
    assert not any("def read" in text and "def main" in text for text in found)


def test_braces_close_the_definition_they_belong_to() -> None:
    source = "int one() {\n    return 1;\n}\nint two() {\n    return 2;\n}"
    document = build(Part(BlockKind.CODE, source))
    found = texts(document, cut("code", document, max_tokens=16, target_tokens=16, overlap_tokens=0))
    assert found == ["int one() {\n    return 1;\n}", "int two() {\n    return 2;\n}"]


def test_a_sentence_of_two_statements_gives_two_chunks_and_the_second_names_its_subject() -> None:
    document = build(section("Duties", p("The controller must keep a record, and may delete it. Nothing else is due.")))
    chunks = cut("proposition", document)
    found = texts(document, chunks)
    assert found == ["Duties\n\nThe controller must keep a record", "may delete it.", "Nothing else is due."]
    assert chunks[1].lead_in is not None
    assert document.text[slice(*chunks[1].lead_in)] == "The controller"


@pytest.mark.parametrize("name", AWARE)
def test_a_rule_and_the_exception_after_it_stay_together_or_name_each_other(name: str) -> None:
    rule, exception = "Plans are refunded in full.", "However, yearly plans are not refunded at all."
    document = build(section("Refunds", p(f"{rule} {exception} Write to us.")))
    chunks = [c for c in cut(name, document) if rule in document.text[c.start : c.end]]
    assert chunks
    for chunk in chunks:
        beside = "" if chunk.qualifier is None else document.text[slice(*chunk.qualifier)]
        assert exception in document.text[chunk.start : chunk.end] + beside


@pytest.mark.parametrize("name", sorted(set(CHUNKERS) - {"fixed"}))
def test_reference_lists_are_no_evidence(name: str) -> None:
    document = build(
        section("Text", p("Claims are made.")), section("References", p("Doe 1999."), role=Role.REFERENCES)
    )
    assert not any("Doe" in text for text in texts(document, cut(name, document)))


@pytest.mark.parametrize("name", sorted(CHUNKERS))
def test_an_empty_document_has_no_chunks(name: str) -> None:
    assert CHUNKERS[name](build(), TOY, ChunkOptions()) == ()


@pytest.mark.parametrize("name", sorted(CHUNKERS))
def test_large_documents_are_cut_in_linear_time_and_without_recursion(name: str) -> None:
    deep = "\n".join(" " * (n % 300) + f"if x{n}:" for n in range(3_000))
    document = build(Part(BlockKind.CODE, deep), p("word, and " * 3_000), p("a\n" * 3_000))
    assert len(CHUNKERS[name](document, TOY, ChunkOptions())) > 10


def test_every_profile_names_a_strategy_and_every_task_of_the_requirement_has_one() -> None:
    tasks = "support policy legal code science tables finance multi_hop whole_document"
    assert set(PROFILES) == set(tasks.split())
    assert all(profile.strategy in CHUNKERS and profile.why for profile in PROFILES.values())
