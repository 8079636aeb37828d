"""Each way to fuse against its formula, and what its order may depend on (D7)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.stages.fusion import Fusion, fused_by, reciprocal_rank
from aver.values.evidence import ChannelResult, Hit


def result(channel: str, *chunks: str, sub_question: int = 0) -> ChannelResult:
    """Return a result whose scores fall from 1 by tenths."""
    hits = tuple(Hit(chunk=chunk, rank=rank, score=1.1 - rank / 10) for rank, chunk in enumerate(chunks, start=1))
    return ChannelResult(channel=channel, sub_question=sub_question, hits=hits)


LISTS = st.lists(st.sampled_from("abcdefgh"), unique=True, max_size=8)


def test_the_score_is_the_sum_of_reciprocal_ranks() -> None:
    fused = reciprocal_rank([result("lexical", "a", "b"), result("dense", "b", "c")], k=10)
    scores = {one.chunk: one.score for one in fused}
    assert scores == {"a": round(1 / 11, 6), "b": round(1 / 12 + 1 / 11, 6), "c": round(1 / 12, 6)}
    assert [one.chunk for one in fused] == ["b", "a", "c"]


def test_every_vote_is_kept_with_its_channel_sub_question_and_rank() -> None:
    fused = reciprocal_rank([result("lexical", "a"), result("dense", "b", "a", sub_question=1)])
    votes = {one.chunk: one.ranks for one in fused}
    assert votes == {"a": (("dense", 1, 2), ("lexical", 0, 1)), "b": (("dense", 1, 1),)}


def test_the_best_score_of_a_channel_is_kept_over_its_sub_questions() -> None:
    fused = reciprocal_rank([result("dense", "b", "a"), result("dense", "a", sub_question=1)])
    assert {one.chunk: dict(one.scores) for one in fused} == {"a": {"dense": 1.0}, "b": {"dense": 1.0}}


def test_a_heavier_channel_decides_between_chunks_that_only_one_channel_found() -> None:
    results = [result("dense", "a"), result("lexical", "b")]
    assert [one.chunk for one in reciprocal_rank(results)] == ["a", "b"]
    assert [one.chunk for one in reciprocal_rank(results, weights={"lexical": 2.0})] == ["b", "a"]


def test_a_channel_that_could_look_for_half_the_question_has_half_its_vote() -> None:
    fused = reciprocal_rank([replace(result("lexical", "a"), reach=0.5), result("dense", "b")], k=10)
    assert [(one.chunk, one.score) for one in fused] == [("b", round(1 / 11, 6)), ("a", round(0.5 / 11, 6))]


def test_nothing_found_fuses_to_nothing() -> None:
    assert reciprocal_rank([ChannelResult(channel="dense", sub_question=0, hits=(), failure="OSError")]) == ()


@given(lexical=LISTS, dense=LISTS, k=st.integers(1, 100))
def test_every_chunk_comes_once_and_scores_never_rise(lexical: list[str], dense: list[str], k: int) -> None:
    fused = reciprocal_rank([result("lexical", *lexical), result("dense", *dense)], k=k)
    assert sorted(one.chunk for one in fused) == sorted({*lexical, *dense})
    assert [(-one.score, one.chunk) for one in fused] == sorted((-one.score, one.chunk) for one in fused)


@given(lists=st.lists(LISTS, max_size=4), order=st.randoms(use_true_random=False))
def test_the_order_of_the_results_makes_no_difference(lists: list[list[str]], order: st.DataObject) -> None:
    results = [result(f"channel{number}", *chunks) for number, chunks in enumerate(lists)]
    mixed = list(results)
    order.shuffle(mixed)  # type: ignore[attr-defined]
    assert reciprocal_rank(mixed) == reciprocal_rank(results)


@given(chunks=LISTS.filter(bool), k=st.integers(1, 100))
def test_one_channel_alone_keeps_its_order(chunks: list[str], k: int) -> None:
    assert [one.chunk for one in reciprocal_rank([result("dense", *chunks)], k=k)] == chunks


@given(chunks=LISTS.filter(lambda found: len(found) > 1), place=st.data())
def test_a_chunk_that_rises_in_one_channel_never_falls_in_the_fusion(chunks: list[str], place: st.DataObject) -> None:
    index = place.draw(st.integers(1, len(chunks) - 1))
    risen = [*chunks[: index - 1], chunks[index], chunks[index - 1], *chunks[index + 1 :]]
    other = result("lexical", *sorted(chunks))
    before = [one.chunk for one in reciprocal_rank([result("dense", *chunks), other])]
    after = [one.chunk for one in reciprocal_rank([result("dense", *risen), other])]
    assert after.index(chunks[index]) <= before.index(chunks[index])


def test_scores_are_rounded_to_six_decimals() -> None:
    fused = reciprocal_rank([result("dense", "a", "b", "c")], k=7)
    assert all(one.score == pytest.approx(round(one.score, 6), abs=0) for one in fused)


SCORES = st.lists(st.floats(0.0, 40.0).map(lambda score: round(score, 4)), min_size=1, max_size=12)


def scored(channel: str, scores: list[float]) -> ChannelResult:
    """Return a result with these scores, best first, its chunks named by their place."""
    falling = sorted(scores, reverse=True)
    hits = tuple(Hit(chunk=f"c{rank}", rank=rank, score=score) for rank, score in enumerate(falling, start=1))
    return ChannelResult(channel=channel, sub_question=0, hits=hits)


def relative_by_hand(scores: list[float]) -> list[float]:
    """Relative score fusion of one channel by its formula, in numpy."""
    values = np.asarray(sorted(scores, reverse=True))
    values = np.minimum(values, values.mean() + 3 * values.std())
    width = values.max() - values.min()
    return [0.5] * len(scores) if width <= 0 else ((values - values.min()) / width).tolist()


def likely_by_hand(scores: list[float]) -> list[float]:
    """Bayesian blending of one channel by its formula, in numpy."""
    values = np.asarray(sorted(scores, reverse=True))
    likely = 1 / (1 + np.exp(-(values - np.median(values)) / (values.std() or 1.0)))
    return (likely - likely.min()).tolist()  # type: ignore[no-any-return]


@given(lexical=SCORES, dense=SCORES, weight=st.sampled_from([0.5, 1.0, 1.5]))
@pytest.mark.parametrize(
    ("way", "by_hand"), [(Fusion.RELATIVE_SCORE, relative_by_hand), (Fusion.BAYESIAN, likely_by_hand)]
)
def test_fusing_by_score_is_the_weighted_sum_of_each_channels_formula(
    way: Fusion, by_hand: Callable[[list[float]], list[float]], lexical: list[float], dense: list[float], weight: float
) -> None:
    expected: Counter[str] = Counter()
    for scores, times in ((lexical, weight), (dense, 1.0)):
        for rank, value in enumerate(by_hand(scores), start=1):
            expected[f"c{rank}"] += times * value  # type: ignore[assignment]
    found = fused_by(way, [scored("lexical", lexical), scored("dense", dense)], weights={"lexical": weight})
    assert {one.chunk: one.score for one in found} == pytest.approx(dict(expected), abs=2e-6)


@pytest.mark.parametrize("way", Fusion)
@given(scores=SCORES)
def test_one_channel_alone_is_never_turned_over(way: Fusion, scores: list[float]) -> None:
    places = [one.ranks[0][2] for one in fused_by(way, [scored("dense", scores)])]
    worth = {hit.rank: hit.score for hit in scored("dense", scores).hits}
    assert [worth[place] for place in places] == pytest.approx(sorted(scores, reverse=True), abs=1e-3)


@pytest.mark.parametrize("way", Fusion)
def test_a_channel_that_found_nothing_adds_nothing(way: Fusion) -> None:
    silent = ChannelResult(channel="dense", sub_question=0, hits=())
    assert fused_by(way, [silent, scored("lexical", [3.0, 2.0])]) == fused_by(way, [scored("lexical", [3.0, 2.0])])


def test_one_freak_score_does_not_push_the_others_together() -> None:
    rest = [10.0 - place / 10 for place in range(60)]
    plain, freak = (fused_by(Fusion.RELATIVE_SCORE, [scored("lexical", scores)]) for scores in (rest, [900.0, *rest]))
    assert freak[0].score == 1.0
    assert plain[0].score - plain[-1].score == 1.0
    assert freak[1].score - freak[-1].score > (rest[0] - rest[-1]) / (900.0 - rest[-1])


@given(lists=st.lists(LISTS, max_size=4), way=st.sampled_from(Fusion), order=st.randoms(use_true_random=False))
def test_the_order_of_the_results_makes_no_difference_to_any_way(
    lists: list[list[str]], way: Fusion, order: st.DataObject
) -> None:
    results = [result(f"channel{number}", *chunks) for number, chunks in enumerate(lists)]
    mixed = list(results)
    order.shuffle(mixed)  # type: ignore[attr-defined]
    assert [one.chunk for one in fused_by(way, mixed)] == [one.chunk for one in fused_by(way, results)]
