"""How far the deep tests go: all the way with `make deep`; before every merge to the share named in AVER_TEST_DEPTH.

What CI runs has to be over within the hour on two slow cores, and the deep tests alone can fill that. The quick tests
have to be over within ten minutes: of a test whose cases each take seconds they run the first, and the deep ones the
rest.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import settings

Item = TypeVar("Item")
SHARE = float(os.environ.get("AVER_TEST_DEPTH", "1"))


def deep(count: int) -> int:
    """Return how many of `count` examples, rounds, documents or seconds a deep test takes: its share, at least one."""
    return max(1, round(count * SHARE))


def some(items: Sequence[Item]) -> list[Item]:
    """Return those of `items` that a deep test takes, spread evenly: its share, at least one where there are any."""
    count = deep(len(items))
    return [items[place * len(items) // count] for place in range(count)] if items else []


def the_rest_deep(cases: Iterable[Any], quick: int = 1) -> list[Any]:
    """Return `cases` as parameters of a test, all but the first `quick` of them under the marker `deep`."""
    listed = list(cases)
    return [*listed[:quick], *(pytest.param(case, marks=pytest.mark.deep) for case in listed[quick:])]


def quickly(examples: int, whole: int | None = None) -> settings:
    """Return the settings of a test whose examples cost much: so many `examples` in the quick profile, in the deep one
    the `whole` number, by default that of the profile."""
    if os.environ.get("AVER_TEST_PROFILE", "quick") == "quick":
        return settings(max_examples=examples)
    return settings() if whole is None else settings(max_examples=whole)
