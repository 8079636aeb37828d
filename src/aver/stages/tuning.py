"""The fitted numbers of the pipeline, as one value that a run records with its effects.

Every number here was set by `training/fit_quotation.py` and `training/fit_reading.py`; figures and data
stand in docs/decisions/0005-fusion.md, 0006-quotation.md and 0010-reader.md. `DEFAULT` is for the shipped
reader; where none is installed `WITHOUT_READER` holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from aver.stages.gate import Thresholds
from aver.stages.relevance import Logistic
from aver.stages.selection import Blend


@dataclass(frozen=True, slots=True, kw_only=True)
class Tuning:
    """What the pipeline is set to: `per_channel` hits are asked for, the `fetched` best fused are read,
    and the `depth` best of those are packed, selected or not. A document's stance is stated above
    the confidence `verdict`; at 1.0, which none exceeds, it only holds answers back, because no fit has
    yet held on real documents (docs/stance.md)."""

    blend: Blend
    order: Logistic
    support: Logistic
    per_channel: int = 100
    fetched: int = 24
    depth: int = 12
    verdict: float = 1.0
    thresholds: Thresholds = field(default_factory=Thresholds)


# Written by `training/fit_quotation.py --write` (seed 7), then `ruff format`.
# Fitted on train/qa.jsonl.gz: squad1.1, squad2.0, policyqa, nq-oracle; the release threshold stays at the floor.
WITHOUT_READER = Tuning(
    blend=Blend(
        relevance=Logistic(
            weights=(
                ("coverage", 2.8491),
                ("nearness", 2.4237),
                ("cosine", 7.0177),
                ("named", 1.2815),
            ),
            bias=-9.6771,
        ),
        prior=1.0,
        k=10,
        lexical=1.5,
        threshold=0.004,
    ),
    order=Logistic(
        weights=(
            ("context_coverage", 3.2152),
            ("run_in_coverage", 0.5764),
            ("cosine", 6.7553),
            ("relevance", 12.2645),
            ("expected_type", 1.4628),
        ),
        bias=-14.3009,
    ),
    support=Logistic(
        weights=(
            ("context_coverage", 1.4541),
            ("run_in_coverage", 0.3901),
            ("cosine", 3.9573),
            ("relevance", -0.3002),
            ("share", 2.8569),
        ),
        bias=-5.875,
    ),
)
# With the reader: not fitted yet.
DEFAULT = WITHOUT_READER
