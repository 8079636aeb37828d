"""Learning to rank from a tenant's labelled questions: a pairwise linear model, priced before it is believed (E1).

RankNet's loss (Burges et al. 2005, "Learning to Rank using Gradient Descent") over linear scores: for each candidate
that holds a gold span and each that doesn't, log(1 + exp(-difference)). A question counts once however many pairs it
has. The ridge pulls towards the order in use, so few labels change little; how strongly it pulls is chosen on questions
held out for that. What the learned order is worth is measured on questions that neither saw.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from aver.evals.measures import Measure, mean
from aver.stages.learning import IN_USE

FOLDS = 5
LEAST = 40
"""Questions with candidates of both kinds below which nothing is learned."""

RIDGES = (0.01, 0.1, 1.0, 10.0, 100.0)
STEPS = 50
WITHIN = 4
"""Places of a hit: the default number of packets."""

Weights: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """The candidates of one question in the order in use: a row of signals each, and whether it holds a gold span.

    Lessons of one `group` (a document) are never on both sides of a split.
    """

    id: str
    group: str
    rows: tuple[tuple[float, ...], ...]
    gold: tuple[bool, ...]

    @property
    def teaches(self) -> bool:
        """Whether there are candidates of both kinds."""
        return any(self.gold) and not all(self.gold)


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """Weights in the order of `aver.stages.learning.SIGNALS`, and what they are worth on questions they never saw."""

    weights: tuple[float, ...]
    lessons: int
    left_out: int
    ridge: float
    before: tuple[Measure, ...]
    after: tuple[Measure, ...]
    gain: Measure

    @property
    def better(self) -> bool:
        """Whether the reciprocal rank clearly gains: its 95 % interval lies above zero."""
        return self.gain.low is not None and self.gain.low > 0


def learned(lessons: Sequence[Lesson]) -> Learned | None:
    """Return what the lessons teach, None where fewer than `LEAST` do."""
    teaching = [one for one in lessons if one.teaches]
    if len(teaching) < LEAST:
        return None
    held_out = {one.id: weights for weights, there in _parted(teaching, _fitted_with_choice) for one in there}
    before = [_places(one, np.array(IN_USE)) for one in teaching]
    after = [_places(one, held_out[one.id]) for one in teaching]
    ridge = _chosen(teaching)
    return Learned(
        weights=tuple(round(float(weight), 6) for weight in fitted(teaching, ridge)),
        lessons=len(teaching),
        left_out=len(lessons) - len(teaching),
        ridge=ridge,
        before=_figures(before),
        after=_figures(after),
        gain=mean("mrr_gain", [1 / new - 1 / old for old, new in zip(before, after, strict=True)]),
    )


def fitted(lessons: Sequence[Lesson], ridge: float) -> Weights:
    """Return the weights of least loss, by Newton's method; `ridge` is per lesson, on signals of unit spread."""
    differences = [_differences(one) for one in lessons]
    pairs = np.concatenate(differences)
    share = np.concatenate([np.full(len(one), 1 / len(one)) for one in differences])
    spread = np.maximum(np.sqrt(share @ pairs**2 / share.sum()), 1e-9)
    scaled, start = pairs / spread, np.array(IN_USE) * spread
    weights = start.copy()
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(np.clip(scaled @ weights, -30, 30)))
        slope = ridge * (weights - start) - scaled.T @ (share * chance)
        curve = (scaled * (share * chance * (1 - chance))[:, None]).T @ scaled + ridge * np.eye(len(weights))
        step = np.linalg.solve(curve, slope)
        weights -= step
        if float(np.abs(step).max()) < 1e-9:
            break
    return np.asarray(weights / spread, dtype=np.float64)


def _differences(lesson: Lesson) -> NDArray[np.float64]:
    """Return the rows of each gold candidate less those of each other one."""
    rows, gold = np.array(lesson.rows), np.array(lesson.gold)
    found: NDArray[np.float64] = (rows[gold][:, None, :] - rows[~gold][None, :, :]).reshape(-1, rows.shape[1])
    return found


def _loss(lessons: Sequence[Lesson], weights: Weights) -> float:
    return float(np.mean([np.mean(np.logaddexp(0, -_differences(one) @ weights)) for one in lessons]))


def _chosen(lessons: Sequence[Lesson]) -> float:
    """Return the ridge with the least loss on lessons held out from its fit; of equals the strongest."""

    def held_out(ridge: float) -> float:
        parts = _parted(lessons, lambda rest: fitted(rest, ridge))
        return sum(_loss(there, weights) * len(there) for weights, there in parts)

    return min(reversed(RIDGES), key=held_out)


def _fitted_with_choice(lessons: Sequence[Lesson]) -> Weights:
    return fitted(lessons, _chosen(lessons))


def _parted(
    lessons: Sequence[Lesson], fit: Callable[[Sequence[Lesson]], Weights]
) -> list[tuple[Weights, list[Lesson]]]:
    """Return, for each fold that isn't empty, what `fit` makes of the other folds, and the lessons of that fold."""
    folds = [int(hashlib.sha256(one.group.encode()).hexdigest(), 16) % FOLDS for one in lessons]
    parted = []
    for fold in sorted(set(folds)):
        there = [one for one, place in zip(lessons, folds, strict=True) if place == fold]
        rest = [one for one, place in zip(lessons, folds, strict=True) if place != fold]
        parted.append((fit(rest) if rest else np.array(IN_USE), there))
    return parted


def _places(lesson: Lesson, weights: Weights) -> int:
    """Return the place of the first gold candidate in the order of the weights, from 1; ties keep their order."""
    order = np.argsort(-(np.array(lesson.rows) @ weights), kind="stable")
    return 1 + next(place for place, row in enumerate(order) if lesson.gold[row])


def _figures(places: Sequence[int]) -> tuple[Measure, ...]:
    return (
        mean("mrr", [1 / place for place in places]),
        mean(f"hit@{WITHIN}", [float(place <= WITHIN) for place in places]),
    )
