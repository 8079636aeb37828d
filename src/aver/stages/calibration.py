"""From labelled answers to a threshold that keeps a promised share of wrong ones, with an exact bound (I5).

The ladder of thresholds is fixed beforehand and walked from strict to lenient. At each rung the one-sided exact
binomial (Clopper-Pearson) bound on the share of wrong answers is compared with the promise; the first rung that breaks
it ends the walk and the rung before it is the threshold. This is fixed-sequence testing (Maurer, Hothorn and Lehmacher
1995; as "learn then test": Angelopoulos, Bates, Candes, Jordan and Lei 2021), so testing many rungs costs nothing.

The walk begins at the strictest rung with enough answers to test. "Enough" is settled by counts alone, never by
labels, and where risk does not fall as the threshold is lowered that start can only add caution: given how many
answers a rung has, fewer above it means more of them in its riskier part (docs/calibration.md has the proof).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from aver.errors import BadInput
from aver.stages import metrics
from aver.stages.gate import CLOSED, COMPUTED_FLOOR, RELEASE_FLOOR, Thresholds

LADDER = tuple(round(0.99 - 0.01 * step, 2) for step in range(40))
"""The rungs, strict to lenient: 0.99 down to the floor of 0.60."""

START_SHARE = 4
"""The walk begins where at least one in so many of all answers lies above the rung: a few answers decide nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """At most `max_wrong` of the released answers are wrong, said with probability `confidence`; both in (0, 1)."""

    max_wrong: float
    confidence: float = 0.95

    def __post_init__(self) -> None:
        if not (0 < self.max_wrong < 1 and 0.5 <= self.confidence < 1):
            raise BadInput(
                f"a share of {self.max_wrong} at {self.confidence} is no promise",
                hint="--max-wrong lies between 0 and 1, --confidence between 0.5 and 1",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One released answer: its answer confidence, whether it was wrong, and its form of evidence."""

    confidence: float
    wrong: bool
    group: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """What releasing everything from `threshold` up would give; `upper` is the exact bound on the share of wrong."""

    threshold: float
    released: int
    wrong: int
    upper: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """The rung that keeps the promise and those that were tested, strict to lenient."""

    rung: Rung
    tested: tuple[Rung, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFew:
    """Not even a set without errors could keep the promise: `given` answers where it takes `needed`."""

    needed: int
    given: int


@dataclass(frozen=True, slots=True, kw_only=True)
class NoneKept:
    """There are answers enough, but the first rung tested breaks the promise."""

    rung: Rung


Walk: TypeAlias = Kept | TooFew | NoneKept


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrated:
    """The whole set walked together, and each group that has enough answers walked by itself."""

    pooled: Walk
    groups: tuple[tuple[str, Walk], ...]
    promise: Promise
    level: float

    @property
    def thresholds(self) -> Thresholds | None:
        """Return the thresholds, None where neither the whole set nor a group keeps the promise.

        A group too small to be walked takes the strictest threshold of all that were, and stays closed where the whole
        set keeps no promise.
        """
        own = tuple((name, one.rung.threshold if isinstance(one, Kept) else CLOSED) for name, one in self.groups)
        open_ = [threshold for _, threshold in own if threshold < CLOSED]
        if isinstance(self.pooled, Kept):
            release = max(self.pooled.rung.threshold, *open_, RELEASE_FLOOR)
        elif open_:
            release = CLOSED
        else:
            return None
        return Thresholds(release=release, computed=max(COMPUTED_FLOOR, release), groups=own)


def fewest(promise: Promise, *, level: float | None = None) -> int:
    """Return how many answers without an error it takes: the least n with (1 - max_wrong)^n <= 1 - level."""
    return math.ceil(math.log(1 - (level or promise.confidence)) / math.log(1 - promise.max_wrong))


def calibrated(samples: Sequence[Sample], promise: Promise, *, above: float = 0.0) -> Calibrated:
    """Walk the whole set and every group with enough answers; no rung at or below `above` is considered.

    With groups, each walk is held to a share of the error probability (Bonferroni), so that all bounds hold together.
    """
    names = sorted({sample.group for sample in samples})
    level = 1 - (1 - promise.confidence) / (len(names) + 1)
    enough = fewest(promise, level=level)
    able = [name for name in names if sum(_releasable(s) for s in samples if s.group == name) >= enough]
    if len(names) < 2 or not able:
        return Calibrated(
            pooled=walk(samples, promise, level=promise.confidence, above=above),
            groups=(),
            promise=promise,
            level=promise.confidence,
        )
    walked = tuple(
        (name, walk([s for s in samples if s.group == name], promise, level=level, above=above)) for name in able
    )
    whole = walk(samples, promise, level=level, above=above)
    return Calibrated(pooled=whole, groups=walked, promise=promise, level=level)


def walk(samples: Sequence[Sample], promise: Promise, *, level: float, above: float = 0.0) -> Walk:
    """Walk the rungs over `above`; every bound is one-sided at `level`."""
    needed = fewest(promise, level=level)
    rungs = [threshold for threshold in LADDER if threshold > above]
    given = sum(sample.confidence >= rungs[-1] for sample in samples) if rungs else 0
    if given < needed:
        return TooFew(needed=needed, given=given)
    tested: list[Rung] = []
    kept: Rung | None = None
    start = max(needed, given // START_SHARE)
    for threshold in rungs:
        if sum(sample.confidence >= threshold for sample in samples) < start:
            continue
        rung = rung_at(samples, threshold, level=level)
        tested.append(rung)
        if rung.upper > promise.max_wrong:
            break
        kept = rung
    return NoneKept(rung=tested[0]) if kept is None else Kept(rung=kept, tested=tuple(tested))


def rung_at(samples: Sequence[Sample], threshold: float, *, level: float) -> Rung:
    """Return what releasing the samples of confidence >= `threshold` gives."""
    released = [sample.wrong for sample in samples if sample.confidence >= threshold]
    upper = _upper(sum(released), len(released), level)
    return Rung(threshold=threshold, released=len(released), wrong=sum(released), upper=upper)


@lru_cache(maxsize=4096)
def _upper(wrong: int, released: int, level: float) -> float:
    return metrics.upper_bound(wrong, released, level)


def _releasable(sample: Sample) -> bool:
    return sample.confidence >= LADDER[-1]
