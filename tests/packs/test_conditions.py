"""What of an inquiry may be a condition while nothing was read from it, and what a wall does then (B8, I3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.flows.packs import pack_named
from aver.stages.packs import read_inquiry

SENSORS = pack_named("sensors")
ALPHABET = "ab 0189.,;!?%-\n" + "nicht no must only doppelt kein "


def _conditions(text: str) -> list[str]:
    return [text[one.start : one.end] for one in read_inquiry(text, SENSORS).conditions]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Which sensor for PET at 20,000/h, at most 200 grams?", ["200 grams"]),
        ("Welcher Sensor für PET, höchstens 3 Ampere?", ["3 Ampere"]),
        ("Which sensor for PET at 1e6 bph?", ["1e6"]),
        ("PET bottles. Next year the line runs twice as fast. Which sensor?", ["twice"]),
        ("PET. Der Sensor soll auch bei doppelter Geschwindigkeit gehen. Welcher Sensor?", ["doppelter"]),
        ("Which sensor for PET? There is a wall, so we can lay no cable there.", ["so we can lay no cable there"]),
        ("Which sensor for PET? The housing must be stainless.", ["The housing must be stainless"]),
        ("Which sensor for PET? It must answer as fast as the NS-R200.", ["It must answer as fast as the NS-R200"]),
        ("Which sensor for PET? Foam is left on for a quarter of an hour.", ["quarter"]),
        ("Order 4711: which sensor for PET on line 7?", ["7"]),
        ("Angebot 60.000 Flaschen PET. Welcher Sensor?", ["60.000"]),
        (
            "Welcher Sensor für PET? Silikonhaltige Teile sind nicht erlaubt.",
            ["Silikonhaltige Teile sind nicht erlaubt"],
        ),
    ],
)
def test_what_has_the_form_of_a_condition_and_was_not_read_is_named(text: str, found: list[str]) -> None:
    assert _conditions(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "Which sensor for 0.5 l PET bottles at 20,000 bottles per hour, pitch 120 mm?",
        "Hello, we need a sensor for clear glass. Must it be a through-beam sensor?",
        "PET bottles. We can't say how fast the line is. Which sensor?",
        "We need a sensor for half a million clear glass bottles per day.",
        "Unsere Flaschen sind aus Klarglas. Wir brauchen einen Sensor, oder muss es ein anderer Typ sein?",
        "To your offer no. 4500-88213 of 14 May, ref. 77120: which sensor for PET at 20,000 bottles per hour?",
        "Wie am 3.4.2026 und vom 12.03. gesagt, Projekt P-2291: welcher Sensor für Klarglas?",
        "The old NS-R200 does not see them. PET bottles, 20,000 bottles per hour. Which sensor?",
        "We fill PET bottles, no cans, 20,000 bottles per hour. Which sensor?",
    ],
)
def test_what_was_read_or_only_asks_is_no_condition(text: str) -> None:
    assert _conditions(text) == []


@given(st.text(alphabet=ALPHABET, max_size=200))
def test_places_of_conditions_lie_in_the_text_in_order_and_are_not_empty(text: str) -> None:
    places = read_inquiry(text, SENSORS).conditions

    assert all(0 <= one.start < one.end <= len(text) for one in places)
    assert [one.start for one in places] == sorted(one.start for one in places)
