"""A strict bound leaves its end out; a condition that is dropped, or a figure that moved, is no repetition."""

from __future__ import annotations

import pytest

from aver.stages.force.compare import compare


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The film grossed less than $ 170 million.", "The film grossed $ 170 million."),
        ("The hall seats more than 240 people.", "The hall seats 240 people."),
        ("The hall seats more than 240 people.", "The hall seats at least 240 people."),
        ("Der Saal hat weniger als 240 Plätze.", "Der Saal hat 240 Plätze."),
    ],
)
def test_a_number_is_neither_more_nor_less_than_itself(claim: str, evidence: str) -> None:
    assert [found.axis for found in compare(claim, evidence).raises] == ["numeric"]


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("The hall seats more than 240 people.", "The hall seats over 240 people."),
        ("The hall seats at least 240 people.", "The hall seats more than 240 people."),
        ("The hall seats more than 230 people.", "The hall seats 240 people."),
        ("The hall seats at most 240 people.", "The hall seats 240 people."),
    ],
)
def test_what_follows_from_a_number_or_a_stricter_bound_is_no_raise(claim: str, evidence: str) -> None:
    assert compare(claim, evidence).raises == ()


def test_a_cue_of_the_same_force_counts_as_repeated_and_a_weaker_one_does_not() -> None:
    evidence = "The hall is presumably open to members in the evening."
    assert compare("The hall is in all likelihood open to members in the evening.", evidence).repeated == 1.0
    assert compare("The hall is rarely open to members in the evening.", evidence).repeated < 1.0


def test_a_figure_that_stands_elsewhere_in_the_evidence_is_no_repetition_of_the_one_in_its_place() -> None:
    evidence = "Users are informed under § 3 paragraph 2 sentence 1."
    assert compare(evidence.rstrip("."), evidence).repeated == 1.0
    assert compare("Users are informed under § 2 paragraph 2 sentence 1.", evidence).repeated < 1.0


def test_a_claim_that_leaves_out_a_condition_repeats_nothing() -> None:
    evidence = "The fee is paid back within a week, provided that the form is complete."
    assert compare("The fee is paid back within a week.", evidence).repeated == 0.0
