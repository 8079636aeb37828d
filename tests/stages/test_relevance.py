"""The signals of a passage against plain re-computations, and the logistic curve over them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.analyser import term_keys
from aver.stages.relevance import (
    NEAR,
    Logistic,
    QuestionTerms,
    passage_features,
    passage_terms,
    question_terms,
    terms_of,
)
from aver.values.sealed import Sealed
from tests.stages.evidence import passage, passages

WEIGHTS = st.dictionaries(st.integers(0, 9), st.floats(0.01, 9.0), max_size=6)
TERMS = st.lists(st.integers(0, 12), max_size=40)


def asked(text: str) -> QuestionTerms:
    """Return the terms of `text`, each of weight 1."""
    return question_terms(text, [1.0] * len(set(term_keys(text))))


def test_the_probability_is_the_logistic_function_of_the_weighted_sum() -> None:
    model = Logistic(weights=(("a", 2.0), ("b", -1.0)), bias=0.5)
    assert model.probability({"a": 1.0, "b": 3.0}) == pytest.approx(1 / (1 + math.exp(0.5)), abs=1e-6)


def test_a_missing_feature_is_an_error_and_not_a_zero() -> None:
    with pytest.raises(KeyError):
        Logistic(weights=(("a", 2.0),), bias=0.0).probability({"b": 1.0})


@given(a=st.floats(-1e6, 1e6), b=st.floats(-1e6, 1e6))
def test_more_of_a_good_sign_never_lowers_the_probability(a: float, b: float) -> None:
    model = Logistic(weights=(("sign", 3.0),), bias=-1.0)
    low, high = sorted((a, b))
    assert 0.0 <= model.probability({"sign": low}) <= model.probability({"sign": high}) <= 1.0


@given(weights=WEIGHTS, terms=TERMS)
def test_coverage_counts_each_term_once_by_its_weight(weights: dict[int, float], terms: list[int]) -> None:
    found = QuestionTerms(weights=weights).covered(frozenset(terms))
    total = math.fsum(weights.values())
    expected = math.fsum(weights[term] for term in weights if term in terms) / total if total else 0.0
    assert found == pytest.approx(expected)


@given(weights=WEIGHTS, terms=TERMS)
def test_nearness_is_the_best_coverage_of_any_window(weights: dict[int, float], terms: list[int]) -> None:
    question = QuestionTerms(weights=weights)
    windows = [frozenset(terms[start : start + NEAR]) for start in range(max(1, len(terms) - NEAR + 1))]
    assert question.nearness(terms) == pytest.approx(max(question.covered(window) for window in windows))


@given(weights=WEIGHTS, terms=TERMS)
def test_the_heaviest_missing_term_is_zero_only_where_nothing_is_missing(
    weights: dict[int, float], terms: list[int]
) -> None:
    missing = QuestionTerms(weights=weights).heaviest_missing(frozenset(terms))
    assert (missing == 0.0) == (set(weights) <= set(terms))
    assert 0.0 <= missing <= 1.0


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which limit does PEP 440 set for os.path?", "PEP 440 os.path"),
        ("Who was Ada Lovelace?", "Ada Lovelace"),
        ("What is a window?", ""),
        ("does x86_64 work", "x86_64"),
    ],
)
def test_names_numbers_and_identifiers_of_a_question_are_told_from_its_words(question: str, names: str) -> None:
    assert asked(question).named == terms_of(*names.split())


def test_a_question_without_names_misses_none() -> None:
    assert asked("what is a window?").named_in(frozenset()) == 1.0


def test_a_passage_that_lacks_the_number_asked_for_shows_it() -> None:
    question = asked("What does section 12 say about Fresno?")
    assert question.named_in(terms_of("Fresno is a city, see section 13.")) == 0.5


def test_question_terms_refuse_weights_of_another_question() -> None:
    with pytest.raises(ValueError, match="zip"):
        question_terms("one two three", [1.0])


def test_what_accompanies_a_passage_counts_as_its_words() -> None:
    shown = passage("14 days", title=Sealed("Refunds"), header=Sealed("Delay"), lead_in=Sealed("For cards:"))
    assert terms_of("refunds delay cards 14 days") <= frozenset(passage_terms(shown))


@given(found=passages(), question=st.text(max_size=60), cosine=st.floats(-1, 1))
def test_every_signal_lies_between_zero_and_one(found: object, question: str, cosine: float) -> None:
    features = passage_features(found, asked(question), {"dense": cosine})  # type: ignore[arg-type]
    assert all(0.0 <= value <= 1.0 for value in features.values())


def test_a_passage_the_dense_channel_did_not_find_has_no_cosine() -> None:
    assert passage_features(passage(), asked("refunds"), {"lexical": 3.0})["cosine"] == 0.0
