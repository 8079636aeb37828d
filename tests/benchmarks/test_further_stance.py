"""Sets about stance become the cases that their labels mean, and figures count what a way says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from benchmarks.further_stance import drawn, headlines, perspectives, sides, steps, units
from benchmarks.further_stance_ways import (
    Case,
    Told,
    balanced,
    denied,
    entailed,
    most_frequent,
    named,
    on_topic,
    order,
    quick,
    related_figures,
    side_figures,
    taken,
    verdicts,
)

from aver.stages.stance.judge import unclear
from aver.testing.hash_embedder import HashEmbedder
from aver.values.pairs import Entailed
from aver.values.stance import DocumentStance

EMBEDDER = HashEmbedder()
STORY = "The zoo opened a new house in May. Nobody has seen a lion in the park. Tickets cost ten euros from June on."

ARGUMENT: dict[str, Any] = {
    "lang": "de",
    "text": "Trains are slow and often late. But trains are safe. We should take the train. Delays are paid for.",
    "segments": [
        {"adu": "a1", "text": "Trains are slow and often late.", "side": "opponent", "central": False},
        {"adu": "a2", "text": "But trains are safe.", "side": "proponent", "central": False},
        {"adu": "a3", "text": "We should take the train.", "side": "proponent", "central": True},
        {"adu": "a4", "text": "Delays are paid for.", "side": "proponent", "central": False},
    ],
    "edges": [
        {"id": "c1", "src": "a1", "trg": "a3", "type": "reb"},
        {"id": "c2", "src": "a2", "trg": "a3", "type": "sup"},
        {"id": "c3", "src": "a4", "trg": "c1", "type": "und"},
        {"id": "c4", "src": "a2", "trg": "c3", "type": "add"},
    ],
}


def case(claim: str = "Lions live in the park", *, label: bool | None = True, related: bool = True) -> Case:
    """A headline about the story, with the label put on it."""
    row = {"headline": claim, "body": "1", "stance": "agree"}
    return replace(headlines([row], {"1": STORY}, EMBEDDER)[0], label=label, related=related)


def told(side: bool | None, leaning: float = 0.0) -> Told:
    return Told(side=side, leaning=leaning)


def test_rows_are_drawn_once_each_in_their_order_and_alike_every_time() -> None:
    rows = [{"n": n} for n in range(50)]
    places = [row["n"] for row in drawn(rows, 20)]
    assert places == sorted(set(places)) == [row["n"] for row in drawn(rows, 20)]
    assert len(places) == 20
    assert drawn(rows, 99) == rows


def test_a_perspective_is_judged_whole() -> None:
    rows = [
        {"topic": "Zoos should close", "text": "Animals suffer behind bars.", "label": "support"},
        {"topic": "Zoos should close", "text": "Children learn there.", "label": "undermine"},
    ]
    first, second = perspectives(rows, EMBEDDER)
    assert (first.words.strip(), first.label) == ("Animals suffer behind bars.", True)
    assert second.label is False


def test_a_headline_meets_the_sentence_that_is_nearest_to_it() -> None:
    claims = {"agree": True, "disagree": False, "discuss": None, "unrelated": None}
    rows = [{"headline": "A lion in the park", "body": "1", "stance": stance} for stance in claims]
    found = headlines(rows, {"1": STORY}, EMBEDDER)
    assert {one.words for one in found} == {"Nobody has seen a lion in the park."}
    assert [one.label for one in found] == list(claims.values())
    assert [one.related for one in found] == [True, True, True, False]


def test_a_story_without_a_sentence_is_judged_whole() -> None:
    [found] = headlines([{"headline": "Lions", "body": "1", "stance": "agree"}], {"1": "Lions?"}, EMBEDDER)
    assert found.words.strip() == "Lions?"


def test_units_meet_the_thesis_by_the_side_they_are_on() -> None:
    assert sides(ARGUMENT) == [("a1", "a3", False), ("a2", "a3", True), ("a4", "a3", True)]


def test_an_undercut_attacks_the_unit_whose_step_it_undercuts_and_what_is_added_goes_with_it() -> None:
    assert steps(ARGUMENT) == [("a1", "a3", False), ("a2", "a3", True), ("a4", "a1", False), ("a2", "a1", False)]


def test_a_unit_stands_in_its_text() -> None:
    found = units([ARGUMENT], EMBEDDER, by_step=True)[2]
    assert (found.claim, found.words) == ("Trains are slow and often late.", "Delays are paid for.")
    assert found.document.text.startswith("Trains are slow")
    assert found.apart.text.strip() == found.words
    assert found.german


def test_only_supports_and_rejects_take_a_side_and_only_where_they_are_sure_enough() -> None:
    shares = ((DocumentStance.SUPPORTS, 0.1), (DocumentStance.REJECTS, 0.8), (DocumentStance.OFF_TOPIC, 0.1))
    rejected = replace(unclear("d"), document_stance=DocumentStance.REJECTS, confidence=0.8, probabilities=shares)
    assert taken(rejected) == told(False, 0.1 - 0.8)
    assert taken(rejected, above=0.85) == told(None)
    assert taken(replace(rejected, document_stance=DocumentStance.NEUTRAL)).side is None
    assert on_topic(rejected) == told(True, -0.1)
    assert on_topic(replace(rejected, document_stance=DocumentStance.OFF_TOPIC)).side is False


def test_the_judge_is_asked_the_claim_about_the_passage() -> None:
    [verdict] = verdicts([case()], EMBEDDER, None)
    assert sum(share for _, share in verdict.probabilities) == pytest.approx(1.0, abs=1e-4)


def test_the_quick_score_takes_no_side_on_what_asserts_nothing() -> None:
    assert quick(case("Who has seen a lion?"), EMBEDDER) == told(None)
    assert quick(case("Tickets cost ten euros from June on"), EMBEDDER).side is True


@pytest.mark.parametrize(
    ("shares", "side"), [((0.6, 0.3, 0.1), True), ((0.1, 0.3, 0.6), False), ((0.3, 0.5, 0.2), None)]
)
def test_entailment_takes_the_side_that_is_likeliest(shares: tuple[float, float, float], side: bool | None) -> None:
    class Fixed:
        entailment_id = "fixed"

        def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
            assert (claim, evidence) == ("Lions live in the park", ["Nobody has seen a lion in the park."])
            return (Entailed(entailed=shares[0], neutral=shares[1], contradicted=shares[2]),)

    assert entailed(case(), Fixed()).side is side


def test_one_negation_is_against_and_two_are_not() -> None:
    passage = replace(case(), passage=(0, 34))
    assert denied(replace(passage, claim="The zoo did not open")).side is False
    assert denied(replace(passage, claim="The zoo opened")).side is True


def test_the_words_of_a_headline_are_looked_up_in_the_whole_story() -> None:
    assert named(case("Lions and tigers cost euros")) == pytest.approx(0.75)


def test_the_more_frequent_side_leaves_out_cases_without_one() -> None:
    labels = (True, False, False, None, None)
    assert most_frequent([case(label=label) for label in labels]) is False


def test_no_side_counts_as_wrong_and_is_left_out_where_sides_are_counted() -> None:
    cases = [case(label=label) for label in (True, True, False, False, None)]
    said = [told(True, 0.9), told(None, 0.2), told(False, -0.3), told(True, 0.2), told(True, 0.8)]
    figures = {one.name: one for one in side_figures(cases, said)}
    assert figures["balanced accuracy"].value == pytest.approx(0.5)
    assert figures["order"].value == pytest.approx((1 + 1 + 0.5 + 1) / 4)
    assert (figures["takes a side"].value, figures["takes a side"].count) == (0.75, 4)
    assert (figures["right where it does"].value, figures["right where it does"].count) == (2 / 3, 3)
    assert (figures["takes one where there is none"].value, figures["takes one where there is none"].count) == (1.0, 1)


def test_german_cases_have_figures_of_their_own() -> None:
    cases = [replace(case(label=label), german=german) for label in (True, False) for german in (True, False)]
    figures = {one.name: one for one in side_figures(cases, [told(True), told(True), told(False), told(True)])}
    assert figures["balanced accuracy"].value == pytest.approx(0.75)
    assert (figures["balanced accuracy, German"].value, figures["balanced accuracy, German"].count) == (1.0, 2)


def test_unrelated_stories_count_as_found_where_they_are_called_so() -> None:
    cases = [case(related=related) for related in (True, True, True, False)]
    figures = related_figures(cases, [told(True, 0.9), told(True, 0.6), told(False, 0.4), told(False, 0.1)])
    assert [(one.name, one.value, one.count) for one in figures] == [
        ("balanced accuracy", pytest.approx((2 / 3 + 1) / 2), 4),
        ("order", 1.0, 4),
        ("unrelated found", 1.0, 1),
        ("related called unrelated", pytest.approx(1 / 3), 3),
    ]


def test_figures_without_cases_of_both_labels_have_no_value() -> None:
    assert balanced("b", [(True, told(True))]).value is None
    assert order("o", []).value is None


def test_intervals_hold_the_figure_and_narrow_with_more_cases() -> None:
    few, many = (
        balanced("b", [(label, told(label if n % 3 else None)) for n in range(count) for label in (True, False)])
        for count in (30, 300)
    )
    for one in (few, many):
        assert one.low is not None and one.value is not None and one.high is not None
        assert one.low < one.value < one.high
    assert (many.high or 0) - (many.low or 0) < (few.high or 0) - (few.low or 0)
    assert order("o", [(True, told(True, 1.0)), (False, told(False, 0.0))]).value == 1.0
