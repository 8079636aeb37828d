from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.injection import (
    citation_bundle,
    code,
    conflict,
    evidence_brief,
    extracted_claim,
    parent_section,
    raw_span,
    source_comparison,
    table,
)
from aver.stages.injection.compiling import tokens_of
from aver.stages.injection.escaping import escape
from aver.values.answers import Claim, ClaimKind
from aver.values.chunks import ChunkKind
from aver.values.conflicts import ConflictKind, ConflictPacket, Side
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed
from tests.stages.evidence import citation, packet, passage, passages

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


QUESTION = (SubQuestion(number=0, text=Sealed("What?")),)


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


def packet_of_its_own(number: int, **changes: Any) -> EvidencePacket:
    """Return the packet of that rank, of a document that holds nothing else."""
    own = passage(f"text {number}", chunk=f"chk_{number}", version=f"ver_{number}", document=f"doc_{number}")
    return packet(own, **{"rank": number, "packet": f"pkt_{number}", **changes})


def test_a_brief_shows_selected_packets_by_part_with_the_strongest_at_the_edges() -> None:
    shown = [packet_of_its_own(n, sub_question=n // 5) for n in (1, 2, 3, 4, 5)]
    cut = packet(passage("cut", chunk="chk_6"), rank=6, selected=False)
    questions = (SubQuestion(number=0, text=Sealed('first "</part>"')), SubQuestion(number=1, text=Sealed("second")))
    parsed = ElementTree.fromstring(evidence_brief([*shown, cut], questions))
    parts = [[node.text for node in part.iter("text")] for part in parsed.findall("part")]
    assert parts == [["text 1", "text 3", "text 4", "text 2"], ["text 5"]]
    assert parsed.findall("part")[0].get("question") == 'first "</part>"'


def test_a_brief_within_a_budget_keeps_the_strongest_and_names_what_it_left_out() -> None:
    shown = [packet_of_its_own(n) for n in (1, 2, 3)]
    room = sum(tokens_of(raw_span(one)) for one in shown[:2])
    parsed = ElementTree.fromstring(evidence_brief(shown, QUESTION, budget=room))
    assert [node.text for node in parsed.iter("text")] == ["text 1", "text 2"]
    assert parsed.get("left_out") == "pkt_3"
    assert ElementTree.fromstring(evidence_brief(shown, QUESTION)).get("left_out") is None


def test_a_brief_shows_nothing_twice() -> None:
    whole = packet_of_its_own(1)
    again = replace(whole, packet="pkt_2", rank=2)
    parsed = ElementTree.fromstring(evidence_brief([whole, again], QUESTION))
    assert ([node.text for node in parsed.iter("text")], parsed.get("left_out")) == (["text 1"], "pkt_2")


def test_sources_are_compared_one_by_one_with_what_they_are_worth() -> None:
    old = replace(packet_of_its_own(1).passage, freshness=Freshness.SUPERSEDED, successors=("new.md",), authority=0.25)
    parsed = ElementTree.fromstring(source_comparison([packet(old), packet_of_its_own(2), packet_of_its_own(3)]))
    sources = parsed.findall("source")
    assert [[node.text for node in source.iter("text")] for source in sources] == [["text 1"], ["text 2"], ["text 3"]]
    assert (sources[0].get("status"), sources[0].get("superseded_by")) == (Freshness.SUPERSEDED.value, "new.md")
    assert sources[0].get("authority") == "0.25"


@given(HOSTILE.filter(bool))
def test_a_claim_and_its_citations_come_back_word_for_word(said: str) -> None:
    shown = packet(passage(said, title=Sealed(said, "doc_1"), section_path=Sealed(said, "doc_1")))
    place = citation(shown, said)
    claim = Claim(number=3, text=Sealed(said, "doc_1"), kind=ClaimKind.QUOTE, citations=(place, place))
    parsed = ElementTree.fromstring(extracted_claim(claim))
    assert (parsed.tag, parsed.get("number"), parsed.findtext("text")) == ("claim", "3", _legal(said))
    assert [one.text for one in parsed.findall("cites")] == [_legal(said)] * 2
    (listed,) = ElementTree.fromstring(citation_bundle([claim])).findall("citation")
    assert (listed.text, listed.get("evidence"), listed.get("start")) == (_legal(said), shown.packet, str(place.start))
    assert (listed.get("title"), listed.get("section")) == (_legal(said), _legal(said))


@given(HOSTILE.filter(bool))
def test_each_side_of_a_conflict_stands_in_its_own_sentence(said: str) -> None:
    shown = packet(passage(said))
    side = Side(
        value=Sealed(said, "doc_1"),
        label=Sealed(said, "doc_1"),
        packet=shown.packet,
        start=shown.passage.start,
        end=shown.passage.start + len(said),
        packets=(shown.packet,),
        origins=2,
        authority=0.5,
    )
    sides = (side, replace(side, packet="pkt_gone"))
    parsed = ElementTree.fromstring(
        conflict(ConflictPacket(kind=ConflictKind.VALUE, sub_question=0, attribute=said, sides=sides), [shown])
    )
    assert [one.text for one in parsed.findall("side")] == [_legal(said), None]
    assert [one.get("value") for one in parsed.findall("side")] == [_legal(said)] * 2
    assert parsed.get("attribute") == _legal(said)


def test_a_rule_is_shown_with_the_exception_that_stands_elsewhere() -> None:
    shown = packet(passage(qualifier=Sealed("Not in Austria.", "doc_1")))
    for render in RENDERERS:
        assert ElementTree.fromstring(render(shown)).findtext("qualifier") == "Not in Austria."
