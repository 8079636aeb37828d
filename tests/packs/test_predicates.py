"""Predicates over an inquiry: what nobody stated leaves them open, and a range can meet them partly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.errors import BadExpression
from aver.flows.packs import pack_named
from aver.stages.packs import Holds, Judged, forbidden, judged, predicate_of, read_inquiry
from aver.values.readings import Amount, Chosen, InquiryReading, Stated, Value

SENSORS = pack_named("sensors")
TRANSPARENT = "material in ['clear_glass', 'pet', 'film']"


def _reading(**values: Value) -> InquiryReading:
    stated = tuple(Stated(parameter=name, value=value, spans=()) for name, value in values.items())
    return InquiryReading(pack="sensors", text="", stated=stated, ambiguities=())


def _judged(written: str, text: str) -> Judged:
    return judged(predicate_of(written, SENSORS), read_inquiry(text, SENSORS))


@pytest.mark.parametrize(
    ("written", "text", "holds", "open_"),
    [
        (TRANSPARENT, "clear glass", Holds.YES, ()),
        (TRANSPARENT, "cans", Holds.NO, ()),
        (TRANSPARENT, "glass", Holds.OPEN, ("material",)),
        (TRANSPARENT, "bottles", Holds.OPEN, ("material",)),
        (f"!({TRANSPARENT})", "bottles", Holds.OPEN, ("material",)),
        (f"!({TRANSPARENT})", "cans", Holds.YES, ()),
        ("material != 'metal'", "cans", Holds.NO, ()),
        ("rate > 60000", "60,000 objects/h", Holds.NO, ()),
        ("rate >= 60000", "1,000 bottles per minute", Holds.YES, ()),
        ("rate > 48000", "30,000 to 60,000 objects/h", Holds.PARTLY, ()),
        ("rate > 60000", "30,000 to 60,000 objects/h", Holds.NO, ()),
        ("rate > 20000", "at least 30,000 objects/h", Holds.YES, ()),
        ("rate > 40000", "at least 30,000 objects/h", Holds.PARTLY, ()),
        ("rate < 40000", "up to 30,000 objects/h", Holds.YES, ()),
        ("rate == 30000", "30,000 objects/h", Holds.YES, ()),
        ("rate != 30000", "20,000 to 40,000 objects/h", Holds.PARTLY, ()),
        ("rate in [10000, 30000]", "30,000 objects/h", Holds.YES, ()),
        ("temperature < -10", "-20 °C", Holds.YES, ()),
        ("gap > pitch", "pitch 20 mm, gap 30 mm", Holds.YES, ()),
        ("gap > pitch", "pitch 20 mm", Holds.OPEN, ("gap",)),
        ("outdoor", "outdoors", Holds.YES, ()),
        ("!outdoor", "indoors", Holds.YES, ()),
        ("outdoor && rate > 1", "indoors", Holds.NO, ()),
        ("outdoor && rate > 1", "outdoors", Holds.OPEN, ("rate",)),
        ("outdoor || rate > 1", "outdoors", Holds.YES, ()),
        ("outdoor || rate > 1", "clear glass", Holds.OPEN, ("outdoor", "rate")),
        ("true", "", Holds.YES, ()),
        ("false || material == 'pet'", "PET", Holds.YES, ()),
    ],
)
def test_a_predicate_holds_fails_is_met_partly_or_stays_open(
    written: str, text: str, holds: Holds, open_: tuple[str, ...]
) -> None:
    assert _judged(written, text) == Judged(holds=holds, open=open_)


def test_a_constraint_forbids_where_it_applies_and_where_what_it_names_is_stated() -> None:
    when = predicate_of("product in ['NS-R200', 'NS-R200-S', 'NS-R200-P', 'NS-R200-N']", SENSORS)
    forbids = predicate_of(TRANSPARENT, SENSORS)

    found = {
        text: forbidden(when, forbids, read_inquiry(text, SENSORS)).holds
        for text in ("NS-R200 for clear glass", "NS-C300 for clear glass", "NS-R200 for cans", "for clear glass")
    }

    assert list(found.values()) == [Holds.YES, Holds.NO, Holds.NO, Holds.OPEN]


@pytest.mark.parametrize(
    "written",
    ["rate", "colour == 'red'", "material == 'wood'", "material > 'pet'", "material == 3", "rate > 'fast'",
     "rate > 1 + 1", "rate * 2 > 3", "outdoor == true", "outdoor in [true]", "3 < rate", "rate > speed",
     "material == product", "rate in [1, 'a']", "min(rate, 1) > 0", "[1]", "'a'", "1",
     "-1", "!rate", "rate > 1 && 1", "rate in 3"],
)  # fmt: skip
def test_what_is_no_statement_about_the_parameters_is_refused_with_a_hint(written: str) -> None:
    with pytest.raises(BadExpression) as refused:
        predicate_of(written, SENSORS)
    assert refused.value.hint


_ATOMS = st.sampled_from(
    ["rate > 5", "rate <= 5", "rate == 5", "gap < 3", "gap != 3", "material == 'pet'", "material in ['pet', 'film']",
     "material != 'film'", "outdoor", "rate in [4, 5]", "gap > pitch", "true", "false"]
)  # fmt: skip
_PREDICATES = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["&&", "||"]), inner).map(lambda parts: f"({' '.join(parts)})"),
        inner.map(lambda one: f"!({one})"),
    ),
    max_leaves=8,
)
_NUMBERS = st.integers(0, 8)


@st.composite
def _full(draw: st.DrawFn) -> dict[str, Value]:
    def amount(unit: str) -> Amount:
        value = Fraction(draw(_NUMBERS))
        return Amount(low=value, high=value, unit=unit)

    return {
        "rate": amount("object/hour"),
        "gap": amount("mm"),
        "pitch": amount("mm"),
        "material": Chosen(choice=draw(st.sampled_from(["pet", "film", "metal"]))),
        "outdoor": Chosen(choice=draw(st.sampled_from(["yes", "no"]))),
    }


@settings(max_examples=200, deadline=None)
@given(written=_PREDICATES, values=_full(), hidden=st.sets(st.sampled_from(["rate", "gap", "material", "outdoor"])))
def test_stating_more_never_turns_a_settled_predicate_round(
    written: str, values: dict[str, Value], hidden: set[str]
) -> None:
    predicate = predicate_of(written, SENSORS)
    less = judged(predicate, _reading(**{name: value for name, value in values.items() if name not in hidden}))
    all_ = judged(predicate, _reading(**values))

    assert all_.holds in (Holds.YES, Holds.NO)
    assert less.holds in (all_.holds, Holds.OPEN)


@settings(max_examples=200, deadline=None)
@given(written=_PREDICATES, values=_full())
def test_a_fully_stated_predicate_is_judged_as_another_implementation_of_cel_does(
    written: str, values: dict[str, Value]
) -> None:
    cel = pytest.importorskip("cel", reason="common-expression-language is not installed")
    plain = {
        name: value.choice if isinstance(value, Chosen) else int(value.low or 0) for name, value in values.items()
    } | {"outdoor": values["outdoor"] == Chosen(choice="yes")}

    expected = cel.evaluate(written, plain)

    assert judged(predicate_of(written, SENSORS), _reading(**values)).holds is (Holds.YES if expected else Holds.NO)
