"""Typed atoms: exact conversion, bounds, cues with their spans."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.atoms import conversion
from aver.stages.atoms.axes import Axis, Modality, Scope
from aver.stages.atoms.bound_words import Bound
from aver.stages.atoms.bounds import holds, interval, meant
from aver.stages.atoms.conversion import convertible, in_base
from aver.stages.atoms.cues import cues_in
from aver.stages.atoms.language import language_of
from aver.stages.atoms.quantities import quantities_in
from aver.stages.checks.numbers_stand_in_evidence import stands
from aver.values.answers import Verdict

PASS, DOUBT, FAIL = Verdict.PASS, Verdict.DOUBT, Verdict.FAIL
UNITS = sorted(conversion._UNITS) + sorted(conversion._OFFSETS)


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"),
    [
        ("0.5 h", "30 min", PASS),
        ("90 min", "1.5 h", PASS),
        ("1.5 km", "1500 m", PASS),
        ("2 years", "24 months", PASS),
        ("0 °C", "273.15 Kelvin", PASS),
        ("32 °F", "0 °C", PASS),
        ("1 mile", "1.609344 km", PASS),
        ("1 mile", "1.6 km", FAIL),
        ("1 month", "30 days", FAIL),
        ("1 GB", "1 GiB", FAIL),
        ("36 km/h", "10 m/s", PASS),
        ("3.4 g/d", "3.4 mg/d", FAIL),
        ("0.05 EUR per minute", "0.05 EUR/min", PASS),
        ("0.05 EUR/min", "0.05 EUR a minute", PASS),
        ("0.05 EUR per minute", "0.05 EUR/GB", FAIL),
        ("0.05 EUR", "0.05 EUR/min", FAIL),
        ("5 metres per second", "5 m/s", PASS),
        ("13 mg", "13.0 ± 3.4 mg", PASS),
        ("13 g", "13.0 +/- 3.4 mg", FAIL),
        ("13 mg/d", "13.0 +/- 3.4 mg/d", PASS),
        ("100 bp", "1 percentage point", PASS),
        ("1 percentage point", "1 percent", FAIL),
        ("more than 15 days", "19 days", DOUBT),
        ("less than 15 days", "19 days", FAIL),
        ("about 20 %", "19.7 %", DOUBT),
        ("about 20 %", "17 %", FAIL),
        ("exactly 20 %", "about 20 %", PASS),
    ],
)
def test_a_number_stands_where_it_follows_by_exact_conversion_and_a_bound_where_it_follows(
    claim: str, evidence: str, expected: Verdict
) -> None:
    assert [stands(number, claim, evidence) for number in quantities_in(claim)] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "-10 to 50 °C",
        "-10 to +50 °C",
        "-10 bis +50 °C",
        "-10...+50 °C",
        "-10 … 50 °C",
        "−10 – +50 °C",
        "-10 to plus 50 °C",
    ],
)
def test_a_range_is_one_number_whatever_its_signs_and_dots(text: str) -> None:
    assert [(one.values, one.upper, one.unit) for one in quantities_in(f"From {text}.")] == [
        ((Decimal(-10),), (Decimal(50),), "°C")
    ]


def test_a_plus_sign_belongs_to_its_number_and_changes_nothing() -> None:
    signed, plain = quantities_in("At +5 °C."), quantities_in("At 5 °C.")

    assert signed[0].start == plain[0].start
    assert (signed[0].values, signed[0].literal) == (plain[0].values, plain[0].literal)


@given(st.sampled_from(UNITS), st.sampled_from(UNITS), st.integers(-999, 999))
def test_two_units_of_one_dimension_convert_and_zero_apart_nothing_else_does(one: str, other: str, value: int) -> None:
    assert convertible(one, other) == convertible(other, one)
    assert isinstance(in_base(Decimal(value), one), Fraction)


def test_a_number_too_large_to_mean_anything_is_not_computed_with() -> None:
    assert in_base(Decimal("1e99"), "metre") is None
    assert in_base(Decimal("NaN"), "metre") is None
    assert in_base(Decimal(1), "cubit") is None


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("at least 5 days", Bound.AT_LEAST),
        ("5 days or more", Bound.AT_LEAST),
        ("no more than 5 days", Bound.AT_MOST),
        ("more than 5 days", Bound.MORE),
        ("bis zu 5 Tage", Bound.AT_MOST),
        ("mindestens 5 Tage", Bound.AT_LEAST),
        ("knapp 5 Tage", Bound.NEARLY),
        ("the largest size is 5 km", Bound.AT_MOST),
        ("exactly 5 days", Bound.EXACT),
        ("roughly 5 days", Bound.ABOUT),
        ("5 days", Bound.PLAIN),
    ],
)
def test_the_words_beside_a_number_say_how_it_is_meant(text: str, bound: Bound) -> None:
    number = quantities_in(text)[0]
    how = meant(text, number)
    assert how.bound is bound
    assert 0 <= how.start <= how.end <= len(text)


@given(st.integers(1, 10**6), st.sampled_from(Bound), st.sampled_from(Bound))
def test_what_is_said_holds_itself_and_a_wider_bound_holds_the_number(value: int, one: Bound, other: Bound) -> None:
    number = quantities_in(f"{value} days")[0]
    first, second = interval(number, one, unit=None), interval(number, other, unit=None)
    assert first is not None
    assert second is not None
    assert holds(first, first)
    assert not (first.sharp and not second.sharp and holds(first, second))


@pytest.mark.parametrize(
    ("text", "language", "axis", "level", "words"),
    [
        ("It may rain.", "en", Axis.MODALITY, Modality.POSSIBLE, "may"),
        ("It may not rain.", "en", Axis.MODALITY, Modality.PLAIN, "may not"),
        ("Nearly all agree.", "en", Axis.SCOPE, Scope.MOST, "Nearly all"),
        ("Es kann regnen.", "de", Axis.MODALITY, Modality.POSSIBLE, "kann"),
        ("Fast alle stimmen zu.", "de", Axis.SCOPE, Scope.MOST, "Fast alle"),
    ],
)
def test_the_longest_cue_counts_with_its_level_and_span(
    text: str, language: str, axis: Axis, level: int, words: str
) -> None:
    cue = next(cue for cue in cues_in(text, language) if cue.axis is axis)  # type: ignore[arg-type]
    assert (cue.level, text[cue.start : cue.end]) == (level, words)


@given(st.text(max_size=200), st.sampled_from(["en", "de"]))
def test_cues_of_one_axis_never_overlap_and_lie_in_the_text(text: str, language: str) -> None:
    found = cues_in(text, language)  # type: ignore[arg-type]
    for axis in Axis:
        places = [(cue.start, cue.end) for cue in found if cue.axis is axis]
        assert all(one[1] <= two[0] for one, two in pairwise(places))
        assert all(0 <= start < end <= len(text) for start, end in places)


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Was kostet ein Rad?", "de"),
        ("Was Tesla born in Smiljan?", "en"),
        ("It was Tesla.", "en"),
        ("Was Tesla right?", None),
        ("Was", None),
    ],
)
def test_a_was_that_opens_a_question_tells_no_language(text: str, language: str | None) -> None:
    assert language_of(text) == language
