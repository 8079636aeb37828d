"""Pairs of worlds drawn from a seed: after every hidden step ann must observe what she observes without it (C5).

    python -m tests.worlds --pairs 100000 --seed 1

A chain begins with two homes of the same documents and an answer in service. Open steps are taken in both, and what ann
observes of the one without secrets is kept; after each hidden step in the other it is compared, to the last byte. Every
such comparison is one pair of worlds.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from aver.channels import references
from aver.store import segments
from tests.worlds.world import HIDDEN, OPEN, PLACES, QUESTIONS, Step, World, a_world, apply, observed, step_from

OPEN_STEPS = 10
HIDDEN_STEPS = 8
"""Hidden steps after each open one, so that a chain is `OPEN_STEPS * HIDDEN_STEPS` pairs."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What was done, and the first thing that ann observes differently: with the hidden steps, and without."""

    steps: tuple[Step, ...]
    asked: str
    with_hidden: str = ""
    without: str = ""

    @property
    def differs(self) -> bool:
        """Whether a hidden step could be observed."""
        return self.with_hidden != self.without


def pairs(seed: int, count: int, hidden: Sequence[str] = HIDDEN) -> Iterator[Pair]:
    """Yield `count` pairs of worlds, chain by chain, with `hidden` steps; a chain ends with the first that differs."""
    draw, left = random.Random(seed), count
    while left > 0:
        for pair in _chain(draw, hidden):
            yield pair
            left -= 1
            if pair.differs or not left:
                break


def _chain(draw: random.Random, hidden: Sequence[str]) -> Iterator[Pair]:
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "SEAL_AT", 5)
        patch.setattr(segments, "MERGE_AT", 2)
        patch.setattr(references, "SEEDS", 1)
        worlds = a_world(Path(folder, "with")), a_world(Path(folder, "without"))
        try:
            yield from _steps(draw, hidden, *worlds)
        finally:
            for world in worlds:
                world.close()


def _steps(draw: random.Random, hidden: Sequence[str], with_hidden: World, without: World) -> Iterator[Pair]:
    done: list[Step] = [*(("write", place, place) for place in range(PLACES)), ("verify", 0, 0)]
    for step in done:
        apply(with_hidden, step)
        apply(without, step)
    for _ in range(OPEN_STEPS):
        done.append(step_from(draw, OPEN))
        asked = draw.choice(QUESTIONS)
        told = apply(with_hidden, done[-1]), apply(without, done[-1])
        expected = [told[1], *observed(without, asked)]
        for _ in range(HIDDEN_STEPS):
            done.append(step_from(draw, hidden))
            apply(with_hidden, done[-1])
            yield _compared(tuple(done), asked, [told[0], *observed(with_hidden, asked)], expected)


def _compared(steps: tuple[Step, ...], asked: str, seen: list[str], expected: list[str]) -> Pair:
    if seen == expected:
        return Pair(steps, asked)
    places = range(max(len(seen), len(expected)))
    first = next(place for place in places if seen[place : place + 1] != expected[place : place + 1])
    return Pair(steps, asked, "".join(seen[first : first + 1]), "".join(expected[first : first + 1]))
