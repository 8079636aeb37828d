"""What holds in another case is told with what was quoted (E6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.other_case import says_how_often, tells_another_case


@pytest.mark.parametrize(
    ("told", "after", "other"),
    [
        ("The warranty is two years.", "It is three years if the pump is registered.", True),
        ("The crossing takes 2 hours.", "In winter, from 20 October on, it takes 3 hours.", True),
        ("The pump is maintained once a year.", "With glycol it is maintained every six months.", True),
        ("Die Garantie beträgt zwei Jahre.", "Bei Anmeldung beträgt sie drei Jahre.", True),
        ("A login with two factors is needed.", "For other users it is not.", True),
        ("A login with two factors is needed.", "Existing accounts keep their old way.", True),
        ("The desk is open from 7.30 to 16.30.", "In July it closes at 13.00 every day.", True),
        ("The desk is open until 4 pm.", "On Fridays it closes at noon.", True),
        ("The desk is open until 4 pm.", "On Fridays it closes at 4 pm, too.", False),
        ("The warranty is two years.", "It is two years for pumps, too.", False),
        ("The warranty is two years.", "In winter the pump needs 3 litres.", False),
        ("The warranty is two years.", "It was founded 30 years ago.", False),
        ("The rent is 20 euros.", "It is paid with a card.", False),
        ("A login with two factors is needed.", "Another way is the telephone.", False),
        ("Staff are entitled to 30 days of leave.", "From the age of 55 the entitlement is 33 days.", True),
        ("Enter after giving 48 hours' notice.", "In an emergency no notice is needed.", True),
        ("Each player takes 6 coins.", "In a game with two players each player takes 8 coins.", True),
        ("Der Beitrag beträgt 30 Euro.", "Für Schüler beträgt der Beitrag 15 Euro.", True),
        ("In 2024 the fee was 30 euros.", "In 2025 the fee was 35 euros.", False),
        ("The fee is 30 euros.", "For example, the fee of a pair is 60 euros.", False),
        ("Hotels are paid up to 165 euros a night.", "In Zurich and London the limit is 220 euros.", True),
        ("Parking costs 2 euros an hour.", "At weekends, 1 euro is charged.", True),
        ("The fee is 30 euros.", "In summer the pool takes 15 minutes to heat.", False),
        ("Each player takes 6 coins.", "In the end each player has 6 coins.", False),
    ],
)
def test_another_value_on_a_condition_or_for_others_is_another_case(told: str, after: str, other: bool) -> None:
    assert tells_another_case(told, after) is other


@given(told=st.text(max_size=120), after=st.text(max_size=200))
def test_any_two_texts_are_judged(told: str, after: str) -> None:
    assert tells_another_case(told, after) in (True, False)


@pytest.mark.parametrize(
    ("text", "often"), [("2,000 h", True), ("every second week", True), ("daily", True), ("12 kg", False), ("", False)]
)
def test_how_often_is_told_by_a_rhythm_or_a_length_of_time(text: str, often: bool) -> None:
    assert says_how_often(text) is often
