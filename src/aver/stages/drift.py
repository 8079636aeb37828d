"""Are released answers wrong more often than was promised? A test that may be looked at after every correction.

Each piece of feedback is a bet against its own promise q, the largest chance of a wrong answer that its release
implied. The likelihood ratio of "the odds are r times as bad" is a supermartingale as long as the promise is kept,
whatever the stopping rule; so is its mean over several r and over every moment at which things may have begun to go
wrong, moment s with weight 1 / (s (s + 1)). By Ville's inequality it reaches 1 / a with probability a at most, ever.
Sources: Ville 1939; Shafer 2021 (testing by betting); Waudby-Smith and Ramdas 2024.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from aver.errors import BadInput
from aver.stages.gate import COMPUTED_FLOOR, Thresholds

FALSE_ALARM = 0.05
"""Chance that a tenant whose promise is kept ever sees an alarm, all alarms together."""

WORSE = (2.0, 4.0, 10.0)
"""How many times worse the odds of a wrong answer may have become."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched:
    """Feedback on one released answer: whether it was wrong, and the `promised` chance of that, in (0, 1)."""

    wrong: bool
    promised: float

    def __post_init__(self) -> None:
        if not 0 < self.promised < 1:
            raise BadInput(f"a promised share of {self.promised} can't be watched", hint="it lies between 0 and 1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """The test so far: `seen` pieces of feedback since it began, `bets` the wealth of each alternative, and alarms."""

    seen: int = 0
    bets: tuple[float, ...] = (0.0,) * len(WORSE)
    alarms: int = 0

    @property
    def evidence(self) -> float:
        """How strongly the promise is contradicted: the e-value, 1 where nothing speaks against it."""
        return math.fsum(self.bets) / len(self.bets) + 1 / (self.seen + 1)

    @property
    def bar(self) -> float:
        """The evidence at which the next alarm goes off; each alarm has half the chance of the one before."""
        return 2.0 ** (self.alarms + 1) / FALSE_ALARM


def watched(watch: Watch, one: Watched) -> Watch:
    """Return the test after one more piece of feedback; an alarm counts one up and starts the bets afresh."""
    seen = watch.seen + 1
    entering = 1 / (seen * (seen + 1))
    bets = tuple((bet + entering) * _ratio(one, times) for bet, times in zip(watch.bets, WORSE, strict=True))
    after = replace(watch, seen=seen, bets=bets)
    return after if after.evidence < watch.bar else Watch(alarms=watch.alarms + 1)


def watched_all(feedback: Iterable[Watched]) -> Watch:
    """Return the test after all of `feedback`, in the order in which it came."""
    watch = Watch()
    for one in feedback:
        watch = watched(watch, one)
    return watch


def _ratio(one: Watched, times: float) -> float:
    """Return the likelihood of the feedback if the odds were `times` as bad, over its likelihood as promised."""
    q = one.promised
    worse = q * times / (1 - q + q * times)
    return worse / q if one.wrong else (1 - worse) / (1 - q)


def promised_share(*, confidence: float, max_wrong: float | None) -> float:
    """Return the chance of a wrong answer that releasing at this answer `confidence` implied.

    Calibrated, it is the promise `max_wrong`; else the confidence is taken at its word, up to 0.40 at the floor.
    """
    implied = 1 - confidence if max_wrong is None else max_wrong
    return min(max(implied, 0.001), 0.4)


def tightened(thresholds: Thresholds, alarms: int) -> Thresholds:
    """Return the thresholds after `alarms`: each halves what is left to 1, for every group."""
    if alarms <= 0:
        return thresholds
    groups = tuple((name, _halved(thresholds.for_group(name), alarms)) for name, _ in thresholds.groups)
    noted = f"tightened by {alarms} drift alarm{'s' if alarms > 1 else ''}"
    return Thresholds(
        release=_halved(thresholds.for_group(""), alarms),
        computed=_halved(max(thresholds.computed, COMPUTED_FLOOR), alarms),
        groups=groups,
        source=", ".join(part for part in (thresholds.source, noted) if part),
    )


def _halved(threshold: float, alarms: int) -> float:
    return round(1 - (1 - min(threshold, 1.0)) / 2.0**alarms, 6)


def first_alarm(feedback: Sequence[Watched]) -> int | None:
    """Return after how many pieces of feedback the first alarm goes off, None where none does."""
    watch = Watch()
    for place, one in enumerate(feedback, start=1):
        watch = watched(watch, one)
        if watch.alarms:
            return place
    return None
