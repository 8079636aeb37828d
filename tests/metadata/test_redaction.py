"""Redaction takes out what its patterns match, keeps the tree sound, and refuses what it can't do safely (A10)."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadMetadata
from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.chunking import CHUNKERS, ChunkOptions
from aver.stages.metadata import redacted, redactions_for, rules_of
from aver.stages.metadata.redaction import MASK
from aver.testing import HashEmbedder
from aver.values.codec import encode
from aver.values.documents import Document

PAGE = """---
title: Salary of Jane Doe
author: Jane Doe
---

# Pay of Jane Doe

Jane Doe earns 4711 euros. Nobody else does.

## Table

| name | pay |
|------|-----|
| Jane Doe | 4711 |
| Max | 12 |

- one item on Jane
  Doe and more
"""


def document(text: str) -> Document:
    return parse(text.encode(), name="page.md", limits=Limits())


def patterns(*written: str) -> tuple[re.Pattern[str], ...]:
    rules = rules_of(json.dumps({"rule": [{"glob": "**", "redact": list(written)}]}).encode(), "meta.json")
    return redactions_for("page", rules)


def test_what_was_matched_stands_nowhere_in_the_document() -> None:
    left = redacted(document(PAGE), patterns(r"Jane\s+Doe", r"(?<=earns )\d+"))
    plain = json.dumps(encode(left), ensure_ascii=False)
    assert "Jane" not in plain and "Doe" not in plain
    assert MASK in left.title and MASK in left.text
    assert "| Max | 12 |" in left.text
    cells = [left.text[cell.start : cell.end] for block in left.blocks if block.table for cell in block.table.cells]
    assert cells == ["name", "pay", MASK, "4711", "Max", "12"]


def test_a_document_that_nothing_matches_in_is_the_same_value() -> None:
    whole = document(PAGE)
    assert redacted(whole, patterns("John")) is whole
    assert redacted(whole, ()) is whole


def test_the_length_of_what_went_is_not_told() -> None:
    one, other = (redacted(document(f"# A\n\nThe code is {code}.\n"), patterns(r"\d+")) for code in ("1", "123456789"))
    assert one == other


LINES = ("alpha", "beta", "42", "# Head", "| a | b |\n|---|---|\n| 42 | x |", "\n", "- li")


@given(
    text=st.lists(st.sampled_from(LINES), max_size=12).map("\n".join),
    written=st.sampled_from([r"\d+", r"[ab]\w*", r"a.b", r"(?s)beta.{1,9}", r"\S+", r"x|Head", r"\n\w"]),
)
def test_the_tree_stays_sound_and_every_chunker_takes_it(text: str, written: str) -> None:
    whole = document(text + "\n")
    left = redacted(whole, (re.compile(written),))
    for block in left.blocks:
        assert 0 <= block.start <= block.end <= len(left.text)
        if block.parent is not None:
            parent = left.blocks[block.parent]
            assert parent.start <= block.start and block.end <= parent.end
    assert left.text.replace(MASK, "") in (left.text, re.sub(written, "", whole.text))
    embedder = HashEmbedder()
    tokenizer = replace(embedder.tokenizer, encode=embedder.encode)
    for chunker in CHUNKERS.values():
        for chunk in chunker(left, tokenizer, ChunkOptions()):
            assert 0 <= chunk.start <= chunk.end <= len(left.text)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("a", "a list of regular expressions"),
        ([1], "a list of regular expressions"),
        (["["], "'['"),
        (["a*"], "at least one character"),
        (["(a+)+b"], "a repeat inside a repeat"),
        (["(?:x|(?:y*z){2,})q"], "a repeat inside a repeat"),
    ],
)
def test_a_pattern_that_cannot_be_used_is_refused_with_what_is_allowed(value: object, said: str) -> None:
    with pytest.raises(BadMetadata) as refused:
        rules_of(json.dumps({"rule": [{"glob": "**", "redact": value}]}).encode(), "meta.json")
    assert "meta.json: rule 1: redact" in refused.value.message
    assert said in refused.value.hint


def test_redactions_add_up_over_rules_and_a_uri_that_matches_one_is_refused() -> None:
    plain = [{"glob": "**", "redact": ["Doe"]}, {"glob": "hr/**", "redact": [r"\d{4}"]}]
    rules = rules_of(json.dumps({"rule": plain}).encode(), "meta.json")
    assert [one.pattern for one in redactions_for("hr/pay.md", rules)] == ["Doe", r"\d{4}"]
    assert [one.pattern for one in redactions_for("pay-2024.md", rules)] == ["Doe"]
    with pytest.raises(BadMetadata) as refused:
        redactions_for("hr/pay-2024.md", rules)
    assert "hr/pay-2024.md" in refused.value.message
