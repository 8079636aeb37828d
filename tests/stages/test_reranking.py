"""Further say over the order of candidates: what each criterion does, alone and after another (E1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.relevance import terms_of
from aver.stages.reranking import RELEVANT, Reranker, reranked
from aver.stages.selection import Scored
from aver.values.pairs import Reading
from tests.stages.test_selection import scored

TODAY = "2026-06-01"


def order(candidates: list[Scored], *criteria: Reranker) -> str:
    """Return the chunks in the order that the criteria make of them."""
    return "".join(one.fused.chunk for one in reranked(candidates, criteria, as_of=TODAY))


def candidates(*changes: dict[str, Any]) -> list[Scored]:
    """Return candidates a, b, c ... of falling relevance."""
    return [scored(chr(97 + place), 0.9 - place / 10, **more) for place, more in enumerate(changes)]


@pytest.mark.parametrize(
    ("criterion", "worse", "better"),
    [
        (Reranker.AUTHORITY, {"authority": 0.2}, {"authority": 0.9}),
        (Reranker.FRESHNESS, {"valid_from": "2019-01-01"}, {"valid_from": "2026-05-01"}),
        (Reranker.FRESHNESS, {"valid_from": None, "ingested_at": "2019-01-01T08:00:00Z"}, {"valid_from": "2026-05-01"}),
        (Reranker.CITATION, {"page": None}, {"page": 4}),
    ],
)
def test_what_is_worth_more_by_a_criterion_rises(
    criterion: Reranker, worse: dict[str, Any], better: dict[str, Any]
) -> None:
    assert order(candidates(worse, worse, better), criterion) == "acb"
    assert order(candidates(better, worse, worse), criterion) == "abc"


SEEN = Reading(relevance=0.9, answerable=0.2, start=None, end=None, margin=0.0)


@pytest.mark.parametrize(
    ("criterion", "better"),
    [
        (Reranker.CROSS_ENCODER, {"reading": SEEN}),
        (Reranker.ANSWERABILITY, {"reading": SEEN}),
        (Reranker.EMBEDDING, {"features": (("cosine", 0.9),)}),
        (Reranker.RECIPROCAL_RANK, {"rank": 1}),
    ],
)
def test_what_a_signal_of_the_order_prefers_may_have_a_further_vote(
    criterion: Reranker, better: dict[str, Any]
) -> None:
    first, second, third = (replace(one, rank=9) for one in candidates({}, {}, {}))
    assert order([first, second, replace(third, **better)], criterion) == "acb"


@pytest.mark.parametrize("criterion", [one for one in Reranker if one is not Reranker.DIVERSITY])
def test_a_criterion_on_which_all_are_equal_changes_nothing(criterion: Reranker) -> None:
    assert order(candidates({}, {}, {}, {}), criterion) == "abcd"


def test_what_comes_into_force_later_is_as_fresh_as_today() -> None:
    assert order(candidates({"valid_from": TODAY}, {"valid_from": "2031-01-01"}), Reranker.FRESHNESS) == "ab"


def test_a_passage_like_one_chosen_steps_back_for_another() -> None:
    same = "Monthly plans can be refunded within 14 days."
    assert order(candidates({"words": same}, {"words": same}, {}), Reranker.DIVERSITY) == "acb"


def test_criteria_are_put_after_one_another() -> None:
    same = "Monthly plans can be refunded within 14 days."
    given_ = candidates({"words": same}, {"words": same, "authority": 0.9}, {"authority": 0.1})
    assert order(given_, Reranker.AUTHORITY, Reranker.DIVERSITY) == "acb"
    assert order(given_, Reranker.DIVERSITY, Reranker.AUTHORITY) != order(given_, Reranker.DIVERSITY)


TEXTS = st.lists(st.sampled_from(["glass", "sensor", "refund", "policy", "window"]), min_size=1, max_size=4)
MANY = st.lists(st.tuples(TEXTS, st.integers(0, 10), st.integers(0, 3)), max_size=7)


def made(drawn: list[tuple[list[str], int, int]]) -> list[Scored]:
    return [
        scored(chr(97 + place), relevance / 10, words=" ".join(words), authority=authority / 3)
        for place, (words, relevance, authority) in enumerate(drawn)
    ]


@given(drawn=MANY, criteria=st.lists(st.sampled_from(Reranker), max_size=4))
def test_no_candidate_is_lost_doubled_or_changed(
    drawn: list[tuple[list[str], int, int]], criteria: list[Reranker]
) -> None:
    given_ = made(drawn)
    found = reranked(given_, criteria, as_of=TODAY)
    assert sorted(found, key=lambda one: one.fused.chunk) == given_


@given(drawn=MANY)
def test_diversity_is_maximal_marginal_relevance_by_its_definition(drawn: list[tuple[list[str], int, int]]) -> None:
    given_ = made(drawn)
    left, chosen = list(given_), list[Scored]()

    def likeness(one: Scored, other: Scored) -> float:
        mine, theirs = terms_of(one.passage.text.text), terms_of(other.passage.text.text)
        return len(mine & theirs) / len(mine | theirs)

    def marginal(one: Scored) -> float:
        return RELEVANT * one.relevance - (1 - RELEVANT) * max([0.0, *(likeness(one, other) for other in chosen)])

    while left:
        most = max(map(marginal, left))
        chosen.append(left.pop(next(place for place, one in enumerate(left) if marginal(one) == most)))
    assert reranked(given_, [Reranker.DIVERSITY], as_of=TODAY) == tuple(chosen)


def test_the_order_depends_on_no_score_that_a_criterion_does_not_read() -> None:
    given_ = candidates({"authority": 0.1}, {"authority": 0.9})
    louder = [replace(one, score=1.0 - one.score) for one in given_]
    assert order(given_, Reranker.AUTHORITY) == order(louder, Reranker.AUTHORITY)
