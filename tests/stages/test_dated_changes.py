"""What holds from another day on is told with the value that it changes (C3, E6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.dated_changes import changes_later
from aver.stages.replacing import replacing_spans

PRICES = "Prices in EUR, valid from 1 March 2026\nPart | Description | Price\nHC-1010 | Separator cartridge | 212"


@pytest.mark.parametrize(
    ("quoted", "text"),
    [
        (PRICES, "From 1 June 2026 the separator cartridge HC-1010 costs 229 EUR."),
        (PRICES, "The HC-1010 now costs 229 EUR."),
        ("The annual fee is 40 EUR.", "As of January 2027 the annual fee is 45 EUR."),
        ("Die Karte kostet jährlich 5 Euro.", "Ab dem 1.7.2026 kostet die Karte jährlich 6 Euro."),
        ("Bertha | Double scull | 40 EUR\nHire per day", "From 1 June 2026 the hire of Bertha costs 44 EUR per day."),
        ("Notice period: 30 days for a lease.", "Effective 2027 the notice period of a lease is 60 days."),
    ],
)
def test_another_value_from_a_day_on_is_told(quoted: str, text: str) -> None:
    before = "All other prices stay. "
    assert [(before + text)[start:end] for start, end in replacing_spans(quoted, before + text)] == [text]


@pytest.mark.parametrize(
    ("entry", "changes"),
    [
        ("- 18 March 2026: Boats may be booked up to 21 days ahead.", True),
        ("**2026-03-18**: Boats are booked 21 days ahead.", True),
        ("18.03.2026 – Boats may be booked 21 days ahead.", True),
        ("- 18 March 2026: The course takes 21 days.", False),
        ("- 18 March 2026: Boats may be booked ten days ahead.", False),
        ("- The proposal of 18 March 2026: boats may be booked up to 21 days ahead.", False),
    ],
)
def test_an_entry_of_a_day_changes_what_it_gives_otherwise(entry: str, changes: bool) -> None:
    quoted = "Boats are booked no more than ten days ahead."
    assert bool([*replacing_spans(quoted, f"{quoted}\n\n{entry}")]) is changes


@pytest.mark.parametrize(
    ("quoted", "text"),
    [
        (PRICES, "From 1 June 2026 the separator cartridge HC-1011 costs 229 EUR."),
        (PRICES, "The separator cartridge HC-1010 costs 229 EUR."),
        (PRICES, "From 1 January 2025 the separator cartridge HC-1010 costs 199 EUR."),
        (PRICES, "From 1 June 2026 the HC-1010 is sold in Zwolle."),
        ("The annual fee is 40 EUR.", "From 1 June to 31 August the annual fee is 20 EUR."),
        ("The annual fee is 40 EUR.", "From 1 June 2026 the annual fee is still 40 EUR."),
        ("The annual fee is 40 EUR.", "From 1 June 2026 the annual fee is due within 20 days."),
        ("The annual fee is 40 EUR.", "From 1 June 2026 parking is 3 EUR."),
        ("The annual fee is 40 EUR.", "The order of 1 June 2026 gives an annual fee of 45 EUR."),
        ("The hire of Clara costs 45 EUR a day.", "From 1 June 2026 the hire of Bertha costs 44 EUR a day."),
        (
            "A release comes every twelve months, in October.",
            "The draft (as of October 20, 2019) would support each release of the last 42 months and two before it.",
        ),
    ],
)
def test_other_things_seasons_and_what_held_before_change_nothing(quoted: str, text: str) -> None:
    assert not list(replacing_spans(quoted, text))


@given(sentence=st.text(max_size=200), quoted=st.text(max_size=200))
def test_any_two_texts_are_judged(sentence: str, quoted: str) -> None:
    assert changes_later(sentence, quoted, words=frozenset(), told=sentence) in (True, False)
