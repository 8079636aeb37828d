"""Small models by Newton's method: logistic regression and the conditional logit, both with an L2 penalty.

Features are standardised for the fit and the scaling is folded back into the weights, so that the fitted model takes
raw signals. The conditional logit (McFadden 1974) learns which candidate of a question is right, whatever the others'
level; the logistic one how likely a thing is right at all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from aver.stages.relevance import Logistic

Matrix = NDArray[np.float64]
STEPS = 60
SMALL = 1e-8
"""A step this short ends a fit."""

CLIP = 30.0


def sigmoid(x: Matrix) -> Matrix:
    """Return 1 / (1 + exp(-x))."""
    result: Matrix = 1.0 / (1.0 + np.exp(-np.clip(x, -CLIP, CLIP)))
    return result


def fit_logistic(x: Matrix, y: Matrix, *, weight: Matrix | None = None, penalty: float = 1.0) -> tuple[Matrix, float]:
    """Return weights and bias of P(y = 1 | x); `x` is (n, features), `y` and `weight` (n,)."""
    scaled, mean, scale = standardised(x)
    design = np.hstack([scaled, np.ones((len(x), 1))])
    ridge = np.diag([penalty] * x.shape[1] + [0.0])
    given = np.ones(len(x)) if weight is None else weight

    def loss(beta: Matrix) -> float:
        """Return what is minimised: minus the log-likelihood, and the penalty."""
        away = np.where(y > 0.5, -1.0, 1.0) * (design @ beta)
        return float(given @ np.logaddexp(0.0, away) + beta @ ridge @ beta / 2)

    beta = np.zeros(design.shape[1])
    for _ in range(STEPS):
        p = sigmoid(design @ beta)
        gradient = design.T @ (given * (y - p)) - ridge @ beta
        curvature = (design * (given * p * (1 - p))[:, None]).T @ design + ridge + 1e-9 * np.eye(len(beta))
        step = shortened(np.linalg.solve(curvature, gradient), beta, loss)
        beta = beta + step
        if float(np.abs(step).max()) < SMALL:
            break
    weights = beta[:-1] / scale
    return weights, float(beta[-1] - weights @ mean)


def fit_choice(x: Matrix, y: Matrix, group: NDArray[np.intp], *, penalty: float = 1.0) -> Matrix:
    """Return weights by which the right ones (`y` = 1) of each `group` of rows come first.

    A group with several right ones counts each in equal shares; groups with none or only right ones say nothing.
    """
    scaled, _, scale = standardised(x)
    count = int(group.max()) + 1
    target = y / np.maximum(np.bincount(group, weights=y, minlength=count), 1.0)[group]
    told = (np.bincount(group, weights=y, minlength=count) > 0)[group].astype(float)

    def loss(beta: Matrix) -> float:
        """Return what is minimised: minus the log-likelihood, and the penalty."""
        shares = softmax(scaled @ beta, group, count)
        return float(penalty * beta @ beta / 2 - (target * told) @ np.log(np.maximum(shares, 1e-300)))

    beta = np.zeros(x.shape[1])
    for _ in range(STEPS):
        p = softmax(scaled @ beta, group, count) * told
        gradient = scaled.T @ (target - p) - penalty * beta
        means = np.zeros((count, x.shape[1]))
        np.add.at(means, group, scaled * p[:, None])
        curvature = (scaled * p[:, None]).T @ scaled - means.T @ means + penalty * np.eye(len(beta))
        step = np.linalg.solve(curvature, gradient)
        step = shortened(step, beta, loss)
        beta = beta + step
        if float(np.abs(step).max()) < SMALL:
            break
    return beta / scale


def shortened(step: Matrix, beta: Matrix, loss: Callable[[Matrix], float]) -> Matrix:
    """Return `step` halved until it leads from `beta` to no higher loss: a whole Newton step may overshoot for ever."""
    before = loss(beta)
    while float(np.abs(step).max()) >= SMALL and loss(beta + step) > before:
        step = step / 2
    return step


def softmax(values: Matrix, group: NDArray[np.intp], count: int) -> Matrix:
    """Return each row's share of its group."""
    highest = np.full(count, -np.inf)
    np.maximum.at(highest, group, values)
    raised = np.exp(values - highest[group])
    shares: Matrix = raised / np.bincount(group, weights=raised, minlength=count)[group]
    return shares


def standardised(x: Matrix) -> tuple[Matrix, Matrix, Matrix]:
    """Return `x` with mean 0 and deviation 1 per column, and both; a constant column keeps its scale."""
    mean, scale = x.mean(axis=0), x.std(axis=0)
    scale = np.where(scale < 1e-9, 1.0, scale)
    return (x - mean) / scale, mean, scale


def named(names: Sequence[str], weights: Matrix, bias: float) -> Logistic:
    """Return a model of the pipeline, numbers rounded to 4 decimals."""
    pairs = tuple((name, round(float(weight), 4)) for name, weight in zip(names, weights, strict=True))
    return Logistic(weights=pairs, bias=round(bias, 4))


def auroc(score: Matrix, y: Matrix) -> float:
    """Return the probability that a right one scores above a wrong one, ties half (Mann and Whitney 1947)."""
    values, inverse, counts = np.unique(score, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[inverse]
    positive = float(y.sum())
    negative = len(y) - positive
    del values
    return float((ranks[y == 1].sum() - positive * (positive + 1) / 2) / (positive * negative))


def expected_calibration_error(p: Matrix, y: Matrix, *, bins: int = 10) -> float:
    """Return the mean gap of confidence and frequency over equally wide bins (Naeini et al. 2015)."""
    place = np.minimum((p * bins).astype(int), bins - 1)
    gaps = [abs(float((p - y)[place == one].sum())) for one in range(bins)]
    return sum(gaps) / len(p)
