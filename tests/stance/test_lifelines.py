from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.stages.stance.lifelines import producer_id
from aver.stages.stance.payload import LifelinesUnreadable, from_bytes, to_bytes
from aver.stages.stance.signals import SIGNALS, signals_of
from tests.stance.made import DIMENSION, document, encode, lifelines

TEXT = """---
status: Rejected
---

## Proposal

Guests may park in the yard for free. Parking in the yard would help the shop.

## Rejected ideas

### A fee for the yard

A fee for the yard was considered. This idea was rejected because nobody would collect it.
"""


def test_a_sentence_that_points_back_joins_the_lifeline_of_what_it_is_about() -> None:
    made = document(TEXT)
    mentions = lifelines(made).mentions
    idea, verdict = mentions[-2], mentions[-1]
    assert made.text[verdict.start : verdict.end].startswith("This idea was rejected")
    assert verdict.about == len(mentions) - 2
    assert verdict.thread == idea.thread


def test_a_repeated_statement_joins_the_earlier_lifeline_across_sections() -> None:
    made = document("## A\n\nThe old mill grinds rye on Monday.\n\n## B\n\nOn Monday the old mill grinds rye.\n")
    first, second = lifelines(made).mentions
    assert first.thread == second.thread


def test_sections_and_status_tell_what_a_stretch_is_for() -> None:
    found = lifelines(document(TEXT))
    assert found.status == "turned_down"
    assert [scope.part for scope in found.sections] == ["", "own", "turned_down", "turned_down"]


def test_every_span_is_a_sentence_of_the_canonical_text_and_has_a_vector() -> None:
    made = document(TEXT)
    found = lifelines(made)
    assert all(0 <= one.start < one.end <= len(made.text) for one in found.mentions)
    assert len(found.vectors) == (len(found.mentions) + len(found.sections)) * DIMENSION
    assert found.producer == producer_id("words")


def test_lifelines_come_back_from_bytes_as_they_were() -> None:
    found = lifelines(document(TEXT))
    assert from_bytes(to_bytes(found)) == found


@pytest.mark.parametrize("damage", [lambda raw: raw[:-9], lambda raw: b"", lambda raw: b"\0" + raw[1:]])
def test_a_damaged_payload_is_refused_with_a_hint(damage: object) -> None:
    raw = to_bytes(lifelines(document(TEXT)))
    with pytest.raises(LifelinesUnreadable) as refused:
        from_bytes(damage(raw))  # type: ignore[operator]
    assert "enrich" in refused.value.hint


def test_a_document_without_prose_has_no_mentions_and_still_round_trips() -> None:
    found = lifelines(document("```\ncode()\n```\n"))
    assert found.mentions == ()
    assert from_bytes(to_bytes(found)) == found


@pytest.mark.parametrize(
    ("sentence", "holds", "fails"),
    [
        ("This idea was rejected.", {"outcome_against", "points_back"}, {"outcome_for"}),
        ("This idea was not rejected.", {"outcome_for"}, {"outcome_against"}),
        ("The plan does not work.", {"outcome_against"}, {"outcome_for"}),
        ("Although the plan was rejected in May, it was adopted in June.", {"outcome_for"}, {"outcome_against"}),
        ("However, critics argue that it costs too much.", {"contrast", "attributed"}, {"own_voice"}),
        ("Dieser Vorschlag wurde abgelehnt.", {"outcome_against", "points_back"}, {"outcome_for"}),
        ("Zwar scheiterte der Versuch zuerst, am Ende bestätigte er die Regel.", {"outcome_for"}, {"outcome_against"}),
        ("The yard has nine lamps.", set(), {"outcome_against", "outcome_for", "negated", "attributed"}),
    ],
)
def test_signals_are_read_with_their_negation_and_concession(sentence: str, holds: set[str], fails: set[str]) -> None:
    found = signals_of(sentence)
    assert holds <= found
    assert not fails & found


@given(st.text(max_size=300))
@settings(max_examples=50)
def test_signals_of_any_text_are_known_names(text: str) -> None:
    assert signals_of(text) <= frozenset(SIGNALS)


@given(st.lists(st.sampled_from(["This idea failed.", "Rye is grown here.", "# On rye", "- a point is made", ""])))
@settings(max_examples=25, deadline=None)
def test_links_only_point_backwards(lines: list[str]) -> None:
    found = lifelines(document("\n\n".join(lines) or "x"))
    assert all(one.about is None or one.about < number for number, one in enumerate(found.mentions))
    assert all(0 <= one.thread < len(found.mentions) for one in found.mentions)


def test_the_test_encoder_gives_unit_rows() -> None:
    assert abs(float((encode(["a b", "c"]) ** 2).sum()) - 2.0) < 1e-6
