"""Multinomial logistic models of stance, role and what is said, with examples that count unevenly."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from stance_prepared import Floats, Prepared

FOLDS = 10


def folds(found: Sequence[Prepared]) -> NDArray[np.int64]:
    """Return the number of the tenth that each example belongs to; those of one document stay together."""
    groups = sorted({one.group for one in found})
    places = {name: place % FOLDS for place, name in enumerate(groups)}
    return np.array([places[one.group] for one in found])


def softmax(scores: Floats) -> Floats:
    """Return probabilities along the last axis."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=-1, keepdims=True))


def logistic(
    rows: Floats, labels: NDArray[np.int64], classes: int, weights: Floats, *, decay: float, steps: int = 150
) -> Floats:
    """Return the (numbers + 1, classes) weights of a multinomial logistic model, L2 by `decay`.

    Every step divides the slope by a fixed bound of the curvature, which always goes down (Böhning 1992,
    "Multinomial logistic regression algorithm").
    """
    wide = np.hstack([rows, np.ones((len(rows), 1))])
    share_of = (weights / weights.sum())[:, None]
    penalty = np.full((wide.shape[1], 1), decay)
    penalty[-1] = 1e-9
    bound = np.linalg.inv(0.5 * wide.T @ (wide * share_of) + np.diag(penalty[:, 0]))
    target = np.eye(classes)[labels]
    found = np.zeros((wide.shape[1], classes))
    for _ in range(steps):
        found -= bound @ (wide.T @ ((softmax(wide @ found) - target) * share_of) + penalty * found)
    return found


def straight_line(rows: Floats, which: NDArray[np.bool_], weights: Floats, *, decay: float) -> Floats:
    """Return (numbers + 1,) weights of the log odds of `which`, for rows as they are; shrunk as if evenly spread."""
    middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    both = logistic((rows - middle) / spread, which.astype(np.int64), 2, weights, decay=decay, steps=300)
    line = both[:, 1] - both[:, 0]
    slopes = line[:-1] / spread
    return np.append(slopes, line[-1] - slopes @ middle)


def apply(model: Floats, rows: Floats) -> Floats:
    """Return the probabilities of `model` for `rows`."""
    return softmax(rows @ model[:-1] + model[-1])
