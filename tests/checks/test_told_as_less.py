"""Ways of telling less than a fact that no list of cases holds: most of those met are held back, facts hardly ever.

Nothing here is about one sentence; what the rules miss is the reader's to see (decision 0029)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aver.stages.checks.asked_values_stand_in_evidence import other_than_asked

TOLD = Path(__file__).parents[2] / "training/told"


def sentences(name: str) -> Iterator[tuple[str, str, bool]]:
    """Yield question, sentence and whether that tells it as a fact."""
    question = ""
    for line in (TOLD / name).read_text(encoding="utf-8").splitlines():
        mark, _, rest = line.partition(" ")
        question = rest if mark == "?" else question
        if mark in ("+", "-"):
            yield question, rest, mark == "+"


def held(asked: str, told: str) -> bool:
    return bool(other_than_asked(asked, told, names="", evidence=told, around=told, as_of="2026-11-30"))


@pytest.mark.parametrize(("name", "least", "most"), [("first.txt", 0.75, 0.03), ("second.txt", 0.3, 0.06)])
def test_the_share_of_those_met_and_of_facts_that_are_held_back(name: str, least: float, most: float) -> None:
    judged = [(held(asked, told), fact) for asked, told, fact in sentences(name)]
    less = [one for one, fact in judged if not fact]
    facts = [one for one, fact in judged if fact]
    assert sum(less) / len(less) > least
    assert sum(facts) / len(facts) < most


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("How wide will the path be?", "The cyclists asked for a path three metres wide."),
        ("How hot is it baked?", "Many books have you bake it at 200 degrees."),
        ("Who wrote the letter?", "The police believed the clerk Meck wrote the letter."),
        ("Who wrote the letter?", "The clerk Meck could have written the letter."),
        ("How much does a ticket cost?", "Suppose a ticket costs 12 euros."),
        ("How much does a ticket cost?", "A ticket costs 12 euros more than in Bonn."),
        ("How much does a ticket cost?", "A ticket does not cost 12 euros."),
        ("How much does a ticket cost?", "Under the old tariff a ticket costs 12 euros."),
        ("By how much does pain fall?", "We expect pain to fall by 18 points."),
        ("Is the pool heated?", "Once the pool is heated, the season will begin in April."),
        ("Is the pool heated?", "The pool was heated until the oil crisis."),
        ("Why did the pump fail?", "It was not because of sand that the pump failed."),
        ("Why did the pump fail?", "Pumps often fail because of sand."),
        ("Does the vaccine prevent infection?", "In mice the vaccine prevents infection."),
        ("Does the vaccine prevent infection?", "The vaccine was developed to prevent infection."),
        ("When does the contract end?", "The first contract ended on 30 June 2024."),
        ("Where is the archive kept?", "The archive will move to the annex in 2028."),
        ("Wie hoch ist die Gebühr?", "Ein Mitglied meinte, die Gebühr sei 40 Euro hoch."),
        ("Wie hoch ist die Gebühr?", "Die Gebühr hätte 40 Euro betragen sollen."),
        ("Wie hoch ist die Gebühr?", "Bis zur Reform lag die Gebühr bei 40 Euro."),
        ("Darf man im Park grillen?", "Ob man im Park grillen darf, entscheidet der Rat im Mai."),
    ],
)
def test_less_than_a_fact_is_held_back(asked: str, told: str) -> None:
    assert held(asked, told)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("What did the cyclists ask for?", "The cyclists asked for a path three metres wide."),
        ("Who was accused of writing the letter?", "The clerk Meck was accused of writing the letter."),
        ("Who believed that?", "The police believed the clerk Meck wrote the letter."),
        ("What would it cost?", "A ticket would cost 12 euros."),
        ("By how much do we expect pain to fall?", "We expect pain to fall by 18 points."),
        ("How far may it go?", "The length must not exceed 16384 bytes."),
        ("Who owned it until 2020?", "The house was owned by the Weber family until it burnt down."),
        ("What is a working day?", "'Working day' means a day on which banks are open."),
        ("What must the driver do first?", "The driver must check whether the brakes work."),
        ("Can I withdraw money?", "Once your account is verified you can withdraw money."),
        ("What has to stand on the transfer?", "Please quote the order number on the transfer."),
        ("When do I get a reply?", "You may expect a reply within ten days."),
        ("What temperature should a freezer have?", "A freezer should have at least -18 degrees."),
        ("Who leads the team?", "Larger claims go to our team, led by Mirela Osgood."),
        ("What is the deposit?", "A deposit is demanded only where the check is negative; it amounts to 120 euros."),
        ("Is it free?", "It isn't true that it is free."),
        ("Was it rejected?", "This was rejected because it is too implicit."),
        ("Wann öffnet es?", "Seit Mai öffnet es um 10 Uhr."),
    ],
)
def test_what_is_asked_for_or_plainly_told_is_not(asked: str, told: str) -> None:
    assert not held(asked, told)
