"""The small models are fitted to where their slope is nil, however far a whole Newton step would overshoot."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from quotation_models import Matrix, fit_choice, fit_logistic, sigmoid, softmax, standardised

SEEDS = pytest.mark.parametrize("seed", range(6))
UNITS, GROUPS = 200, 12


def drawn(seed: int) -> tuple[Matrix, Matrix, NDArray[np.intp]]:
    """Return signals that few units have, as in real questions, the right unit of each group, and the groups.

    The first signal marks the right one more often than not, so that whole steps from nothing overshoot.
    """
    draw = np.random.default_rng(seed)
    x = (draw.random((GROUPS * UNITS, 4)) < 0.02) + draw.random((GROUPS * UNITS, 4)) * 0.01
    group = np.arange(GROUPS * UNITS) // UNITS
    y = np.zeros(len(x))
    for number in range(GROUPS):
        units = np.flatnonzero(group == number)
        marked = units[x[units, 0] > 0.5]
        y[draw.choice(marked if len(marked) and draw.random() < 0.8 else units)] = 1.0
    return x, y, group


@SEEDS
def test_a_choice_is_fitted_to_its_optimum(seed: int) -> None:
    x, y, group = drawn(seed)
    weights = fit_choice(x, y, group, penalty=1.0)
    scaled, _, scale = standardised(x)
    slope = scaled.T @ (y - softmax(x @ weights, group, GROUPS)) - weights * scale
    assert np.abs(slope).max() < 1e-5


@SEEDS
def test_a_logistic_model_is_fitted_to_its_optimum(seed: int) -> None:
    x, y, _ = drawn(seed)
    weights, bias = fit_logistic(x, y, penalty=1.0)
    scaled, _, scale = standardised(x)
    slope = scaled.T @ (y - sigmoid(x @ weights + bias)) - weights * scale
    assert np.abs(slope).max() < 1e-5
