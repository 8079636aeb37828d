"""Reciprocal rank fusion, with the provenance of every vote kept (D7).

score(d) = sum over channels and sub-questions of w / (k + rank(d)) (Cormack, Clarke and Buettcher 2009,
"Reciprocal Rank Fusion outperforms Condorcet and individual rank learning methods"). Words of another language than
the documents' reach little, so w is times the channel's reach (docs/decisions/0011-german.md). The usual k = 60
is selectable; the default was measured, see docs/decisions/0005-fusion.md.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aver.values.evidence import ChannelResult

RRF_K = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Fused:
    """A chunk with its fused score, its best score per channel, and the `(channel, sub-question, rank)` votes."""

    chunk: str
    score: float
    scores: tuple[tuple[str, float], ...]
    ranks: tuple[tuple[str, int, int], ...]


def reciprocal_rank(
    results: Iterable[ChannelResult],
    *,
    k: int = RRF_K,
    weights: Mapping[str, float] | None = None,
    shares: Mapping[int, float] | None = None,
) -> tuple[Fused, ...]:
    """Return the chunks of all `results`, best first, ties by chunk id.

    A channel weighs 1 unless named in `weights`, a sub-question 1 unless its number stands in `shares`; both times the
    channel's reach.
    """
    totals: defaultdict[str, float] = defaultdict(float)
    votes: defaultdict[str, list[tuple[str, int, int]]] = defaultdict(list)
    best: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for result in results:
        weight = result.reach * (1.0 if weights is None else weights.get(result.channel, 1.0))
        weight *= 1.0 if shares is None else shares.get(result.sub_question, 1.0)
        for hit in result.hits:
            totals[hit.chunk] += weight / (k + hit.rank)
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
