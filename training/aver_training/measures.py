"""What the models are judged by, where the product's own metrics have no word for it.

Exact match and F1 as the SQuAD evaluation defines them (Rajpurkar et al. 2016: case, punctuation, articles aside);
AUROC as the chance that a true example outranks a false one (Hanley and McNeil 1982); seeded bootstrap intervals.
"""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

RESAMPLES = 1000
LEVEL = 0.95
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A figure with its 95 % bootstrap interval and the number of examples it rests on."""

    value: float
    low: float
    high: float
    count: int


def normal_answer(text: str) -> str:
    return " ".join(_ARTICLE.sub(" ", text.casefold().translate(_PUNCTUATION)).split())


def exact_match(found: str, truths: Sequence[str]) -> float:
    """1.0 if the answer equals any truth once both are normalised; no truths means that no answer is right."""
    return float(any(normal_answer(found) == normal_answer(truth) for truth in truths or ("",)))


def token_f1(found: str, truths: Sequence[str]) -> float:
    """Best F1 of word overlap with any truth; without truths 1.0 for the empty answer and 0.0 for any other."""
    return max(_overlap(normal_answer(found).split(), normal_answer(truth).split()) for truth in truths or ("",))


def _overlap(found: Sequence[str], truth: Sequence[str]) -> float:
    if not found or not truth:
        return float(list(found) == list(truth))
    shared = sum((Counter(found) & Counter(truth)).values())
    return 2 * shared / (len(found) + len(truth))


def auroc(scores: ArrayLike, truth: ArrayLike) -> float:
    """Area under the ROC curve, ties counted half; nan where only one outcome occurs."""
    x, y = np.asarray(scores, dtype=np.float64), np.asarray(truth, dtype=bool)
    positive, negative = int(y.sum()), int((~y).sum())
    if not positive or not negative:
        return float("nan")
    _, place, counts = np.unique(x, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks = (ends - (counts - 1) / 2)[place]
    return float((ranks[y].sum() - positive * (positive + 1) / 2) / (positive * negative))


def accuracy(found: ArrayLike, truth: ArrayLike) -> float:
    return float((np.asarray(found) == np.asarray(truth)).mean())


def balanced_accuracy(found: ArrayLike, truth: ArrayLike) -> float:
    """Mean recall over the classes that occur in `truth`."""
    x, y = np.asarray(found), np.asarray(truth)
    return float(np.mean([(x[y == label] == label).mean() for label in np.unique(y)]))


def bootstrapped(
    measure: Callable[..., float], *columns: ArrayLike, seed: int = 1, groups: ArrayLike | None = None
) -> Measured:
    """`measure` over aligned columns with its percentile-bootstrap interval; whole `groups` are drawn where given.

    Resamples on which the measure is undefined (nan) are left out of the interval.
    """
    arrays = [np.asarray(column) for column in columns]
    rows = _members(np.asarray(groups)) if groups is not None else None
    draw = np.random.default_rng(seed)
    values = []
    for _ in range(RESAMPLES):
        if rows is None:
            taken = draw.integers(0, len(arrays[0]), len(arrays[0]))
        else:
            taken = np.concatenate([rows[place] for place in draw.integers(0, len(rows), len(rows))])
        values.append(measure(*(array[taken] for array in arrays)))
    kept = [value for value in values if value == value]
    low, high = np.quantile(kept, [(1 - LEVEL) / 2, (1 + LEVEL) / 2]) if kept else (float("nan"),) * 2
    return Measured(
        value=round(float(measure(*arrays)), 4),
        low=round(float(low), 4),
        high=round(float(high), 4),
        count=len(arrays[0]),
    )


def mean(values: ArrayLike) -> float:
    return float(np.asarray(values, dtype=np.float64).mean())


def _members(groups: NDArray[np.generic]) -> list[NDArray[np.int64]]:
    _, place = np.unique(groups, return_inverse=True)
    order = np.argsort(place, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(place[order])) + 1)
