"""The fast paths of the ranking give exactly what the slow ones would (C5)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aver.index.dense import SHORTLIST, shortlist_size
from aver.index.ranking import best, contenders
from aver.index.vectors import DECIMALS, SCALE, exact_scores

near_ties = st.integers(0, 40).map(lambda steps: steps * 2.3e-7)
scores = st.lists(st.one_of(st.just(0.0), near_ties, st.floats(0, 30)), max_size=60)


@given(values=scores, k=st.integers(0, 12), seed=st.integers(0, 99))
def test_the_best_contenders_are_the_best_of_all_rounded_scores(values: list[float], k: int, seed: int) -> None:
    unrounded = np.asarray(values, dtype=np.float64)
    ids = np.random.default_rng(seed).integers(0, 5, (len(values), 2), dtype=np.uint64)
    ids[:, 1] = np.arange(len(values))[::-1]
    found = contenders(unrounded, k, decimals=DECIMALS)
    chosen = found[best(np.round(unrounded[found], DECIMALS), ids[found], k)]
    positive = [position for position, value in enumerate(values) if value > 0]
    slow = sorted(positive, key=lambda p: (-float(np.round(unrounded[p], DECIMALS)), *ids[p].tolist()))[:k]
    assert chosen.tolist() == slow


@pytest.mark.parametrize("rows", [0, 1, 255, 256, 257, 700])
def test_a_score_is_the_exact_integer_dot_product_whatever_rows_stand_beside_it(rows: int) -> None:
    rng = np.random.default_rng(rows)
    vectors = rng.integers(-SCALE, SCALE + 1, (rows, 384)).astype(np.int16)
    query = rng.integers(-SCALE, SCALE + 1, 384).astype(np.int16)
    right = [
        round(sum(a * b for a, b in zip(row, query.tolist(), strict=True)) / SCALE**2, 6) for row in vectors.tolist()
    ]
    assert exact_scores(vectors, query).tolist() == right


@given(count=st.integers(0, 10_000_000))
def test_a_shortlist_grows_with_the_eligible_rows_up_to_its_limit(count: int) -> None:
    assert 2500 <= shortlist_size(count) <= shortlist_size(count + 1) <= SHORTLIST
