"""Make a score mean a probability, and measure how well it does: Platt, isotonic, expected calibration error.

Platt: Platt 1999 with the smoothed targets of its section 2.2, fitted by Newton's method. Isotonic: pool adjacent
violators (Ayer et al. 1955). Both are fitted on the `calibrate` part and judged on data they did not see.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

NEWTON_STEPS = 100
BINS = 15
"""Equal-mass bins of the expected calibration error; equal mass leaves no bin to a handful of points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Platt:
    """p = 1 / (1 + exp(-(slope * score + shift)))."""

    slope: float
    shift: float

    def __call__(self, scores: ArrayLike) -> NDArray[np.float64]:
        return sigmoid(self.slope * np.asarray(scores, dtype=np.float64) + self.shift)


@dataclass(frozen=True, slots=True, kw_only=True)
class Isotonic:
    """Piecewise linear between `(score, probability)` knots, both rising; flat outside them."""

    scores: tuple[float, ...]
    probabilities: tuple[float, ...]

    def __call__(self, scores: ArrayLike) -> NDArray[np.float64]:
        return np.interp(np.asarray(scores, dtype=np.float64), self.scores, self.probabilities)


def sigmoid(values: ArrayLike) -> NDArray[np.float64]:
    found: NDArray[np.float64] = 0.5 * (1.0 + np.tanh(0.5 * np.asarray(values, dtype=np.float64)))
    return found


def fit_platt(scores: ArrayLike, truth: ArrayLike) -> Platt:
    """Fit both numbers by maximum likelihood. Raises ValueError unless both outcomes occur."""
    x, y = _both_outcomes(scores, truth)
    positive, negative = float(y.sum()), float((1 - y).sum())
    target = np.where(y > 0.5, (positive + 1) / (positive + 2), 1 / (negative + 2))
    design = np.stack((x, np.ones_like(x)), axis=1)
    weights = np.array([1.0, 0.0])
    for _ in range(NEWTON_STEPS):
        p = sigmoid(design @ weights)
        gradient = design.T @ (p - target)
        curvature = (design * (p * (1 - p))[:, None]).T @ design + 1e-9 * np.eye(2)
        move = np.linalg.solve(curvature, gradient)
        move *= min(1.0, 2.0 / max(1e-12, float(np.abs(move).max())))
        weights = weights - move
        if float(np.abs(move).max()) < 1e-10:
            break
    return Platt(slope=float(weights[0]), shift=float(weights[1]))


def fit_isotonic(scores: ArrayLike, truth: ArrayLike) -> Isotonic:
    """The rising step function nearest to the outcomes, as knots. Raises ValueError unless both outcomes occur."""
    x, y = _both_outcomes(scores, truth)
    order = np.argsort(x, kind="stable")
    blocks: list[list[float]] = []
    for score, outcome in zip(x[order], y[order], strict=True):
        blocks.append([float(outcome), 1.0, float(score), float(score)])
        while len(blocks) > 1 and (blocks[-2][3] == blocks[-1][2] or _mean(blocks[-2]) >= _mean(blocks[-1])):
            total, count, _, high = blocks.pop()
            blocks[-1][0] += total
            blocks[-1][1] += count
            blocks[-1][3] = high
    knots = [(edge, _mean(block)) for block in blocks for edge in sorted({block[2], block[3]})]
    return Isotonic(scores=tuple(edge for edge, _ in knots), probabilities=tuple(value for _, value in knots))


def calibration_error(probabilities: ArrayLike, truth: ArrayLike, *, bins: int = BINS) -> float:
    """Expected calibration error in [0, 1]: mean over equal-mass bins of |mean probability - share true|, by mass."""
    p, y = np.asarray(probabilities, dtype=np.float64), np.asarray(truth, dtype=np.float64)
    parts = np.array_split(np.argsort(p, kind="stable"), min(bins, p.size))
    return float(sum(abs(p[part].mean() - y[part].mean()) * part.size for part in parts) / p.size)


def _mean(block: list[float]) -> float:
    return block[0] / block[1]


def _both_outcomes(scores: ArrayLike, truth: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(truth, dtype=np.float64)
    if x.shape != y.shape or x.ndim != 1:
        raise ValueError("scores and truth must be two sequences of one length")
    if not (y > 0.5).any() or not (y < 0.5).any():
        raise ValueError("a calibration needs examples of both outcomes")
    return x, y
