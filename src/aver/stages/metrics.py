"""The figures an evaluation reports, each one the formula its source gives.

A ranking is a sequence of gains, best place first: `gains[0]` belongs to rank 1. Proportions carry the
exact binomial interval, means a seeded bootstrap, quantiles an order-statistic interval; none of
them assumes a normal distribution, because the rates that matter here lie close to zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from aver.errors import BadInput

BISECTIONS = 100
"""Halvings of [0, 1]; after 60 the interval is narrower than one double-precision step."""

FRACTION_TERMS = 100_000
"""Ceiling for the continued fraction, which settles in about sqrt(max(a, b)) terms."""


def _cutoff(k: int) -> int:
    if k < 1:
        raise BadInput(f"the cut-off k is {k}", hint="ranks count from 1, so k must be at least 1")
    return k


def hit_rate_at_k(gains: Sequence[float], k: int) -> float:
    """Return 1.0 if any of the first `k` places has a gain, else 0.0 (success@k; the mean over queries is the rate).

    hit@k = [sum_{i<=k} [g_i > 0] > 0]. Source: Manning, Raghavan, Schuetze, IIR (2008), section 8.4.
    """
    return float(any(gain > 0 for gain in gains[: _cutoff(k)]))


def precision_at_k(gains: Sequence[float], k: int) -> float:
    """Return the share of the first `k` places that are relevant; empty places count as irrelevant.

    P@k = |{i <= k : g_i > 0}| / k. Source: IIR section 8.4 (trec_eval `P_k`).
    """
    return sum(gain > 0 for gain in gains[: _cutoff(k)]) / k


def recall_at_k(gains: Sequence[float], k: int, *, total: float) -> float:
    """Return the share of everything there was to find that the first `k` places hold, in [0, 1].

    R@k = sum_{i<=k} g_i / total, `total` > 0 being the sum over all that is relevant. Source: IIR section 8.4
    (trec_eval `recall_k`) for gains of 0 and 1.
    """
    if total <= 0:
        raise BadInput("recall of nothing is not defined", hint="leave out questions without gold spans")
    return math.fsum(gains[: _cutoff(k)]) / total


def mrr(rankings: Sequence[Sequence[float]]) -> float:
    """Return the mean reciprocal rank over rankings, 0 for a ranking without a relevant place.

    MRR = 1/|Q| sum_q 1/rank_q, rank_q the first place with a gain. Source: Voorhees, TREC-8 QA track (1999).
    """
    if not rankings:
        raise BadInput("the mean over no rankings is not defined", hint="give at least one ranking")
    return math.fsum(reciprocal_rank(gains) for gains in rankings) / len(rankings)


def reciprocal_rank(gains: Sequence[float]) -> float:
    """Return 1 / rank of the first place with a gain, 0.0 where there is none (Voorhees 1999)."""
    return next((1.0 / rank for rank, gain in enumerate(gains, 1) if gain > 0), 0.0)


def dcg_at_k(gains: Sequence[float], k: int) -> float:
    """Return the discounted cumulative gain of the first `k` places, gains taken as they are.

    DCG@k = sum_{i<=k} g_i / log2(i + 1). Source: Jaervelin and Kekaelaeinen, ACM TOIS 20(4), 2002, with the
    discount of trec_eval `ndcg`.
    """
    return math.fsum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains[: _cutoff(k)], 1))


def ndcg_at_k(gains: Sequence[float], k: int, *, ideal: Sequence[float]) -> float:
    """Return DCG@k over the DCG@k of the best order of `ideal`, every gain there was to be had; in [0, 1].

    nDCG@k = DCG@k(gains) / DCG@k(sorted(ideal)), 0 where nothing was to be had. Source: Jaervelin and
    Kekaelaeinen 2002.
    """
    best = dcg_at_k(sorted(ideal, reverse=True), k)
    return dcg_at_k(gains, k) / best if best > 0 else 0.0


def _beta_fraction(a: float, b: float, x: float) -> float:
    """Return the continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method."""
    tiny = 1e-300
    c, d = 1.0, 1.0 / (1.0 - (a + b) * x / (a + 1.0) or tiny)
    value = d
    for m in range(1, FRACTION_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        step = 1.0
        for term in (even, odd):
            d = 1.0 / (1.0 + term * d or tiny)
            c = 1.0 + term / c or tiny
            step = c * d
            value *= step
        if abs(step - 1.0) < 1e-15:
            break
    return value


def incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b) for a, b > 0 and x in [0, 1] (DLMF 8.17)."""
    if x <= 0.0 or x >= 1.0:
        return float(x >= 1.0)
    if x > (a + 1.0) / (a + b + 2.0):
        return 1.0 - incomplete_beta(b, a, 1.0 - x)
    log_front = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(log_front) * _beta_fraction(a, b, x) / a


def _bisect(rising: Callable[[float], float], target: float) -> float:
    """Return x in [0, 1] with rising(x) = target for a function that never falls."""
    low, high = 0.0, 1.0
    for _ in range(BISECTIONS):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < target else (low, middle)
    return low


def _lower(k: int, n: int, alpha: float) -> float:
    """Return p with P(X >= k | n, p) = alpha: the tail is I_p(k, n - k + 1)."""
    return 0.0 if k == 0 else _bisect(lambda p: incomplete_beta(k, n - k + 1, p), alpha)


def _binomial(k: int, n: int) -> None:
    if not 0 <= k <= n:
        raise BadInput(f"{k} of {n} is not a proportion", hint="0 <= k <= n must hold")


