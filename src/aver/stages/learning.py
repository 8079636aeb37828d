"""The order that a tenant's own labelled questions taught, as one linear model over what is known of a candidate (E1).

It starts from the order in use and is bound to it: without evidence it changes nothing. What it says is an order;
relevance, thresholds and checks never hear of it. `aver.evals.learning` fits it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from aver.stages.reading import reading_features
from aver.stages.reranking import Reranker, dealt_anew, worth
from aver.stages.selection import Scored

SIGNALS = (
    "relevance",
    "fused",
    "coverage",
    "nearness",
    "cosine",
    "named",
    "on_topic",
    "answers",
    "margin",
    "authority",
    "freshness",
    "citation",
)
"""What a candidate is judged by. `relevance` is a logit, `citation` a count up to 3, the others lie in [0, 1]."""

IN_USE = tuple(float(name == "relevance") for name in SIGNALS)
"""The weights of the order in use: relevance alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedOrder:
    """One weight per signal, the name of what was learned, and the reader it was learned with ("" for none)."""

    weights: tuple[float, ...]
    version: str
    reader: str = ""


def signals(one: Scored, *, k: int, as_of: str) -> tuple[float, ...]:
    """Return the signals of a candidate in the order of `SIGNALS`; `k` is the constant of the fused rank."""
    held = min(max(one.relevance, 1e-6), 1 - 1e-6)
    said = dict(one.features)
    found = {
        "relevance": math.log(held / (1 - held)),
        "fused": k / (k + one.rank),
        **{name: said.get(name, 0.0) for name in ("coverage", "nearness", "cosine", "named")},
        **reading_features(one.reading),
        "authority": worth(Reranker.AUTHORITY, one, as_of),
        "freshness": worth(Reranker.FRESHNESS, one, as_of),
        "citation": worth(Reranker.CITATION, one, as_of),
    }
    return tuple(found[name] for name in SIGNALS)


def judged_together(scored: Sequence[Scored], first: int) -> tuple[Scored, ...]:
    """Return the candidates that an order may be learned for: those that were read, else the `first` ones."""
    return tuple(one for one in scored if one.reading is not None) or tuple(scored[:first])


def in_learned_order(
    scored: Sequence[Scored], learned: LearnedOrder, *, first: int, k: int, as_of: str
) -> tuple[Scored, ...]:
    """Return `scored` with the places of those that were read, else of the `first` ones, dealt out anew.

    Ties keep their order, and everything else keeps its place.
    """
    mine = judged_together(scored, first)
    value = {
        one.fused.chunk: math.fsum(
            weight * signal for weight, signal in zip(learned.weights, signals(one, k=k, as_of=as_of), strict=True)
        )
        for one in mine
    }
    return dealt_anew(scored, sorted(mine, key=lambda one: -value[one.fused.chunk]))
