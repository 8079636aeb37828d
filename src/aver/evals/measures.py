"""One figure with its count and its 95 % interval, and the four ways to make one.

Proportions carry Clopper-Pearson, means a seeded bootstrap over questions, latencies order statistics. A figure over no
cases has no value; it is never 0 and never 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aver.stages import metrics

SEED = 20_260_101
"""Seed of every bootstrap, fixed so that two summaries of the same rows are equal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measure:
    """One figure: `value` over `count` cases with its 95 % interval, all None where there are no cases."""

    name: str
    value: float | None
    count: int
    low: float | None = None
    high: float | None = None


def rate(name: str, hits: int, count: int) -> Measure:
    """Return a proportion with its exact interval."""
    if count == 0:
        return Measure(name=name, value=None, count=0)
    low, high = metrics.clopper_pearson(hits, count)
    return Measure(name=name, value=hits / count, count=count, low=low, high=high)


def share(name: str, cases: Iterable[bool]) -> Measure:
    """Return the proportion of cases that hold."""
    seen = list(cases)
    return rate(name, sum(seen), len(seen))


def mean(name: str, values: Sequence[float]) -> Measure:
    """Return a mean with its bootstrap interval."""
    if not values:
        return Measure(name=name, value=None, count=0)
    low, high = metrics.bootstrap_interval(values, seed=SEED)
    return Measure(name=name, value=math.fsum(values) / len(values), count=len(values), low=low, high=high)


def percentile(name: str, values: Sequence[float], percent: int) -> Measure:
    """Return a percentile with its order-statistic interval."""
    if not values:
        return Measure(name=name, value=None, count=0)
    low, high = metrics.percentile_interval(values, percent)
    return Measure(name=name, value=metrics.percentile(values, percent), count=len(values), low=low, high=high)


def figures(measure: Measure) -> dict[str, float | int | list[float | None] | None]:
    """Return the measure as JSON: `{"value", "n", "ci95": [low, high]}`."""
    return {"value": measure.value, "n": measure.count, "ci95": [measure.low, measure.high]}
