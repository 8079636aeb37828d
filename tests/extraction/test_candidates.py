"""What a document offers as claims: verbatim, by page, with predicates that parse and doubts that are named (J1)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.parsers.dispatch import parse
from aver.parsers.limits import Limits
from aver.stages.extraction import Candidate, Extraction, candidates_in
from aver.stages.extraction.atoms import All, Choices, Compared, Condition, Either, Truth, opposite, written
from aver.stages.packs import Holds, judged, predicate_of
from aver.values.claims import StoredKind
from aver.values.documents import Document
from aver.values.readings import Amount, Chosen, InquiryReading, Stated, Value
from tests.extraction.scoring import pack_of

SENSORS = pack_of("sensors")


def a_page(text: str, title: str = "NS-R200 retro-reflective sensor") -> Document:
    return parse(f"# {title}\n\n{text}\n".encode(), name="page.md", limits=Limits())


def offered(text: str, title: str = "NS-R200 retro-reflective sensor", **more: object) -> tuple[Candidate, ...]:
    return candidates_in(a_page(text, title), SENSORS, minimum=0, **more).candidates  # type: ignore[arg-type]


def test_every_candidate_is_made_of_the_words_at_its_spans() -> None:
    page = a_page(
        "The NS-R200 is a compact sensor. It must not be used with clear glass.\n\n"
        "| Property | NS-R200 | Unit |\n|---|---|---|\n| Supply voltage | 10 to 30 | V |\n"
    )
    for one in candidates_in(page, SENSORS, minimum=0).candidates:
        said = " ".join(page.text[start:end] for start, end in one.spans).split()
        assert set(one.statement.replace(":", " ").split()) <= {word.strip(":") for word in said}


def test_a_pronoun_is_replaced_by_what_it_stands_for_before_anything_is_read() -> None:
    found = offered("The NS-C300-P is small. It must not be used with carton.", title="Sensors")
    (rule,) = [one for one in found if one.kind is StoredKind.CONSTRAINT]
    assert (rule.when, rule.forbids) == ("product == 'NS-C300-P'", "material == 'carton'")
    assert len(rule.spans) == 2 and rule.confidence < 1.0


@pytest.mark.parametrize("bracket", ["(clear glass, PET)", "(e.g. PET or film)", "(such as film)"])
def test_a_bracket_that_names_some_of_what_stands_before_it_takes_nothing_away(bracket: str) -> None:
    (one,) = offered(f"3.1 Retro-reflective sensing must not be used on transparent targets {bracket}.")
    assert one.kind is StoredKind.CONSTRAINT
    assert one.forbids == "material in ['clear_glass', 'pet', 'film']"


@pytest.mark.parametrize("bracket", ["(cartons)", "(PET below 20 °C)", "(clear glass only)"])
def test_a_bracket_that_says_anything_else_leaves_the_rule_open(bracket: str) -> None:
    (one,) = offered(f"The NS-R200 must not be used on transparent targets {bracket}.")
    assert one.kind is StoredKind.FACT
    assert one.doubt


def test_a_rule_that_cannot_be_read_whole_is_a_fact_that_names_the_words_left_over() -> None:
    (one,) = offered("The NS-R200 must not be used with clear glass if the reflector is dirty.")
    assert (one.kind, one.when, one.forbids) == (StoredKind.FACT, "", "")
    assert one.doubt == "constraint? unread: reflector, dirty"
    assert one.confidence == 1.0


@pytest.mark.parametrize(
    "said",
    [
        "The sensor must detect clear glass, not PET.",
        "The sensor must be used with clear glass and not with PET.",
        "The belt speed may exceed 2 m/s.",
        "Die Bandgeschwindigkeit darf 2 m/s überschreiten.",
        "The maximum belt speed is above 2 m/s.",
        "The sensor must not be used at the maximum temperature of 60 °C.",
        "The NS-R200 may be used above 20 °C.",
        "For a maximum belt speed: 2 m/s, use the NS-C300.",
        "If not used outdoors, the supply voltage must not exceed 24 V.",
        "Please select the NS-C300 with PNP.",
    ],
)
def test_what_permits_or_leaves_the_side_open_gives_no_predicate(said: str) -> None:
    assert {(one.kind, one.when, one.forbids) for one in offered(said)} <= {(StoredKind.FACT, "", "")}


def test_what_is_used_instead_is_so_where_the_rule_before_it_stands_whatever_the_product() -> None:
    found = offered("For clear glass, the belt speed must not exceed 2 m/s; use the NS-C300 instead.")
    assert [(one.when, one.target) for one in found if one.kind is StoredKind.REDIRECT] == [
        ("material == 'clear_glass' && speed > 2", "NS-C300")
    ]


def test_a_condition_before_a_german_verb_of_rising_is_no_equation() -> None:
    (one,) = offered("Übersteigt die Bandgeschwindigkeit 2 m/s, verwenden Sie den NS-C300.", title="NS-R200")
    assert (one.kind, one.when) == (StoredKind.REDIRECT, "speed > 2")


@pytest.mark.parametrize(
    "after",
    ["Except with filter F2.", "However, this is possible with filter F2.", "This applies only below 20 °C."],
)
def test_a_sentence_that_limits_the_one_before_leaves_no_predicate(after: str) -> None:
    found = offered(f"The NS-R200 must not be used with clear glass. {after}")
    assert {one.kind for one in found} == {StoredKind.FACT}
    assert found[0].doubt


def test_without_a_product_a_rule_is_not_read_where_the_pack_has_products() -> None:
    (one,) = offered("Do not use with clear glass.", title="Notes")
    assert one.doubt == "constraint? which product it is about"
    (named,) = offered("Do not use with clear glass.", title="Notes", about=("NS-C300",))
    assert named.kind is StoredKind.CONSTRAINT


def test_a_paragraph_number_is_no_part_of_what_is_ruled() -> None:
    (one,) = offered("3.1 The NS-R200 must not be used with PET.")
    assert one.forbids == "material == 'pet'"


def test_a_column_of_units_goes_with_the_values_of_its_row() -> None:
    found = offered("| Property | Unit | Value |\n|---|---|---|\n| Maximum belt speed | m/s | 2.5 |")
    (rule,) = [one for one in found if one.kind is StoredKind.CONSTRAINT]
    assert (rule.statement, rule.forbids) == ("Maximum belt speed: 2.5 m/s", "speed > 2.5")


def test_a_redirect_to_the_documents_own_product_is_none() -> None:
    (one,) = offered("For clear glass, use the NS-R200.")
    assert one.kind is StoredKind.FACT and "its own product" in one.doubt


def test_a_short_page_offers_nothing_and_is_named() -> None:
    page = a_page("Do not use with PET.", title="NS-R200")
    assert candidates_in(page, SENSORS, minimum=200) == Extraction(candidates=(), short=("NS-R200",))
    assert candidates_in(page, SENSORS, minimum=10).candidates


def test_what_says_nothing_of_the_pack_is_not_offered() -> None:
    assert offered("The company was founded in a small town by the sea.") == ()


_numbers = st.integers(-40, 40).map(Fraction)
_leaves = st.one_of(
    st.builds(
        Choices,
        parameter=st.just("material"),
        names=st.lists(st.sampled_from(["pet", "film", "metal"]), min_size=1, unique=True).map(tuple),
        none=st.booleans(),
    ),
    st.builds(Truth, parameter=st.just("outdoor"), yes=st.booleans()),
    st.builds(
        Compared,
        parameter=st.just("temperature"),
        sign=st.sampled_from([">", ">=", "<", "<=", "==", "!="]),
        value=_numbers,
    ),
)
_conditions: st.SearchStrategy[Condition] = st.recursive(
    _leaves,
    lambda inner: st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: All(parts=tuple(parts))),
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: Either(parts=tuple(parts))),
    ),
    max_leaves=5,
)


def _holds(condition: Condition, values: dict[str, Value]) -> bool:
    match condition:
        case All(parts=parts):
            return all(_holds(one, values) for one in parts)
        case Either(parts=parts):
            return any(_holds(one, values) for one in parts)
        case Choices(parameter=name, names=names, none=none):
            return (values[name] in [Chosen(choice=one) for one in names]) != none
        case Truth(parameter=name, yes=yes):
            return (values[name] == Chosen(choice="yes")) == yes
        case Compared(parameter=name, sign=sign, value=value):
            amount = values[name]
            assert isinstance(amount, Amount) and amount.low is not None
            order = (amount.low > value) - (amount.low < value)
            return {">": order > 0, ">=": order >= 0, "<": order < 0, "<=": order <= 0, "==": order == 0}.get(
                sign, order != 0
            )


@given(
    condition=_conditions,
    material=st.sampled_from(["pet", "film", "metal", "carton"]),
    outdoor=st.sampled_from(["yes", "no"]),
    degrees=_numbers,
)
def test_a_condition_and_its_opposite_are_written_as_predicates_that_say_the_same(
    condition: Condition, material: str, outdoor: str, degrees: Fraction
) -> None:
    values: dict[str, Value] = {
        "material": Chosen(choice=material),
        "outdoor": Chosen(choice=outdoor),
        "temperature": Amount(low=degrees, high=degrees, unit="°C"),
    }
    stated = tuple(Stated(parameter=name, value=value, spans=()) for name, value in values.items())
    reading = InquiryReading(pack="sensors", text="", stated=stated, ambiguities=())
    for one, expected in ((condition, _holds(condition, values)), (opposite(condition), not _holds(condition, values))):
        text = written(one)
        assert text is not None
        assert judged(predicate_of(text, SENSORS), reading).holds is (Holds.YES if expected else Holds.NO)
