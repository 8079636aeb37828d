"""The codec: what goes in comes out, and what does not fit is named by its path."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, is_dataclass
from enum import IntEnum, StrEnum
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadInput
from aver.values import answers, evidence, governance, inquiry
from aver.values.answers import Abstain, Answered, Claim, Confidence, Decision
from aver.values.codec import decode, encode
from aver.values.events import Asked, Decided, Event, Observed, Packed, Planned
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Level(IntEnum):
    LOW = 0
    HIGH = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    words: Sealed
    weight: float
    kind: Literal["a", "b"] = "a"


@dataclass(frozen=True, slots=True, kw_only=True)
class Other:
    number: int


Choice: TypeAlias = Leaf | Other


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    leaves: tuple[Leaf, ...]
    pair: tuple[int, str]
    colours: frozenset[Colour]
    choice: Choice | None
    mixed: Union[int, str, None]  # noqa: UP007
    level: Level
    flag: bool
    numbers: frozenset[int]
    pairs: frozenset[tuple[str, int]]
    anything: Any = None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
LEAVES = st.builds(
    Leaf,
    words=st.builds(Sealed, st.text(), st.none() | st.text(), st.none() | st.text()),
    weight=FLOATS,
    kind=st.sampled_from(["a", "b"]),
)
OTHERS = st.builds(Other, number=st.integers())
TREES = st.builds(
    Tree,
    leaves=st.lists(LEAVES, max_size=3).map(tuple),
    pair=st.tuples(st.integers(), st.text()),
    colours=st.frozensets(st.sampled_from(Colour)),
    choice=st.none() | LEAVES | OTHERS,
    mixed=st.none() | st.integers() | st.text(),
    level=st.sampled_from(Level),
    flag=st.booleans(),
    numbers=st.frozensets(st.integers()),
    pairs=st.frozensets(st.tuples(st.text(), st.integers()), max_size=3),
    anything=JSON,
)


@given(TREES)
def test_what_is_encoded_decodes_to_the_same_value(tree: Tree) -> None:
    assert decode(Tree, encode(tree)) == tree


@given(TREES)
def test_a_json_round_trip_between_encoding_and_decoding_changes_nothing(tree: Tree) -> None:
    assert decode(Tree, json.loads(json.dumps(encode(tree)))) == tree


@given(TREES)
def test_sealing_takes_every_text_out_and_unsealing_puts_it_back(tree: Tree) -> None:
    kept: list[Sealed] = []

    def seal(sealed: Sealed) -> dict[str, Any]:
        kept.append(sealed)
        return {"sealed": len(kept) - 1}

    structure = encode(tree, seal=seal)
    assert len(kept) == len(tree.leaves) + isinstance(tree.choice, Leaf)
    assert decode(Tree, structure, unseal=lambda stands: kept[stands["sealed"]]) == tree


@given(st.frozensets(st.text(), min_size=2))
def test_equal_sets_encode_alike_whatever_their_order(members: frozenset[str]) -> None:
    assert encode(frozenset(sorted(members))) == encode(frozenset(sorted(members, reverse=True))) == sorted(members)


@given(FLOATS)
def test_a_number_survives_the_canonical_form_that_writes_one_as_an_integer(number: float) -> None:
    leaf = Leaf(words=Sealed("x"), weight=number)
    again = decode(Leaf, json.loads(rfc8785.dumps(encode(leaf))))
    assert again == leaf
    assert type(again.weight) is float


def values_of(type_: Any) -> st.SearchStrategy[Any]:
    """Any value of a declared type, numbers finite; `Any` is plain JSON."""
    if type_ in (float, Any):
        return FLOATS if type_ is float else JSON
    origin, arguments = get_origin(type_), get_args(type_)
    if origin is tuple and arguments[1:] == (Ellipsis,):
        return st.lists(values_of(arguments[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values_of, arguments))
    if arguments and origin is not frozenset:
        return st.one_of([values_of(argument) for argument in arguments])
    if isinstance(type_, type) and is_dataclass(type_):
        return st.builds(type_, **{name: values_of(hint) for name, hint in get_type_hints(type_).items()})
    return st.from_type(type_)


@given(values_of(Event))
def test_every_event_of_a_run_decodes_to_itself_through_the_union(event: Event) -> None:
    assert decode(Event, encode(event)) == event


@pytest.mark.parametrize("module", [answers, evidence, governance, inquiry])
def test_every_value_of_the_modules_a_run_touches_has_a_form(module: Any) -> None:
    classes = [item for item in vars(module).values() if isinstance(item, type) and hasattr(item, "__slots__")]
    assert classes
    for class_ in classes:
        if hasattr(class_, "__dataclass_fields__"):
            with pytest.raises(BadInput):
                decode(class_, "not an object")


CONFIDENCE = Confidence(extraction=1.0, grounding=0.5, answer=0.25)


@pytest.mark.parametrize("decision", [Answered(confidence=CONFIDENCE), Abstain(confidence=CONFIDENCE, reasons=())])
def test_a_decision_says_which_of_the_union_it_is(decision: Decision) -> None:
    structure = encode(Decided(decision=decision, released=()))
    assert structure["decision"]["@"] == type(decision).__name__
    assert decode(Decided, structure).decision == decision


def test_an_object_whose_class_is_fixed_carries_no_tag() -> None:
    structure = encode(Decided(decision=Abstain(confidence=CONFIDENCE, reasons=()), released=()))
    assert "@" not in structure["decision"]["confidence"]


def test_plain_json_in_an_untyped_field_passes_through() -> None:
    observed = Observed(effect="clock", request=[], result={"a": [1, None, "x"]})
    assert encode(observed)["result"] == {"a": [1, None, "x"]}


def test_arguments_of_any_class_encode_by_their_own_class() -> None:
    structure = encode((Other(number=1), (2, Colour.RED), [None, 1.5], {"k": frozenset({"b", "a"})}))
    assert structure == [{"@": "Other", "number": 1}, [2, "red"], [None, 1.5], {"k": ["a", "b"]}]


def path_of(type_: Any, structure: Any) -> str:
    with pytest.raises(BadInput) as raised:
        decode(type_, structure)
    return raised.value.message.removeprefix("cannot decode ").split(":")[0]


def test_a_wrong_value_is_named_by_its_path() -> None:
    structure = encode(Planned(plan=inquiry.Plan(sub_questions=(), as_of="2024-01-01")))
    structure["plan"]["sub_questions"] = [{"number": 0, "text": {"text": 5}}]
    assert path_of(Event, structure) == "plan.sub_questions[0].text.text"


@pytest.mark.parametrize(
    ("type_", "structure", "path"),
    [
        (Other, {"number": True}, "number"),
        (Other, {"number": 1.0}, "number"),
        (Other, {}, "the value"),
        (Other, {"number": 1, "colour": "red"}, "colour"),
        (Other, {"@": "Leaf", "number": 1}, "the value"),
        (Choice, {"number": 1}, "the value"),
        (Choice, {"@": "Tree"}, "the value"),
        (Level, 7, "the value"),
        (Level, True, "the value"),
        (Colour, ["red"], "the value"),
        (tuple[int, str], [1], "the value"),
        (tuple[int, ...], [1, 2, "3"], "[2]"),
        (tuple[int, ...], "12", "the value"),
        (Literal["a", "b"], "c", "the value"),
        (int | str | None, 1.5, "the value"),
        (int | str | None, [], "the value"),
    ],
)
def test_a_structure_of_another_shape_is_refused(type_: Any, structure: Any, path: str) -> None:
    assert path_of(type_, structure) == path


@pytest.mark.parametrize("number", [math.nan, math.inf, -math.inf, "1", None])
def test_a_field_that_is_no_finite_number_is_refused_before_it_is_written(number: Any) -> None:
    with pytest.raises(BadInput, match="weight"):
        encode(Leaf(words=Sealed("x"), weight=number))


def test_a_value_without_a_json_form_is_refused() -> None:
    with pytest.raises(BadInput, match=r"\[1\].*object"):
        encode((1, object()))


def test_a_class_outside_the_union_is_refused() -> None:
    with pytest.raises(BadInput, match="decision"):
        encode(Decided(decision=CONFIDENCE, released=()))  # type: ignore[arg-type]


def test_missing_fields_take_their_defaults() -> None:
    assert decode(Inquiry, {"question": {"text": "why?"}}) == Inquiry(question=Sealed("why?"))
    assert decode(Caller, {"user": "u", "tenant": "t", "principals": []}).clearance == 1


def test_a_library_number_is_written_as_a_plain_one() -> None:
    class Measured(float):
        pass

    written = encode(Leaf(words=Sealed(""), weight=Measured(0.5)))["weight"]
    assert type(written) is float


def test_events_with_passages_and_claims_name_sealed_text_only_through_the_seal() -> None:
    seen: list[str] = []

    def seal(sealed: Sealed) -> dict[str, Any]:
        seen.append(sealed.text)
        return {"sealed": "0"}

    asked = Asked(
        inquiry=Inquiry(question=Sealed("secret words")),
        caller=Caller(user="u", tenant="t", principals=frozenset({"user:u"})),
        at="2024-01-01T00:00:00Z",
        code_version="1",
        policy_version="1",
    )
    claim = Claim(number=0, text=Sealed("secret words"), kind=answers.ClaimKind.QUOTE, citations=())
    decided = Decided(decision=Abstain(confidence=CONFIDENCE, reasons=()), released=(claim,))
    assert "secret" not in json.dumps([encode(event, seal=seal) for event in (asked, decided, Packed(packets=()))])
    assert seen == ["secret words"] * 2
