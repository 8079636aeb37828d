"""Nearly the same words are not nearly the same where a choice, an exception or a part of a whole is left out (H1)."""

from __future__ import annotations

import pytest

from aver.stages.verifying.repeating import keeps_choices

CHANGED = [
    ("He was born in Ireland.", "He was either born in Ireland or of Irish descent."),
    ("She wore a purple shoe.", "She wore a red or purple shoe."),
    (
        "The state is dependent on any other power.",
        "The state is neither dependent on nor subjected to any other power.",
    ),
    ("It is open only to the public.", "It is open not only to the public, but to schools."),
    ("Rain fell in all but three of the states.", "Rain fell in three of the states."),
    ("Vancouver held the games in 1988.", "Calgary and Vancouver held the games in 1988 and 2010, respectively."),
    ("The work consists of twelve albums.", "The work consists of twelve albums and six singles."),
    ("Der Antrag gilt für Mieter.", "Der Antrag gilt für Mieter oder Eigentümer."),
    ("Das Amt gilt als zuständig.", "Weder das Amt noch der Kreis gilt als zuständig."),
]

KEPT = [
    ("Guests may bring a dog or a cat.", "Guests may bring a dog or a cat, as the house rules say."),
    ("The fee is 40 pounds.", "The fee is 40 pounds and is paid in May. Cash or cards are taken."),
    ("The work consists of twelve albums and six singles.", "The work consists of twelve albums and six singles."),
    ("Dogs are allowed in the yard.", "Dogs are allowed in the yard and in the hall."),
]


@pytest.mark.parametrize(("claim", "evidence"), CHANGED)
def test_a_choice_an_exception_or_a_part_that_is_left_out_is_seen(claim: str, evidence: str) -> None:
    assert not keeps_choices(claim, evidence)


@pytest.mark.parametrize(("claim", "evidence"), KEPT)
def test_what_changes_nothing_passes(claim: str, evidence: str) -> None:
    assert keeps_choices(claim, evidence)
