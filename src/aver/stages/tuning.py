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


# Written by `python training/fit_quotation.py --write`.
DEFAULT = Tuning(
    blend=Blend(
        relevance=Logistic(
            weights=(("coverage", 2.75), ("nearness", 2.63), ("cosine", 7.04), ("named", 1.04)), bias=-9.67
        ),
        prior=0.0,
        k=10,
        threshold=0.005,
    ),
    order=Logistic(
        weights=(
            ("context_coverage", 4.12),
            ("run_in_coverage", 1.53),
            ("cosine", 6.77),
            ("relevance", 4.15),
            ("expected_type", 1.3),
        ),
        bias=-9.0,
    ),
    support=Logistic(
        weights=(
            ("run_in_coverage", 0.32),
            ("context_coverage", 1.05),
            ("cosine", 3.09),
            ("relevance", 0.68),
            ("share", 2.0),
        ),
        bias=-5.11,
    ),
)
