"""A strict bound leaves its end out; a condition that is dropped, or a figure that moved, is no repetition."""

from __future__ import annotations

import pytest

from aver.stages.atoms.bound_words import Bound
from aver.stages.atoms.bounds import meant
from aver.stages.atoms.quantities import quantities_in
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


@pytest.mark.parametrize(
    ("said", "bound"),
    [
        ("upwards of 20 seats", Bound.MORE),
        ("in excess of 20 seats", Bound.MORE),
        ("no fewer than 20 seats", Bound.AT_LEAST),
        ("20 seats or more", Bound.AT_LEAST),
        ("20 Plätze oder mehr", Bound.AT_LEAST),
        ("never more than 20 seats", Bound.AT_MOST),
        ("höchstens 20 Plätze", Bound.AT_MOST),
        ("well under 20 seats", Bound.LESS),
        ("weit unter 20 Plätze", Bound.LESS),
        ("in the region of 20 seats", Bound.ABOUT),
        ("20-odd seats", Bound.ABOUT),
        ("in der Größenordnung von 20 Plätzen", Bound.ABOUT),
        ("just shy of 20 seats", Bound.NEARLY),
        ("knapp unter 20 Plätze", Bound.NEARLY),
        ("slightly more than 20 seats", Bound.JUST_OVER),
        ("gut 20 Plätze", Bound.JUST_OVER),
        ("a report about 20 towns", Bound.PLAIN),
        ("they gathered around 20 tables", Bound.PLAIN),
        ("verfügt über 20 Plätze", Bound.PLAIN),
        ("gewann gegen 20 Vereine", Bound.PLAIN),
        ("das tut gut 20 Leuten", Bound.PLAIN),
        ("20 seats plus 5 tables", Bound.PLAIN),
    ],
)
def test_the_words_of_a_bound_are_read_and_the_same_words_in_another_sense_are_not(said: str, bound: Bound) -> None:
    assert meant(said, quantities_in(said)[0]).bound is bound


@pytest.mark.parametrize(
    ("claim", "evidence", "follows"),
    [
        ("The hall seats fewer than 240 people.", "The hall seats nearly 240 people.", True),
        ("The hall seats about 240 people.", "The hall seats just over 240 people.", True),
        ("The hall seats more than 240 people.", "The hall seats just over 240 people.", True),
        ("Der Saal hat mehr als 240 Plätze.", "Der Saal hat gut 240 Plätze.", True),
        ("Der Saal hat weniger als 240 Plätze.", "Der Saal hat knapp 240 Plätze.", True),
        ("The hall seats nearly 240 people.", "The hall seats about 240 people.", True),
        ("The hall seats more than 240 people.", "The hall seats nearly 240 people.", False),
        ("The hall seats more than 240 people.", "The hall seats about 240 people.", False),
        ("Der Saal hat 240 Plätze.", "Der Saal hat gut 240 Plätze.", False),
        ("The hall seats 240 people.", "The hall seats upwards of 240 people.", False),
    ],
)
def test_just_over_and_nearly_lie_on_one_side_of_the_number(claim: str, evidence: str, follows: bool) -> None:
    assert (compare(claim, evidence).raises == ()) is follows
