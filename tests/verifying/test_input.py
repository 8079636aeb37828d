"""Answers as other systems send them: every shape that is promised, and a named field for every other."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadInput
from aver.flows.verify_input import LONGEST_CLAIM, MOST_CITATIONS, MOST_CLAIMS, read_submission
from aver.stages.verifying.splitting import claims_of_answer
from aver.values.evidence import Freshness
from aver.values.verification import GivenCitation, GivenClaim, Submission

SOURCE = {"id": "a.md", "text": "Refunds take 14 days.", "format": "markdown", "status": "superseded"}


def read(value: Any) -> Submission:
    return read_submission(json.dumps(value).encode())


def test_the_body_of_the_service_is_read_field_by_field() -> None:
    cited = {"source": "a.md", "quote": "14 days", "span": {"start": 13, "end": 20}, "version_id": "v1"}
    found = read(
        {"claims": [{"text": " Refunds take 14 days. ", "citations": [cited, "a.md", 1]}], "sources": [SOURCE]}
    )
    citation = GivenCitation(source="a.md", quote="14 days", start=13, end=20, version="v1")
    others = (GivenCitation(source="a.md"), GivenCitation(source="1"))
    assert found.claims == (GivenClaim(text="Refunds take 14 days.", citations=(citation, *others)),)
    assert (found.sources[0].markdown, found.sources[0].freshness) == (True, Freshness.SUPERSEDED)


def test_what_aver_ask_prints_can_be_verified_as_it_is() -> None:
    cited = {
        "packet_id": "pkt_1",
        "document_id": "doc_1",
        "uri": "leave/notice.md",
        "version_id": "ver_1",
        "title": "Notice",
        "page": None,
        "section_path": "Employees",
        "span": {"start": 3, "end": 9},
        "quote": "a week",
        "table_cell_range": None,
        "levels": ["document"],
    }
    claim = {"text": "It is a week.", "kind": "quote", "citations": [cited], "findings": []}
    found = read({"run_id": "run_1", "question": "?", "answer": {"text": "It is a week.", "claims": [claim]}})
    citation = found.claims[0].citations[0]
    assert (citation.source, citation.section, citation.start, citation.version) == (
        "leave/notice.md",
        "Employees",
        3,
        "ver_1",
    )


def test_prose_cites_by_number_and_by_the_names_of_its_sources() -> None:
    found = read({"answer": "Refunds take 14 days [1]. They are free. [a.md] See [sic] there.", "sources": [SOURCE]})
    assert [(one.text, [c.source for c in one.citations]) for one in found.claims] == [
        ("Refunds take 14 days.", ["1"]),
        ("They are free.", ["a.md"]),
        ("See [sic] there.", []),
    ]


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ({}, "claims"),
        ({"answer": ""}, "empty"),
        ({"answer": 3}, "answer"),
        ({"claims": 3}, "claims"),
        ({"claims": [3]}, "claims[0]"),
        ({"claims": [""]}, "claims[0]"),
        ({"claims": [{"text": "x", "citations": [{}]}]}, "claims[0].citations[0].source"),
        ({"claims": [{"text": "x", "citations": [True]}]}, "claims[0].citations[0]"),
        ({"claims": [{"text": "x", "citations": [{"source": "a", "start": 1}]}]}, "claims[0].citations[0].span"),
        ({"claims": [{"text": "x", "citations": [{"source": "a", "start": -1, "end": 2}]}]}, "start"),
        ({"claims": [{"text": "x", "citations": ["a"] * (MOST_CITATIONS + 1)}]}, "claims[0].citations"),
        ({"claims": ["x"], "sources": [{"id": "a"}]}, "sources[0].text"),
        ({"claims": ["x"], "sources": [{"id": "a", "text": "", "format": "pdf"}]}, "sources[0].format"),
        ({"claims": ["x"], "sources": [{"id": "a", "text": "", "status": "gone"}]}, "sources[0].status"),
        ({"claims": ["x"], "sources": [{"id": "a", "text": ""}] * 2}, "sources"),
        ({"claims": ["x"] * (MOST_CLAIMS + 1)}, "claims"),
        ({"claims": ["x" * (LONGEST_CLAIM + 1)]}, "claims[0]"),
    ],
)
def test_what_cannot_be_read_is_refused_and_names_its_field(value: Any, field: str) -> None:
    with pytest.raises(BadInput) as refused:
        read(value)
    assert field in refused.value.message
    assert refused.value.hint


@pytest.mark.parametrize("data", [b"", b" \n", b"\xff\xfe", b'{"claims": NaN}', b'{"claims"', b"{" * 100_000])
def test_bytes_that_are_no_answer_are_refused(data: bytes) -> None:
    with pytest.raises(BadInput):
        read_submission(data)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["claims", "answer", "sources", "text", "citations", "id", "source", "quote", "span", "start", "end", "format"]
)
SHAPED = st.recursive(
    JSON, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=5), max_leaves=20
)


@given(value=st.dictionaries(FIELDS, SHAPED, max_size=5))
def test_any_object_is_a_submission_or_a_refusal(value: dict[str, Any]) -> None:
    try:
        found = read(value)
    except BadInput:
        return
    assert all(one.text.strip() for one in found.claims)
    assert json.dumps([one.text for one in found.claims], ensure_ascii=False).encode()


@given(data=st.binary(max_size=200))
def test_any_bytes_are_a_submission_or_a_refusal(data: bytes) -> None:
    try:
        found = read_submission(data)
    except BadInput:
        return
    assert found.claims or found.left_out or not any(sign.isalnum() for sign in data.decode("utf-8-sig"))


@given(text=st.text(alphabet=st.sampled_from("ab A.?!:[]1,^-*#|()\n`【】†\ue000\ue001"), max_size=80))
def test_any_prose_is_split_without_losing_a_word(text: str) -> None:
    found = claims_of_answer(text, known=frozenset({"a", "b"}))
    said = " ".join((*(one.text for one in found.claims), *found.left_out))
    for word in "".join(sign if sign in "abA" else " " for sign in text).split():
        if f"[{word}]" not in text and f"[{word}" not in text and f"{word}]" not in text:
            assert word in said


def test_lists_headings_tables_and_references_are_told_apart() -> None:
    found = claims_of_answer(
        "# Refunds\n\nWhat applies?\nThe following is free of charge:\n\n- gift cards [4]\n"
        "- **Managers** give three months of notice. (source: a.md)\n\n| Fee | 3 EUR |\n|---|---|\n\n[1] a.md\n",
        known=frozenset({"a.md"}),
    )
    assert [(one.text, one.sources) for one in found.claims] == [
        ("The following is free of charge gift cards", ("4",)),
        ("Managers give three months of notice.", ("a.md",)),
        ("Fee, 3 EUR", ()),
    ]
    assert found.left_out == ("# Refunds", "What applies?", "a.md")


def test_a_range_of_marks_names_every_source_in_it() -> None:
    assert claims_of_answer("It is cheap [1-3, 7].").claims[0].sources == ("1", "2", "3", "7")
