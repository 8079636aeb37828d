"""How wrong the released answers are at each confidence one might demand (risk-coverage).

Answers are released from the most confident down; coverage is the share of all labelled questions answered so far, risk
the share of those answers that are wrong. A bound holds for a threshold fixed beforehand: one picked on the same
answers is optimistic, so pick on one set and confirm on another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from aver.evals.score import Judged, Judgement, Scored
from aver.stages import metrics


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskPoint:
    """What releasing every answer of confidence >= `threshold` gives; shares in [0, 1].

    `upper` is the one-sided 95 % Clopper-Pearson bound on `risk`.
    """

    threshold: float
    released: int
    wrong: int
    coverage: float
    risk: float
    upper: float


def risk_coverage(scored: Scored) -> tuple[RiskPoint, ...]:
    """Return the curve from the highest answer confidence down, one point per distinct confidence.

    A lost or doubled row is a wrong answer of full confidence. Empty where nothing was released.
    """
    answers = sorted((-confidence_of(one), one.judgement is Judgement.WRONG) for one in scored.judged if one.answered)
    points: list[RiskPoint] = []
    released = wrong = 0
    for negated, tied in groupby(answers, key=lambda answer: answer[0]):
        verdicts = [is_wrong for _, is_wrong in tied]
        released, wrong = released + len(verdicts), wrong + sum(verdicts)
        points.append(
            RiskPoint(
                threshold=-negated,
                released=released,
                wrong=wrong,
                coverage=released / len(scored.judged),
                risk=wrong / released,
                upper=metrics.upper_bound(wrong, released),
            )
        )
    return tuple(points)


def confidence_of(one: Judged) -> float:
    """Return the answer confidence of a judged question; a lost or doubled row is a sure answer."""
    return 1.0 if one.released is None or one.twice else one.released.confidence


def largest_coverage(curve: Sequence[RiskPoint], target: float) -> RiskPoint | None:
    """Return the point of largest coverage whose upper bound on the wrong rate is <= `target`, None if there is none.

    With no error at all it takes 299 answers for a target of 1 % and 99 for 3 % (definitions.md).
    """
    return max((point for point in curve if point.upper <= target), key=lambda point: point.coverage, default=None)


def area_under(curve: Sequence[RiskPoint]) -> float | None:
    """Return the mean risk over the released answers' coverages (AURC; Geifman and El-Yaniv, 2017), None if none.

    Tied answers share the risk at the end of their tie.
    """
    if not curve:
        return None
    before = [0, *(point.released for point in curve[:-1])]
    weighted = sum(point.risk * (point.released - start) for point, start in zip(curve, before, strict=True))
    return weighted / curve[-1].released


def excess_area(curve: Sequence[RiskPoint]) -> float | None:
    """Return AURC less that of the best order there could be, right answers first (E-AURC; Geifman et al. 2019)."""
    area = area_under(curve)
    if area is None:
        return None
    released, wrong = curve[-1].released, curve[-1].wrong
    best = sum(max(0, place - (released - wrong)) / place for place in range(1, released + 1)) / released
    return area - best


def curve_json(curve: Sequence[RiskPoint]) -> list[dict[str, Any]]:
    """Return the curve as JSON, one object per point."""
    names = ("threshold", "released", "wrong", "coverage", "risk", "upper")
    return [{name: getattr(point, name) for name in names} for point in curve]
