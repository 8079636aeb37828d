"""Every formula against a value worked by hand, a published table, or a brute-force count."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.errors import BadInput
from aver.stages import metrics

RELEVANCE = st.lists(st.booleans().map(float), max_size=12)


def exact_tail(k: int, n: int, p: Fraction) -> Fraction:
    """P(X >= k) as a fraction, term by term."""
    return sum((math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1)), Fraction(0))


def test_ranking_metrics_give_the_values_of_the_worked_example() -> None:
    gains = [0.0, 1.0, 0.0, 1.0, 1.0]
    assert metrics.hit_rate_at_k(gains, 1) == 0.0
    assert metrics.hit_rate_at_k(gains, 2) == 1.0
    assert metrics.precision_at_k(gains, 4) == 0.5
    assert metrics.precision_at_k(gains, 10) == 0.3
    assert metrics.recall_at_k(gains, 4, total=4) == 0.5
    assert metrics.reciprocal_rank(gains) == 0.5
    assert metrics.mrr([gains, [0.0], [1.0], [0.0, 0.0, 1.0]]) == pytest.approx((0.5 + 0 + 1 + 1 / 3) / 4)


def test_ndcg_gives_the_value_of_the_published_example() -> None:
    # Graded example 3 2 3 0 1 2 of the usual textbook treatment: DCG 6.861, ideal of the six 7.141, nDCG 0.961.
    gains = [3.0, 2.0, 3.0, 0.0, 1.0, 2.0]
    assert metrics.dcg_at_k(gains, 6) == pytest.approx(6.861, abs=5e-4)
    assert metrics.dcg_at_k(sorted(gains, reverse=True), 6) == pytest.approx(7.141, abs=5e-4)
    assert metrics.ndcg_at_k(gains, 6, ideal=gains) == pytest.approx(0.961, abs=5e-4)
    # With a third 3 and a 2 never retrieved the ideal rises to 8.740 and nDCG falls to 0.785.
    assert metrics.ndcg_at_k(gains, 6, ideal=[*gains, 3.0, 2.0]) == pytest.approx(0.785, abs=5e-4)


@given(RELEVANCE, st.integers(1, 15))
def test_ranking_metrics_stay_in_the_unit_interval_and_agree_with_each_other(gains: list[float], k: int) -> None:
    total = sum(gains) + 1
    recall = metrics.recall_at_k(gains, k, total=total)
    ndcg = metrics.ndcg_at_k(gains, k, ideal=[1.0] * int(total))
    assert 0 <= recall <= 1 and 0 <= ndcg <= 1
    assert metrics.precision_at_k(gains, k) * k == pytest.approx(recall * total)
    hit = metrics.hit_rate_at_k(gains, k) == 1.0
    assert hit == (recall > 0) == (ndcg > 0) == (metrics.reciprocal_rank(gains) >= 1 / k)


def test_a_cutoff_below_one_and_a_recall_of_nothing_are_refused() -> None:
    with pytest.raises(BadInput):
        metrics.hit_rate_at_k([1.0], 0)
    with pytest.raises(BadInput):
        metrics.recall_at_k([1.0], 1, total=0)
    with pytest.raises(BadInput):
        metrics.clopper_pearson(3, 2)
    with pytest.raises(BadInput):
        metrics.mrr([])
    with pytest.raises(BadInput):
        metrics.bootstrap_interval([], seed=1)


def test_clopper_pearson_gives_the_tabled_values() -> None:
    # Standard tables of exact 95 % limits.
    assert metrics.clopper_pearson(0, 10) == pytest.approx((0.0, 0.3085), abs=5e-5)
    assert metrics.clopper_pearson(1, 10) == pytest.approx((0.0025, 0.4450), abs=5e-5)
    assert metrics.clopper_pearson(5, 10) == pytest.approx((0.1871, 0.8129), abs=5e-5)
    assert metrics.clopper_pearson(10, 10) == pytest.approx((0.6915, 1.0), abs=5e-5)
    assert metrics.clopper_pearson(0, 0) == (0.0, 1.0)


@given(
    st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.sampled_from([0.8, 0.95, 0.99])
)
def test_both_ends_of_clopper_pearson_solve_the_brute_force_tail_equations(pair: tuple[int, int], level: float) -> None:
    k, n = pair
    low, high = metrics.clopper_pearson(k, n, level)
    half = (1 - level) / 2
    if k == 0:
        assert low == 0.0
    else:
        assert float(exact_tail(k, n, Fraction(low))) == pytest.approx(half, rel=1e-8)
    if k == n:
        assert high == 1.0
    else:
        assert 1 - float(exact_tail(k + 1, n, Fraction(high))) == pytest.approx(half, rel=1e-8)


@pytest.mark.parametrize(("needed", "promise"), [(299, 0.01), (99, 0.03)])
def test_the_upper_bound_needs_as_many_faultless_answers_as_the_definitions_say(needed: int, promise: float) -> None:
    assert metrics.upper_bound(0, needed) <= promise < metrics.upper_bound(0, needed - 1)
    assert metrics.upper_bound(0, needed) == pytest.approx(1 - 0.05 ** (1 / needed), abs=1e-12)


def test_intervals_of_a_hundred_thousand_trials_stay_accurate() -> None:
    # Against the closed form for k = 0 and the normal approximation for the middle.
    assert metrics.clopper_pearson(0, 100_000)[1] == pytest.approx(1 - 0.025**1e-5, rel=1e-8)
    low, high = metrics.clopper_pearson(50_000, 100_000)
    assert (high - low) / 2 == pytest.approx(1.959964 * math.sqrt(0.25 / 100_000), rel=5e-3)


@given(st.integers(1, 40), st.integers(1, 40), st.fractions(0, 1, max_denominator=50))
def test_incomplete_beta_equals_the_binomial_tail(a: int, b: int, x: Fraction) -> None:
    assert metrics.incomplete_beta(a, b, float(x)) == pytest.approx(float(exact_tail(a, a + b - 1, x)), abs=1e-12)


def test_the_bootstrap_is_seeded_and_close_to_the_normal_interval() -> None:
    values = [float(v) for v in np.random.default_rng(7).normal(2.0, 1.0, 400)]
    low, high = metrics.bootstrap_interval(values, seed=3)
    assert (low, high) == metrics.bootstrap_interval(values, seed=3)
    assert (low, high) != metrics.bootstrap_interval(values, seed=4)
    half = 1.96 * float(np.std(values)) / math.sqrt(len(values))
    assert (low + high) / 2 == pytest.approx(float(np.mean(values)), abs=half / 5)
    assert (high - low) / 2 == pytest.approx(half, rel=0.1)


def test_the_bootstrap_of_two_values_gives_the_enumerated_quantiles() -> None:
    # Means of two draws from {0, 1}: 0, 1/2, 1 with chances 1/4, 1/2, 1/4; the 2.5 % and 97.5 % quantiles are 0 and 1,
    # the quartile-inner 40 % interval (30 % and 70 % quantiles) is the single point 1/2.
    assert metrics.bootstrap_interval([0.0, 1.0], seed=1) == (0.0, 1.0)
    assert metrics.bootstrap_interval([0.0, 1.0], seed=1, level=0.4) == (0.5, 0.5)


def test_percentiles_are_values_that_were_seen() -> None:
    assert metrics.percentile([5.0, 1.0, 4.0, 2.0], 50) == 4.0
    assert metrics.percentile([float(v) for v in range(100)], 95) == 95.0
    assert metrics.percentile([7.0], 95) == 7.0


def test_the_median_interval_gives_the_tabled_order_statistics() -> None:
    # Distribution-free 95 % interval of the median: n = 10 -> 2nd and 9th, n = 20 -> 6th and 15th, n = 5 -> all of it.
    for n, (first, last) in {10: (2, 9), 20: (6, 15), 5: (1, 5)}.items():
        assert metrics.percentile_interval([float(v) for v in range(1, n + 1)], 50) == (first, last)


def test_mcnemar_gives_hand_computed_probabilities() -> None:
    assert metrics.mcnemar_exact(0, 0) == 1.0
    assert metrics.mcnemar_exact(0, 5) == 2 / 32
    assert metrics.mcnemar_exact(1, 9) == 2 * (1 + 10) / 1024
    assert metrics.mcnemar_exact(4, 4) == 1.0
    assert metrics.mcnemar_exact(3, 8) == metrics.mcnemar_exact(8, 3)


@given(
    st.lists(st.tuples(st.sampled_from([0.61, 0.7, 0.8, 0.99]), st.booleans()), min_size=1, max_size=40),
    st.integers(0, 9),
)
def test_the_area_under_risk_is_that_of_the_curve_and_its_excess_is_never_negative(
    answers: list[tuple[float, bool]], seed: int
) -> None:
    confidences, wrong = [c for c, _ in answers], [w for _, w in answers]
    area, excess = metrics.risk_areas(confidences, wrong)
    spelled = []
    for confidence in sorted(confidences, reverse=True):
        released = [w for c, w in answers if c >= confidence]
        spelled.append(sum(released) / len(released))
    assert area == pytest.approx(sum(spelled) / len(spelled))
    assert -1e-12 <= excess <= area + 1e-12
    assert metrics.risk_area_intervals(confidences, wrong, seed=seed, resamples=20) == metrics.risk_area_intervals(
        confidences, wrong, seed=seed, resamples=20
    )
