"""A chat model's wordings vote only where they keep all that narrows the question (B5, B6)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.analyser import term_keys
from aver.stages.planning.rewording import rare_terms, strays, worded
from aver.stages.planning.words import limits, names, negations, numbers
from aver.values.inquiry import FROM_MODEL, Means
from aver.values.sealed import Sealed

QUESTION = "Which refunds may not be paid before 14 days to customers of Contoso?"


def _weights(**words: float) -> dict[int, float]:
    return {key: weight for word, weight in words.items() for key in term_keys(word)}


WEIGHTS = _weights(refunds=3.0, paid=1.0, days=1.0, customers=1.0, Contoso=5.0)


@pytest.mark.parametrize(
    ("wording", "reason"),
    [
        ("Which refunds must not be given to clients of Contoso before 14 days?", ""),
        ("Which refunds must not be given to clients of Contoso before two weeks?", "loses the number 14"),
        ("Which refunds may be given to clients of Contoso before 14 days?", "changes the negation"),
        ("Which refunds may not be given to clients of Contoso after 14 days?", "loses the limit before"),
        ("Which refunds may not be given to clients before 14 days?", "loses the name Contoso"),
        ("Which repayments may not be given to clients of Contoso before 14 days?", "loses the term refunds"),
        ("Which refunds may not be given to clients of Contoso before 14 days in 2024?", "adds the number 2024"),
        ("Which refunds may not be given to clients of Contoso before 14 days in Berlin?", "adds the name Berlin"),
        ("Which refunds may not be given to only clients of Contoso before 14 days?", "adds the limit only"),
    ],
)
@pytest.mark.parametrize("means", [Means.PARAPHRASE, Means.STEP_BACK])
def test_a_wording_that_narrows_otherwise_has_its_reason(means: Means, wording: str, reason: str) -> None:
    assert strays(QUESTION, wording, means, rare_terms(QUESTION, WEIGHTS)) == reason


def test_a_hypothetical_passage_may_add_and_not_lose() -> None:
    passage = "Contoso: refunds of annual plans are paid after 14 days, in Berlin after 30."
    rare = rare_terms(QUESTION, WEIGHTS)

    assert strays(QUESTION, passage, Means.HYPOTHETICAL, rare) == ""
    assert strays(QUESTION, passage.replace("14", "20"), Means.HYPOTHETICAL, rare) == "loses the number 14"
    assert strays(QUESTION, passage.replace("refunds", "money"), Means.HYPOTHETICAL, rare) == "loses the term refunds"


def test_rare_is_what_is_rarer_than_the_question_on_average() -> None:
    assert rare_terms(QUESTION, WEIGHTS) == ("refunds", "contoso")
    assert rare_terms("Which?", {}) == ()


def test_what_was_not_wanted_repeats_or_comes_too_late_does_not_vote() -> None:
    said = [(Means.PARAPHRASE, f"Which refunds of Contoso may not be paid before 14 days{end}?") for end in "abcde"]
    said += [said[0], (Means.HYPOTHETICAL, "Contoso pays refunds after 14 days."), (Means.PARAPHRASE, "  ")]

    made = worded(Sealed(QUESTION), said, WEIGHTS, wanted=(Means.PARAPHRASE,), source="doc_1")

    assert [one.dropped for one in made] == ["", "", "", "", "comes after the first 4"]
    assert {one.text.document for one in made} == {"doc_1"}


_SOME = (
    "refunds",
    "not",
    "before",
    "only",
    "14",
    "30",
    "Contoso",
    "Berlin",
    "AG-7",
    "paid",
    "kein",
    "vor",
    "Kunden",
    "3.5",
)
_WORDS = st.lists(st.sampled_from(_SOME), max_size=8).map(" ".join)


@given(question=_WORDS, wording=_WORDS, means=st.sampled_from(FROM_MODEL))
def test_what_votes_keeps_numbers_and_names_and_a_question_all_that_narrows_it(
    question: str, wording: str, means: Means
) -> None:
    if strays(question, wording, means, rare_terms(question, WEIGHTS)):
        return
    assert set(numbers(question)) <= set(numbers(wording))
    assert all(name.casefold() in wording.casefold() for name in names(question))
    if means is not Means.HYPOTHETICAL:
        assert negations(question) == negations(wording)
        assert limits(question) == limits(wording)
        assert sorted(numbers(question)) == sorted(numbers(wording))
