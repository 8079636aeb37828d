"""From the hits of every channel to one order, with the provenance of every vote kept (D7).

A hit is worth something by its rank or by its score, times what its channel and sub-question weigh; words of another
language than the documents' reach little, so that weight is times the channel's reach (docs/decisions/0011-german.md).
What a channel didn't return is worth as little to it as the least it did. Everything is reckoned from the hits alone,
so it depends on nothing that the caller may not read. Defaults and figures: docs/decisions/0005-fusion.md.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean, median, pstdev

from aver.values.evidence import ChannelResult

RRF_K = 10

OUTLIER = 3.0
"""Standard deviations above the mean at which a score counts no higher."""


class Fusion(StrEnum):
    """The ways to fuse, by the names that settings give them: by rank, by score, by the likelihood of a score."""

    RECIPROCAL_RANK = "reciprocal-rank"
    RELATIVE_SCORE = "relative-score"
    BAYESIAN = "bayesian"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fused:
    """A chunk with its fused score, its best score per channel, and the `(channel, sub-question, rank)` votes."""

    chunk: str
    score: float
    scores: tuple[tuple[str, float], ...]
    ranks: tuple[tuple[str, int, int], ...]


Worth = Callable[[ChannelResult, float], Sequence[float]]
"""What each hit of a result that weighs so much is worth more than what its channel didn't return, in order."""


def fused_by(
    fusion: Fusion,
    results: Iterable[ChannelResult],
    *,
    k: int = RRF_K,
    weights: Mapping[str, float] | None = None,
    shares: Mapping[int, float] | None = None,
) -> tuple[Fused, ...]:
    """Return the chunks of all `results`, best first, ties by chunk id; `k` belongs to reciprocal ranks alone.

    A channel weighs 1 unless named in `weights`, a sub-question 1 unless its number stands in `shares`; both times the
    channel's reach.
    """
    if fusion is Fusion.RECIPROCAL_RANK:
        return reciprocal_rank(results, k=k, weights=weights, shares=shares)
    return _summed(results, _relative if fusion is Fusion.RELATIVE_SCORE else _likely, weights, shares)


def reciprocal_rank(
    results: Iterable[ChannelResult],
    *,
    k: int = RRF_K,
    weights: Mapping[str, float] | None = None,
    shares: Mapping[int, float] | None = None,
) -> tuple[Fused, ...]:
    """Return what `fused_by` does, by the sum of w / (k + rank).

    Cormack, Clarke and Buettcher 2009, "Reciprocal Rank Fusion outperforms Condorcet and individual rank learning
    methods", with k = 60.
    """
    return _summed(results, lambda result, weight: [weight / (k + hit.rank) for hit in result.hits], weights, shares)


def _summed(
    results: Iterable[ChannelResult],
    worth: Worth,
    weights: Mapping[str, float] | None,
    shares: Mapping[int, float] | None,
) -> tuple[Fused, ...]:
    """Return the chunks of all `results` by the sum of what their hits are worth, each times its weight."""
    totals: defaultdict[str, float] = defaultdict(float)
    votes: defaultdict[str, list[tuple[str, int, int]]] = defaultdict(list)
    best: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for result in results:
        weight = result.reach * (1.0 if weights is None else weights.get(result.channel, 1.0))
        weight *= 1.0 if shares is None else shares.get(result.sub_question, 1.0)
        for hit, value in zip(result.hits, worth(result, weight), strict=True):
            totals[hit.chunk] += value
            votes[hit.chunk].append((result.channel, result.sub_question, hit.rank))
            known = best[hit.chunk]
            known[result.channel] = max(hit.score, known.get(result.channel, hit.score))
    fused = (
        Fused(
            chunk=chunk,
            score=round(total, 6),
            scores=tuple(sorted(best[chunk].items())),
            ranks=tuple(sorted(votes[chunk])),
        )
        for chunk, total in totals.items()
    )
    return tuple(sorted(fused, key=lambda one: (-one.score, one.chunk)))


def _relative(result: ChannelResult, weight: float) -> Sequence[float]:
    """Return w * (score - least) / (most - least), relative score fusion.

    Scores further than `OUTLIER` standard deviations above their mean count as if they lay there, so that one freak
    doesn't push all others together (the bound of distribution-based score fusion, Mazzeschi 2023). Hits that all score
    alike say nothing about their order, and get half the weight each.
    """
    scores = [hit.score for hit in result.hits]
    if not scores:
        return ()
    least, most = min(scores), min(max(scores), fmean(scores) + OUTLIER * pstdev(scores))
    if most <= least:
        return [weight / 2] * len(scores)
    return [weight * (min(score, most) - least) / (most - least) for score in scores]


def _likely(result: ChannelResult, weight: float) -> Sequence[float]:
    """Return w * P, P = sigmoid((score - median) / standard deviation), above that of the channel's last hit.

    The estimate of Bayesian BM25 (Jeong 2025) that needs no labels. It brings channels to one scale and promises
    nothing: P is no calibrated probability, and no threshold reads it.
    """
    scores = [hit.score for hit in result.hits]
    if not scores:
        return ()
    middle, spread = median(scores), pstdev(scores) or 1.0
    values = [1.0 / (1.0 + math.exp((middle - score) / spread)) for score in scores]
    return [weight * (value - min(values)) for value in values]
