"""The fitted numbers of the pipeline, as one value that a run records with its effects.

Every number here was set by `training/fit_quotation.py`; figures and data stand in
docs/decisions/0005-fusion.md and 0006-quotation.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aver.stages.gate import Thresholds
from aver.stages.relevance import Logistic
from aver.stages.selection import Blend


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What the pipeline is set to: `per_channel` hits are asked for, the `fetched` best fused are read."""

    blend: Blend
    order: Logistic
    support: Logistic
    per_channel: int = 100
    fetched: int = 24
    thresholds: Thresholds = field(default_factory=Thresholds)


DEFAULT = Tuning(
    blend=Blend(
        relevance=Logistic(weights=(("cosine", 4.0), ("coverage", 4.0), ("lexical", 4.0)), bias=-5.0),
        prior=1.0,
        k=10,
        threshold=0.05,
    ),
    order=Logistic(
        weights=(("unit_coverage", 3.0), ("context_coverage", 1.0), ("cosine", 4.0), ("relevance", 1.0)),
        bias=-5.0,
    ),
    support=Logistic(weights=(("score", 4.0), ("lead", 2.0), ("heaviest_missing", -3.0)), bias=-2.0),
)
