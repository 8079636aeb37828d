"""Replies are read strictly: exactly the schema, nothing repaired, nothing of the model's kept in the clear."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.deliberation.replies import (
    MAX_ITEMS,
    MAX_TEXT,
    CritiqueReply,
    DraftReply,
    SynthesisReply,
    read_reply,
)
from aver.stages.deliberation.schemas import schema_of, schema_text
from aver.values.chat import ChatFailureKind

GOOD = {"claims": [{"text": "It takes \\alpha days.", "sub_question": 0, "citations": [{"packet": "p", "quote": "q"}]}]}


def test_a_reply_of_exactly_the_schema_is_read() -> None:
    reply = read_reply(json.dumps(GOOD), DraftReply)
    assert isinstance(reply, DraftReply)
    assert reply.claims[0].text == "It takes \\alpha days."


@pytest.mark.parametrize(
    "text",
    [
        r'{"claims": [{"text": "Let \alpha > 0 and \sum_i x_i", "sub_question": 0, "citations": []}]}',
        r'{"claims": [{"text": "\frac{1}{2} \ge x", "sub_question": 0, "citations": []}]}'.replace("frac", "phi"),
        '```json\n{"claims": []}\n```',
        'Sure! {"claims": []}',
        '{"claims": []} {"claims": []}',
        '{"claims": [],}',
        "{'claims': []}",
        '{"claims": [], "claims": []}',
        '{"claims": NaN}',
        '{"claims": [] // none\n}',
        '{"claims": [',
        "",
        "null and void",
        "[" * 100_000,
        '{"claims": ' + "9" * 10_000 + "}",
    ],
    ids=[
        "latex", "more_latex", "fenced", "chatty", "twice", "comma", "single_quotes", "repeated_key", "nan",
        "comment", "cut", "empty", "prose", "nested", "huge_number",
    ],
)  # fmt: skip
def test_broken_json_is_broken_and_never_repaired(text: str) -> None:
    assert read_reply(text, DraftReply) is ChatFailureKind.BROKEN_JSON


@pytest.mark.parametrize(
    "structure",
    [
        None,
        [],
        {},
        {"claims": None},
        {"claims": "none"},
        {"claims": [], "verdict": "SUPPORTS"},
        {"claims": [{"text": "x", "sub_question": "0", "citations": []}]},
        {"claims": [{"text": "x", "sub_question": 0.5, "citations": []}]},
        {"claims": [{"text": "x", "sub_question": True, "citations": []}]},
        {"claims": [{"text": "x", "citations": []}]},
        {"claims": [{"text": ["x"], "sub_question": 0, "citations": []}]},
        {"claims": [{"text": "x" * (MAX_TEXT + 1), "sub_question": 0, "citations": []}]},
        {"claims": [{"text": "x", "sub_question": 0, "citations": []}] * (MAX_ITEMS + 1)},
        {"claims": [{"text": "\x1b[2Jgone", "sub_question": 0, "citations": []}]},
        {"claims": [{"text": "\ud800", "sub_question": 0, "citations": []}]},
        {"@": "DraftReply", "claims": []},
    ],
)
def test_another_shape_is_the_wrong_schema(structure: Any) -> None:
    assert read_reply(json.dumps(structure), DraftReply) is ChatFailureKind.WRONG_SCHEMA


@given(st.text(max_size=300))
def test_any_text_is_a_reply_or_a_named_failure(text: str) -> None:
    assert isinstance(read_reply(text, CritiqueReply), CritiqueReply | ChatFailureKind)


_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00\x1b"), max_size=40)
_CITED = st.fixed_dictionaries({"packet": _TEXT, "quote": _TEXT})
_DRAFTS = st.fixed_dictionaries(
    {
        "claims": st.lists(
            st.fixed_dictionaries(
                {"text": _TEXT, "sub_question": st.integers(-5, 5), "citations": st.lists(_CITED, max_size=3)}
            ),
            max_size=4,
        )
    }
)


@given(_DRAFTS)
def test_what_the_schema_allows_is_what_is_read(structure: dict[str, Any]) -> None:
    jsonschema.validate(structure, schema_of(DraftReply))
    reply = read_reply(json.dumps(structure), DraftReply)
    assert isinstance(reply, DraftReply)
    assert json.loads(json.dumps(asdict(reply))) == structure


@pytest.mark.parametrize("type_", [DraftReply, CritiqueReply, SynthesisReply])
def test_schemas_are_strict_and_valid(type_: type[Any]) -> None:
    schema = json.loads(schema_text(type_))
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == set(schema["properties"])
