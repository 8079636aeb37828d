"""Computed values: exact, with a receipt, and only from inputs that say where they come from."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.errors import BadExpression, BadInput
from aver.flows.packs import pack_named
from aver.stages.packs import compute, computed_claim, computed_for, given_by, inputs_of, pack_of, read_inquiry
from aver.stages.packs.expressions import expression_of
from aver.values.answers import Citation, ClaimKind
from aver.values.readings import Amount, Derivation, Input, NotComputed
from aver.values.sealed import Sealed
from tests.packs.written import SMALL

SENSORS, PACK = pack_named("sensors"), pack_of(SMALL, file="pack.toml")

_OPEN = Amount(low=None, high=Fraction(1), unit="mm")


def _amount(low: object, unit: str, high: object = None) -> Amount:
    ends = [None if end is None else Fraction(str(end)) for end in (low, low if high is None else high)]
    return Amount(low=ends[0], high=ends[1], unit=unit)


def _cited(quote: str) -> Citation:
    return Citation(
        packet="P1", document="d", version="v", chunk="c", uri="ns-c300-en.pdf", title=Sealed("NS-C300", "d"),
        section_path=Sealed("2 Technical data", "d"), start=10, end=10 + len(quote), quote=Sealed(quote, "d"), page=1,
    )  # fmt: skip


def test_the_inputs_come_from_the_inquiry_with_the_words_they_were_read_from() -> None:
    text = "How long is the gap time at a gap of 20 mm and a belt speed of 90 m/min?"
    derived = compute(SENSORS, "gap_time", given_by(read_inquiry(text, SENSORS)))

    assert isinstance(derived, Derivation)
    assert derived.result == Amount(low=Fraction(40, 3), high=Fraction(40, 3), unit="ms")
    assert derived.computed
    assert derived.formula == "gap / speed"
    assert [text[one.spans[0].start : one.spans[0].end] for one in derived.inputs] == ["20 mm", "90 m/min"]


def test_a_range_of_inputs_gives_the_range_of_results() -> None:
    inputs = given_by(read_inquiry("30,000 to 60,000 bottles/h, shift of 8 h: how many?", SENSORS))
    derived = compute(SENSORS, "objects_per_shift", inputs)

    assert isinstance(derived, Derivation)
    assert derived.result == _amount(240000, "object", 480000)


def test_a_fact_counts_only_with_its_citation() -> None:
    inputs = (
        Input(name="gap", value=_amount(20, "mm")),
        Input(name="speed", value=_amount("1.5", "m/s")),
        Input(name="response_time", value=_amount("1.25", "ms")),
    )
    cited = (*inputs[:2], Input(name="response_time", value=_amount("1.25", "ms"), citation=_cited("1.25")))

    assert compute(SENSORS, "gap_responses", inputs) == NotComputed(
        tool="gap_responses", missing=("response_time",), reason="inputs are missing, or facts without a citation"
    )
    derived = compute(SENSORS, "gap_responses", cited)
    assert isinstance(derived, Derivation)
    assert derived.result == Amount(low=Fraction(32, 3), high=Fraction(32, 3), unit="1")
    assert derived.inputs[2].citation == _cited("1.25")


def test_what_the_pack_defines_is_an_input_of_the_receipt_too() -> None:
    inputs = given_by(read_inquiry("45,000 objects per hour, pitch 120 mm", SENSORS))
    derived = compute(SENSORS, "belt_speed", inputs)

    assert isinstance(derived, Derivation)
    assert derived.result == _amount("1.5", "m/s")
    assert [(one.name, one.defined) for one in derived.inputs] == [
        ("rate", False),
        ("pitch", False),
        ("objects_per_pitch", True),
    ]


@pytest.mark.parametrize(
    ("inputs", "reason"),
    [
        ({"gap": _amount(1, "mm"), "rate": _amount(1, "object/hour", 2)}, "rate is no single value"),
        ({"gap": _OPEN, "rate": _amount(1, "object/hour")}, "gap is no single value"),
        ({"gap": _amount(1, "mm"), "rate": _amount(0, "object/hour")}, "it would divide by zero"),
    ],
)
def test_what_has_no_single_result_is_not_computed(inputs: dict[str, Amount], reason: str) -> None:
    given_inputs = tuple(Input(name=name, value=value) for name, value in inputs.items())

    assert compute(PACK, "spread", given_inputs) == NotComputed(tool="spread", missing=(), reason=reason)


def test_a_tool_an_input_twice_and_another_dimension_are_wrong_use() -> None:
    gap = Input(name="gap", value=_amount(1, "mm"))
    rate = Input(name="rate", value=_amount(1, "object/hour"))
    for tool, inputs in (
        ("nothing", ()),
        ("spread", (gap, gap, rate)),
        ("spread", (Input(name="gap", value=_amount(1, "hour")), rate)),
        ("spread", (Input(name="gap", value=_amount(1, "ell")), rate)),
    ):
        with pytest.raises(BadInput):
            compute(PACK, tool, inputs)


def test_a_tool_names_its_inputs_with_their_units() -> None:
    tool = next(one for one in PACK.tools if one.name == "length")

    assert inputs_of(tool, PACK) == {"gap": "mm", "rate": "object/hour", "hours": "hour", "one": "object"}


def test_the_tool_of_the_task_that_is_set_computes_or_says_what_is_missing() -> None:
    found = [
        computed_for(read_inquiry(text, SENSORS), SENSORS)
        for text in (
            "How many bottles pass in an 8-hour shift at 60,000 bottles/h?",
            "How many bottles pass in a shift at 60,000 bottles/h?",
            "Which sensor for PET at 60,000 bottles/h?",
        )
    ]

    assert isinstance(found[0][0], Derivation)
    assert found[0][0].result == _amount(480000, "object")
    assert isinstance(found[1][0], NotComputed)
    assert found[1][0].missing == ("shift",)
    assert found[2] == ()


def test_a_claim_about_a_computed_value_says_so_and_cites_what_its_inputs_cite() -> None:
    inputs = (
        Input(name="gap", value=_amount(20, "mm")),
        Input(name="speed", value=_amount("1.5", "m/s")),
        Input(name="response_time", value=_amount("1.25", "ms"), citation=_cited("1.25")),
    )
    cited, uncited = compute(SENSORS, "gap_responses", inputs), compute(SENSORS, "gap_time", inputs)
    assert isinstance(cited, Derivation)
    assert isinstance(uncited, Derivation)
    claim, bare = computed_claim(cited, number=1), computed_claim(uncited, number=2)

    assert (claim.kind, claim.citations, claim.text.document) == (ClaimKind.COMPUTED, (_cited("1.25"),), "d")
    assert str(claim.text) == (
        "gap_responses = 32/3, about 10.67"
        " (gap / speed / response_time; gap 20 mm, speed 1.5 m/s, response_time 1.25 ms)"
    )
    assert (bare.kind, bare.citations, bare.text.document) == (ClaimKind.COMPUTED, (), None)


_SIGNS = st.sampled_from(["+", "-", "*", "/"])


@settings(max_examples=200, deadline=None)
@given(
    numbers=st.lists(st.decimals(0, 999, places=2), min_size=2, max_size=6),
    signs=st.lists(_SIGNS, min_size=5, max_size=5),
)
def test_a_formula_is_computed_as_fractions_compute_it(numbers: list[object], signs: list[str]) -> None:
    from aver.stages.packs.computing import evaluated

    parts = [f"{number:f}" for number in numbers]  # type: ignore[str-bytes-safe]
    written = "".join(f" {sign} {part}" for sign, part in zip(["", *signs], parts, strict=False)).strip()
    oracle = "".join(f" {sign} Fraction('{part}')" for sign, part in zip(["", *signs], parts, strict=False)).strip()
    try:
        expected = eval(oracle, {"Fraction": Fraction})
    except ZeroDivisionError:
        expected = None

    found = evaluated(expression_of(written), {})

    assert found == (None if expected is None else (expected, expected))


@settings(max_examples=100, deadline=None)
@given(low=st.integers(1, 100), width=st.integers(0, 50), at=st.fractions(0, 1), other=st.integers(1, 20))
def test_a_range_of_results_holds_every_result_of_the_range(low: int, width: int, at: Fraction, other: int) -> None:
    from aver.stages.packs.computing import evaluated

    one = low + at * width
    for written in ("a * b", "a / b", "b / a", "a - b", "b - a", "max(a, b)", "-a + b"):
        ranges = {"a": (Fraction(low), Fraction(low + width)), "b": (Fraction(other), Fraction(other))}
        spread, point = (
            evaluated(expression_of(written), ranges),
            evaluated(expression_of(written), ranges | {"a": (one, one)}),
        )
        assert spread is not None
        assert point is not None
        assert spread[0] <= point[0] <= spread[1]


@pytest.mark.parametrize(
    "written",
    ["", "1 +", "(1", "1)", "a b", "1.2.3", "0x10", "a.b", "f(1)", "min()", "[1", "'a", "a = 1", "1e5", "a ? 1 : 2",
     "null", "in", "1 < 2 < 3", "(" * 41 + "1" + ")" * 41, "-" * 200 + "1", "1" * 41, "é", "a;b", "x" * 1001],
)  # fmt: skip
def test_what_is_outside_the_subset_is_refused_with_a_hint(written: str) -> None:
    with pytest.raises(BadExpression) as refused:
        expression_of(written)
    assert refused.value.hint


@settings(max_examples=300, deadline=None)
@given(written=st.text(alphabet="ab1.0 ()[]+-*/<>=!&|,'in", max_size=40))
def test_any_text_is_an_expression_or_refused(written: str) -> None:
    try:
        expression_of(written)
    except BadExpression as refused:
        assert refused.hint
