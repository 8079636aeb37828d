"""What limits, bars or doubts what a sentence tells is found behind it (E6)."""

from __future__ import annotations

import pytest

from aver.stages.checks.exceptions_kept import limiting_spans

ADVANCE = "An advance of 500 EUR can be requested."
REPORT = "A report states that every fourth neighbour is disturbed."


@pytest.mark.parametrize(
    ("told", "after"),
    [
        (ADVANCE, "Trainees cannot request an advance."),
        (ADVANCE, "For trips of one day an advance may not be requested."),
        ("The last lead pipes were taken out.", "In private houses there may still be some."),
        ("A study found that people who eat little salt die early.", "We don't think salt makes people die."),
        ("A study found that people who eat little salt die early.", "It doesn't show that salt keeps people well."),
        ("Who lives near gets no permit.", "Exempt are shift workers."),
        ("Remote work is approved from May.", "Teams on call are excluded."),
        ("Die Medien können verlängert werden.", "DVDs können nicht verlängert werden."),
        (REPORT, "The report gives no method, and we could not reproduce the figure."),
        (REPORT, "This report was never confirmed."),
        (ADVANCE, "This is not guaranteed: the bank decides."),
        (ADVANCE, "There is no legal entitlement to it."),
        (ADVANCE, "They aren't yet binding."),
        ("Die Prämie beträgt 3 %.", "Das ist nicht garantiert."),
        ("Die Prämie beträgt 3 %.", "Ein Anspruch besteht nicht."),
        ("Visitors may not use the car park.", "Visitors with a badge can park in row C."),
        ("Besucher dürfen nicht parken.", "Behinderte Besucher dürfen in Reihe C parken."),
        ("Eight visitors may enter the submarine.", "The submarine is closed for repair until 30 April."),
        ("Das Bad öffnet um 9 Uhr.", "Das Bad ist bis Ostern geschlossen."),
        ("We considered doubling the pool.", "That would have bought a minute and was not pursued."),
        ("Es wurde erwogen, die Gebühr zu senken.", "Der Vorschlag wurde verworfen."),
    ],
)
def test_who_is_barred_and_what_nobody_confirmed_limits_what_was_told(told: str, after: str) -> None:
    text = f"{told} {after} The end is open."
    assert [text[start:end] for start, end in limiting_spans(text, 0, len(told))] == [after]


@pytest.mark.parametrize(
    ("told", "after"),
    [
        (ADVANCE, "The hall cannot be heated."),
        ("Smoking is prohibited.", "Visitors may leave at ten."),
        ("Visitors park in row C.", "Old visitors may park in row D."),
        (ADVANCE, "5.2 Trainees cannot request an advance."),
        (REPORT, "The Chamber found no fault with the pumps."),
        ("Remote work is approved from May.", "The board met in Oslo."),
        ("Remote work is approved from May.", "This is guaranteed."),
        ("Die Prämie beträgt 3 %.", "Das ist garantiert."),
    ],
)
def test_what_is_barred_of_other_things_limits_nothing(told: str, after: str) -> None:
    assert not limiting_spans(f"{told} {after}", 0, len(told))


def test_what_is_granted_to_some_limits_what_is_denied_to_them() -> None:
    text = "Dogs travel free of charge. They are not allowed in the restaurant. Assistance dogs may go everywhere."
    first = text.index("They")
    last = text.index(" Assistance")
    assert [text[start:end] for start, end in limiting_spans(text, first, last)] == [
        "Assistance dogs may go everywhere."
    ]
