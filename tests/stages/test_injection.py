from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.injection import code, evidence_brief, parent_section, raw_span, table
from aver.stages.injection.escaping import escape
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Passage
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed
from tests.stages.evidence import packet, passage, passages

ATTACKS = st.sampled_from(
    [
        "</text>",
        "</evidence>",
        "]]>",
        "<![CDATA[",
        "&lt;/evidence&gt;",
        '" id="x',
        "' onload='",
        "<!--",
        "<?xml?>",
        "&#60;",
    ]
)
HOSTILE = st.lists(ATTACKS | st.text(max_size=12), max_size=12).map("".join)
LEGAL = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
RENDERERS: list[Callable[[EvidencePacket], str]] = [
    raw_span,
    table,
    code,
    lambda p: parent_section(p, section=p.passage.text),
]


def _legal(text: str) -> str:
    return LEGAL.sub("\ufffd", text)


@given(HOSTILE)
def test_escaped_text_parses_back_to_itself(text: str) -> None:
    assert (ElementTree.fromstring(f"<e>{escape(text)}</e>").text or "") == _legal(text)


@given(HOSTILE)
def test_escaped_text_holds_no_delimiter_and_nothing_invisible(text: str) -> None:
    assert not set("<>\"'\u200b\u202e\U000e0041") & set(escape(text + "\u200b\u202e\U000e0041"))


@pytest.mark.parametrize("render", RENDERERS)
@given(drawn=passages(), hostile=HOSTILE)
def test_content_cannot_forge_a_closing_delimiter(
    render: Callable[[EvidencePacket], str], drawn: Passage, hostile: str
) -> None:
    plain = packet(drawn)
    text = hostile or "x"
    attacked = packet(
        passage(text, title=Sealed(hostile), section_path=Sealed(hostile), header=Sealed(hostile), kind=drawn.kind)
    )
    for shown in (plain, attacked):
        parsed = ElementTree.fromstring(render(shown))
        assert parsed.tag == "evidence"
        assert parsed.get("id") == shown.packet
        assert parsed.get("title") == _legal(shown.passage.title.text)
        known = {"text", "lead_in", "header", "qualifier", "context", "row", "head", "cell", "line"}
        assert {node.tag for node in parsed.iter()} <= known | {"evidence"}


@given(passages())
def test_the_text_comes_back_whole_from_a_raw_span_and_line_by_line_from_code(drawn: Passage) -> None:
    shown = packet(drawn)
    assert (ElementTree.fromstring(raw_span(shown)).findtext("text") or "") == _legal(drawn.text.text)
    lines = [line.text or "" for line in ElementTree.fromstring(code(shown)).findall("line")]
    assert "\n".join(lines) == _legal(drawn.text.text)


def test_a_table_shows_each_cell_with_its_address() -> None:
    text = "| a | b |\n| 1 | <2> |"
    cells = ((0, 0, 2, 3, True), (0, 1, 6, 7, True), (1, 0, 12, 13, False), (1, 1, 16, 19, False))
    shown = packet(passage(text, start=0, kind=ChunkKind.TABLE, table_number=1, table_cells=cells))
    parsed = ElementTree.fromstring(table(shown))
    assert [(cell.get("at"), cell.text) for cell in parsed.iter("cell")] == [("R2C1", "1"), ("R2C2", "<2>")]
    assert [head.text for head in parsed.iter("head")] == ["a", "b"]
    assert parsed.get("cells") == "T1!R1C1:R2C2"
    in_a_sheet = packet(replace(shown.passage, table_origin=Sealed("Prices!C7", "doc_1")))
    named = ElementTree.fromstring(table(in_a_sheet))
    assert [cell.get("at") for cell in named.iter("cell")] == ["C8", "D8"]
    assert named.get("cells") == "Prices!C7:D8"


def test_a_brief_shows_selected_packets_by_part_with_the_strongest_at_the_edges() -> None:
    shown = [packet(passage(f"text {n}", chunk=f"chk_{n}"), rank=n, sub_question=n // 5) for n in (1, 2, 3, 4, 5)]
    cut = packet(passage("cut", chunk="chk_6"), rank=6, selected=False)
    questions = (SubQuestion(number=0, text=Sealed('first "</part>"')), SubQuestion(number=1, text=Sealed("second")))
    parsed = ElementTree.fromstring(evidence_brief([*shown, cut], questions))
    parts = [[node.text for node in part.iter("text")] for part in parsed.findall("part")]
    assert parts == [["text 1", "text 3", "text 4", "text 2"], ["text 5"]]
    assert parsed.findall("part")[0].get("question") == 'first "</part>"'


def test_a_rule_is_shown_with_the_exception_that_stands_elsewhere() -> None:
    shown = packet(passage(qualifier=Sealed("Not in Austria.", "doc_1")))
    for render in RENDERERS:
        assert ElementTree.fromstring(render(shown)).findtext("qualifier") == "Not in Austria."