def clopper_pearson(k: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Return the exact two-sided interval for a proportion of `k` in `n`; (0, 1) where n is 0.

    Lower end: the alpha/2 quantile of Beta(k, n-k+1); upper end: the 1-alpha/2 quantile of Beta(k+1, n-k).
    Source: Clopper and Pearson, Biometrika 26 (1934).
    """
    _binomial(k, n)
    alpha = (1.0 - level) / 2
    return _lower(k, n, alpha), 1.0 - _lower(n - k, n, alpha)


def upper_bound(k: int, n: int, level: float = 0.95) -> float:
    """Return the exact one-sided upper bound for a proportion of `k` in `n`; 1 where n is 0.

    The `level` quantile of Beta(k+1, n-k): no error in 299 stays below 1 %, none in 99 below 3 % at 0.95
    (definitions.md, "Confidence, gate, outcomes").
    """
    _binomial(k, n)
    return 1.0 - _lower(n - k, n, 1.0 - level)


def bootstrap_interval(
    values: Sequence[float], *, seed: int, level: float = 0.95, resamples: int = 2000
) -> tuple[float, float]:
    """Return the percentile-bootstrap interval of the mean of `values`; the same seed gives the same bits.

    The alpha/2 and 1-alpha/2 quantiles of the means of `resamples` draws with replacement. Values that are all alike
    give an interval of no width, so use `clopper_pearson` for proportions. Source: Efron and Tibshirani,
    An Introduction to the Bootstrap (1993), chapter 13.
    """
    if not values:
        raise BadInput("the mean of no values is not defined", hint="give at least one value")
    sample = np.asarray(values, dtype=np.float64)
    draw = np.random.default_rng(seed)
    means = [float(sample[draw.integers(0, len(sample), len(sample))].mean()) for _ in range(resamples)]
    low, high = np.quantile(means, [(1.0 - level) / 2, (1.0 + level) / 2])
    return float(low), float(high)


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the value at place floor(n * percent / 100) of the sorted values, counted from 0 (always a value seen)."""
    if not values:
        raise BadInput("a percentile of no values is not defined", hint="give at least one value")
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


def percentile_interval(values: Sequence[float], percent: int, level: float = 0.95) -> tuple[float, float]:
    """Return a distribution-free interval for a percentile: two order statistics, the widest the sample has if small.

    With X ~ Bin(n, q), the ends are the largest order statistic r with P(X < r) <= alpha/2 and the smallest s with
    P(X >= s) <= alpha/2. Source: David and Nagaraja, Order Statistics (2003), section 7.1.
    """
    ordered, n = sorted(values), len(values)
    percentile(values, percent)
    alpha, q = (1.0 - level) / 2, percent / 100
    below = [1.0 - incomplete_beta(r, n - r + 1, q) for r in range(1, n + 1)]
    first = max((r for r, chance in enumerate(below, 1) if chance <= alpha), default=1)
    last = min((r for r, chance in enumerate(below, 1) if 1.0 - chance <= alpha), default=n)
    return ordered[first - 1], ordered[last - 1]


def mcnemar_exact(first_only: int, second_only: int) -> float:
    """Return the two-sided exact p of McNemar's test on the discordant pairs; 1 where there are none.

    p = min(1, 2 * P(X <= min(b, c))), X ~ Bin(b + c, 1/2). Source: McNemar, Psychometrika 12 (1947), exact form.
    """
    pairs = first_only + second_only
    tail = sum(math.comb(pairs, i) for i in range(min(first_only, second_only) + 1))
    return float(min(1.0, 2 * tail / 2**pairs))


def risk_areas(confidences: Sequence[float], wrong: Sequence[bool]) -> tuple[float, float]:
    """Return AURC and E-AURC of answers with these confidences, tied answers sharing the risk at the end of their tie.

    AURC is the mean share of wrong among the i surest answers, over all i; E-AURC subtracts that of the best order,
    right answers first. Source: Geifman and El-Yaniv 2017; Geifman, Uziel and El-Yaniv 2019. Needs at least one answer.
    """
    surest = np.argsort(-np.asarray(confidences, dtype=np.float64), kind="stable")
    ranks = np.arange(1, len(surest) + 1)
    errors = np.asarray(wrong, dtype=np.float64)[surest]
    falling = np.asarray(confidences, dtype=np.float64)[surest]
    ends = np.searchsorted(-falling, -falling, side="right")
    area = float((np.cumsum(errors)[ends - 1] / ends).mean())
    best = float((np.maximum(0.0, ranks - (len(ranks) - errors.sum())) / ranks).mean())
    return area, area - best


def risk_area_intervals(
    confidences: Sequence[float], wrong: Sequence[bool], *, seed: int, level: float = 0.95, resamples: int = 500
) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return percentile-bootstrap intervals of AURC and E-AURC over answers drawn with replacement."""
    draw = np.random.default_rng(seed)
    scores, errors = np.asarray(confidences, dtype=np.float64), np.asarray(wrong, dtype=np.bool_)
    drawn = [draw.integers(0, len(scores), len(scores)) for _ in range(resamples)]
    areas = np.asarray([risk_areas(scores[some].tolist(), errors[some].tolist()) for some in drawn])
    low, high = np.quantile(areas, [(1.0 - level) / 2, (1.0 + level) / 2], axis=0)
    return (float(low[0]), float(high[0])), (float(low[1]), float(high[1]))
