from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from aver.stages.atoms.dates import covers, dates_in
from aver.stages.atoms.number_words import NUMBER_WORDS
from aver.stages.atoms.numerals import readings
from aver.stages.atoms.quantities import quantities_in
from aver.stages.checks.numbers_stand_in_evidence import stands
from aver.values.answers import Verdict

PASS, DOUBT, FAIL = Verdict.PASS, Verdict.DOUBT, Verdict.FAIL
ENGLISH, GERMAN = "It is the {} of the house and it", "Es ist der {} und nicht das Haus"


def verdicts(claim: str, evidence: str) -> list[Verdict]:
    return [stands(number, claim, evidence) for number in quantities_in(claim)]


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("30 days", "within 30 days", PASS),
        ("30 hours", "within 30 days", FAIL),
        ("30-day period", "30 days", PASS),
        ("84 square metres", "84 m²", PASS),
        ("84 square metres", "84 m", FAIL),
        ("2 hectares", "20000 square meters", PASS),
        ("5 cubic metres", "5000 litres", PASS),
        ("48 µA", "0.048 mA", PASS),
        ("48 µA", "48 mA", FAIL),
        ("3 square dances", "3 dances", PASS),
        ("1,234.5 m", "1.234,5 m", PASS),
        ("1,234 km", "1.234 km", DOUBT),
        ("1.234 km", "1.234 km", PASS),
        ("1'000 CHF", "1000 Franken", PASS),
        ("10\u202f000 km", "10000 km", PASS),
        ("3.10", "3.1", DOUBT),
        ("version 3.10", "version 3.1", FAIL),
        ("v3.10", "Version 3.10", PASS),
        ("release 1.2.3", "1.2.3", PASS),
        ("release 1.2.3", "1.2.30", FAIL),
        ("$5", "5 dollars", PASS),
        ("5 €", "$5", FAIL),
        ("12 %", "12 percent", PASS),
        ("12", "12 %", FAIL),
        ("12 percentage points", "12 percent", FAIL),
        ("5 mg", "5 mg/kg", FAIL),
        ("5 mg", "Dose (mg): 5", PASS),
        ("5 MB", "5 Mbit", FAIL),
        ("-5 °C", "5 °C", FAIL),
        ("3-5 days", "3 to 5 days", PASS),
        ("between 3 and 5 days", "3–5 Tage", PASS),
        ("3 to 6 days", "3-5 days", FAIL),
        ("3 days", "3-5 days", DOUBT),
        ("two days", "2 Tage", PASS),
        ("21 years", "einundzwanzig Jahre", PASS),
        ("three days", "2 days", FAIL),
        ("three conditions", "the conditions", DOUBT),
        ("2.5 million", "2,500,000", PASS),
        ("3 Mio. €", "3 million euros", PASS),
        ("3 million", "3 Milliarden", FAIL),
        ("in 2024", "on 3 March 2024", PASS),
        ("in 2025", "on 3 March 2024", FAIL),
        ("5k", "6k", FAIL),
        ("3D", "3 days", FAIL),
    ],
)
def test_a_number_stands_only_as_the_same_value_in_the_same_unit(claim: str, evidence: str, expected: Verdict) -> None:
    assert verdicts(claim, evidence) == [expected]


@given(st.decimals(0, 10**9, places=2), st.decimals(0, 10**9, places=2))
def test_english_and_german_notation_never_stand_for_another_value(said: Decimal, stated: Decimal) -> None:
    english = ENGLISH.format(f"{said:,}")
    german = GERMAN.format(f"{stated:,}".translate(str.maketrans(",.", ".,")))
    assert verdicts(english, german) == [PASS if said == stated else FAIL]


@given(st.integers(0, 10**12), st.integers(0, 10**12))
def test_a_different_whole_number_never_passes(said: int, stated: int) -> None:
    assume(said != stated)
    forms = [f"{stated}", f"{stated:,}", f"{stated:,}".replace(",", "."), f"{stated:,}".replace(",", "\u202f")]
    assert all(PASS not in verdicts(f"{said} days", f"{form} days") for form in forms if form != str(said))


@given(st.integers(0, 10**12), st.sampled_from(["", " days", " %", " km/h", " €"]))
def test_a_number_stands_in_its_own_text(value: int, unit: str) -> None:
    assert set(verdicts(f"{value}{unit}", f"It says {value}{unit}.")) == {PASS}


@given(st.sampled_from(sorted(NUMBER_WORDS)))
def test_a_number_word_stands_for_its_digits(word: str) -> None:
    assert verdicts(f"{NUMBER_WORDS[word]} days", f"{word} days") == [PASS]


@given(st.from_regex(r"\d{1,4}([.,'\u202f]\d{1,4}){0,4}", fullmatch=True))
def test_a_numeral_has_at_most_two_readings_and_a_settled_notation_leaves_one(numeral: str) -> None:
    assert len(readings(numeral, None)) <= 2
    for notation in ("en", "de"):
        assert len(readings(numeral, notation)) <= 1
        assert set(readings(numeral, notation)) <= set(readings(numeral, None))


@pytest.mark.parametrize(
    ("claimed", "stated", "expected"),
    [
        ("3 March 2024", "2024-03-03", True),
        ("am 3. März 2024", "03.03.2024", True),
        ("March 3rd, 2024", "3 March 2024", True),
        ("3 March 2024", "4 March 2024", False),
        ("March 2024", "3 March 2024", True),
        ("3 March 2024", "March 2024", False),
        ("3 March", "3 March 2024", True),
        ("3 March 2024", "3 March", False),
        ("03/04/2024", "03/04/2024", True),
        ("3 April 2024", "03/04/2024", None),
        ("5 April 2024", "03/04/2024", False),
        ("9:30 am", "09:30 a.m.", True),
        ("9:30 am", "9:30 pm", False),
    ],
)
def test_a_date_may_be_coarser_than_its_source_never_finer_or_other(
    claimed: str, stated: str, expected: bool | None
) -> None:
    assert covers(dates_in(stated)[0], dates_in(claimed)[0]) is expected


DAYS = st.dates(min_value=date(1000, 1, 1))


@given(DAYS, DAYS)
def test_two_different_days_never_cover_each_other_however_they_are_written(one: date, other: date) -> None:
    assume(one != other)
    for form in ("%Y-%m-%d", "%d.%m.%Y", "%d %B %Y", "%B %d, %Y", "%d/%m/%Y"):
        assert covers(dates_in(f"{other:{form}}")[0], dates_in(f"{one:%Y-%m-%d}")[0]) is not True


@pytest.mark.parametrize("text", ["you may 5", "3.5", "1.2.3", "in March", "13:75", "2024-13-40"])
def test_what_is_no_date_is_not_read_as_one(text: str) -> None:
    assert all(not date.readings for date in dates_in(text))
