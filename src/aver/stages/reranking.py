"""Further say over the order of candidates, each to be switched on by name and put after one another (E1).

What a passage is worth by one criterion is fused with the order it came in by reciprocal ranks, where equals share a
rank: a criterion on which all are equal changes nothing. None of these is on by default: docs/decisions/0005-fusion.md.
Cross-encoder, embedding and fused rank are in the order already, as `aver.stages.selection` weighs them, and here they
have a further vote. Utility is what a chat model says of each passage, which only `aver.flows.advising` can ask; an
order learned for a tenant is `aver.stages.learning`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from types import MappingProxyType

from aver.stages.fusion import RRF_K
from aver.stages.relevance import terms_of
from aver.stages.selection import Scored

HALF_LIFE = 365.0
"""Days after which a passage is worth half by `FRESHNESS`."""

RELEVANT = 0.7
"""Lambda of maximal marginal relevance: what relevance weighs against being new."""


class Reranker(StrEnum):
    """Criteria by the names that settings give them."""

    CROSS_ENCODER = "cross-encoder"
    EMBEDDING = "embedding"
    RECIPROCAL_RANK = "reciprocal-rank"
    ANSWERABILITY = "answerability"
    AUTHORITY = "authority"
    FRESHNESS = "freshness"
    CITATION = "citation"
    DIVERSITY = "diversity"
    UTILITY = "utility"


def reranked(scored: Sequence[Scored], criteria: Iterable[Reranker], *, as_of: str) -> tuple[Scored, ...]:
    """Return `scored` in the order that the `criteria` but utility make of it in turn; `as_of` is an ISO date."""
    order = tuple(scored)
    for criterion in criteria:
        if criterion is Reranker.DIVERSITY:
            order = _diverse(order)
        elif criterion is not Reranker.UTILITY:
            order = in_both_orders(order, [worth(criterion, one, as_of) for one in order])
    return order


def worth(criterion: Reranker, one: Scored, as_of: str) -> float:
    """Return what a candidate is worth by one criterion that looks at nothing but it."""
    return _WORTH[criterion](one, as_of)


def _cross_encoder(one: Scored, _: str) -> float:
    return 0.0 if one.reading is None else one.reading.relevance


def _embedding(one: Scored, _: str) -> float:
    return dict(one.features).get("cosine", 0.0)


def _reciprocal_rank(one: Scored, _: str) -> float:
    return 1 / (RRF_K + one.rank)


def _answerability(one: Scored, _: str) -> float:
    return 0.0 if one.reading is None else one.reading.answerable


def _authority(one: Scored, _: str) -> float:
    return one.passage.authority


def _freshness(one: Scored, as_of: str) -> float:
    """Halve every `HALF_LIFE` days since the passage came into force, else was ingested; the future is worth 1."""
    since = date.fromisoformat((one.passage.valid_from or one.passage.ingested_at)[:10])
    return float(0.5 ** (max(0, (date.fromisoformat(as_of) - since).days) / HALF_LIFE))


def _citation(one: Scored, _: str) -> float:
    """Count the coordinates besides the span by which a person finds the place: section, page, cell."""
    passage = one.passage
    return sum(map(bool, (passage.section_path.text, passage.page is not None, passage.table_cells)))


_WORTH: Mapping[Reranker, Callable[[Scored, str], float]] = MappingProxyType(
    {
        Reranker.CROSS_ENCODER: _cross_encoder,
        Reranker.EMBEDDING: _embedding,
        Reranker.RECIPROCAL_RANK: _reciprocal_rank,
        Reranker.ANSWERABILITY: _answerability,
        Reranker.AUTHORITY: _authority,
        Reranker.FRESHNESS: _freshness,
        Reranker.CITATION: _citation,
    }
)


def in_both_orders(order: Sequence[Scored], values: Sequence[float]) -> tuple[Scored, ...]:
    """Fuse the places in `order` with those by `values`, most first, by reciprocal ranks; ties keep their order."""
    falling = sorted(values, reverse=True)
    places = {value: falling.index(value) + 1 for value in set(values)}
    votes = [1 / (RRF_K + rank) + 1 / (RRF_K + places[value]) for rank, value in enumerate(values, start=1)]
    return tuple(order[place] for place in sorted(range(len(order)), key=lambda place: -votes[place]))


def dealt_anew(scored: Sequence[Scored], mine: Sequence[Scored]) -> tuple[Scored, ...]:
    """Return `scored` with the places of `mine` dealt out in the order of `mine`; everything else keeps its place."""
    chunks, left = {one.fused.chunk for one in mine}, iter(mine)
    return tuple(next(left) if one.fused.chunk in chunks else one for one in scored)


def _diverse(order: Sequence[Scored]) -> tuple[Scored, ...]:
    """Return the order of maximal marginal relevance, by the Jaccard similarity of terms; ties keep their order.

    The next is always that with most of RELEVANT * relevance - (1 - RELEVANT) * similarity to the likest one chosen
    (Carbonell and Goldstein 1998, "The Use of MMR, Diversity-Based Reranking").
    """
    left = list(order)
    terms = {one.fused.chunk: terms_of(one.passage.text.text) for one in order}
    likest = dict.fromkeys(terms, 0.0)
    chosen: list[Scored] = []
    while left:
        best = max(left, key=lambda one: RELEVANT * one.relevance - (1 - RELEVANT) * likest[one.fused.chunk])
        left.remove(best)
        chosen.append(best)
        for one in left:
            alike = _similarity(terms[one.fused.chunk], terms[best.fused.chunk])
            likest[one.fused.chunk] = max(likest[one.fused.chunk], alike)
    return tuple(chosen)


def _similarity(one: frozenset[int], other: frozenset[int]) -> float:
    together = len(one | other)
    return len(one & other) / together if together else 0.0
