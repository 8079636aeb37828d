"""The form in which documents leave the child: lossless for real ones, refused when anything is off."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.parsers.wire import WireError, document_from_json, document_to_json
from aver.values.documents import (
    Block,
    BlockKind,
    Cell,
    Document,
    Named,
    Page,
    ParseWarning,
    Region,
    Role,
    Synthetic,
    Table,
)

TABLE = Table(
    number=1,
    rows=2,
    columns=2,
    header_rows=1,
    header_columns=0,
    cells=(
        Cell(row=0, column=0, start=6, end=7, column_span=2, is_header=True),
        Cell(row=1, column=1, start=8, end=9, ref="S!B2"),
    ),
    caption="Zahlen",
)
REGION = Region(page=1, x0=0.5, y0=1.0, x1=2.0, y1=3.0)
FULL = Document(
    title="Titel",
    text="Größe 1 2 😀 end",
    blocks=(
        Block(kind=BlockKind.SECTION, start=0, end=15, level=1, ref=Named(title="Größe"), role=Role.ABSTRACT),
        Block(
            kind=BlockKind.HEADING,
            start=0,
            end=5,
            parent=0,
            level=1,
            regions=(REGION,),
        ),
        Block(kind=BlockKind.TABLE, start=6, end=9, parent=0, table=TABLE, language="de"),
        Block(kind=BlockKind.SECTION, start=10, end=15, parent=0, ref=Synthetic(label="page 2")),
    ),
    media_type="application/pdf",
    parser="p/1",
    language="de",
    pages=(Page(number=1, label="i", width=595.0, height=842.0, start=0, end=15, needs_ocr=True),),
    fields=(("title", "Titel"), ("status", "active")),
    warnings=(ParseWarning(code="c", detail="d", page=1),),
)


def test_every_part_of_a_document_survives() -> None:
    assert document_from_json(document_to_json(FULL)) == FULL


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=80),
    st.sampled_from(["a.md", "a.rst", "a.html", "a.txt"]),
)
def test_parsed_documents_survive(source: str, name: str) -> None:
    document = parse(source.encode(), name=name, limits=Limits())
    assert document_from_json(document_to_json(document)) == document


def changed(edit: Callable[[Any], None]) -> bytes:
    form = json.loads(document_to_json(FULL))
    edit(form)
    return json.dumps(form).encode()


KIND, START, END, PARENT, LEVEL, REF, ROLE, GRID, REGIONS, LANGUAGE = range(10)
CELLS = 6
EDITS: dict[str, Callable[[Any], None]] = {
    "span_beyond_the_text": lambda f: f["blocks"][0].__setitem__(END, 16),
    "negative_start": lambda f: f["blocks"][0].__setitem__(START, -1),
    "start_after_end": lambda f: f["blocks"][1].__setitem__(START, 6),
    "span_as_a_boolean": lambda f: f["blocks"][0].__setitem__(START, False),
    "span_as_a_float": lambda f: f["blocks"][0].__setitem__(END, 15.0),
    "child_outside_its_parent": lambda f: f["blocks"][3].__setitem__(PARENT, 2),
    "parent_after_its_child": lambda f: f["blocks"][1].__setitem__(PARENT, 1),
    "negative_parent": lambda f: f["blocks"][1].__setitem__(PARENT, -1),
    "overlapping_siblings": lambda f: f["blocks"][2].__setitem__(START, 4),
    "unknown_kind": lambda f: f["blocks"][0].__setitem__(KIND, "chapter"),
    "unknown_role": lambda f: f["blocks"][0].__setitem__(ROLE, "hero"),
    "unknown_name": lambda f: f["blocks"][0].__setitem__(REF, ["real", "x"]),
    "level_as_text": lambda f: f["blocks"][0].__setitem__(LEVEL, "1"),
    "cell_outside_its_table": lambda f: f["blocks"][2][GRID][CELLS][0].__setitem__(2, 5),
    "cell_beyond_the_grid": lambda f: f["blocks"][2][GRID][CELLS][0].__setitem__(5, 3),
    "cell_spanning_nothing": lambda f: f["blocks"][2][GRID][CELLS][0].__setitem__(4, 0),
    "more_headers_than_rows": lambda f: f["blocks"][2][GRID].__setitem__(3, 3),
    "region_not_finite": lambda f: f["blocks"][1][REGIONS][0].__setitem__(1, float("nan")),
    "language_as_a_list": lambda f: f["blocks"][2].__setitem__(LANGUAGE, []),
    "block_too_short": lambda f: f["blocks"][0].pop(),
    "text_as_a_number": lambda f: f.__setitem__("text", 5),
    "title_missing": lambda f: f.pop("title"),
    "field_of_three": lambda f: f["fields"].append(["a", "b", "c"]),
    "page_beyond_the_text": lambda f: f["pages"][0].__setitem__(5, 99),
    "blocks_as_an_object": lambda f: f.__setitem__("blocks", {}),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_document_with_one_thing_wrong_is_refused(name: str) -> None:
    with pytest.raises(WireError):
        document_from_json(changed(EDITS[name]))


@given(st.binary(max_size=60) | st.sampled_from([b"null", b"[]", b"3", b'"x"', b"[" * 100_000]))
def test_any_other_bytes_are_refused(payload: bytes) -> None:
    with pytest.raises(WireError):
        document_from_json(payload)
