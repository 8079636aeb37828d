"""A process that changes a store until it is killed.

It says on standard output when it starts and when it has committed each change, and when it is inside
a step of sealing, merging or clearing, so that the kill can be aimed there. The state it starts from
lies pickled in the folder.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path

from aver.store import segments
from tests.store.crash_operations import State, after, open_home_store, operation, perform

STATE = "state.pickle"
SMALL = {"SEAL_AT": 6, "MERGE_AT": 3, "VECTOR_BLOCK_ROWS": 4}
"""Sizes that make sealing and merging happen all the time."""

STEPS = {"_seal": "seal", "_merge": "merge", "_clear_segment": "clear"}


def say(*words: object) -> None:
    """Write one line in one piece, past every buffer."""
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


def announced(name: str, step: Callable[..., None]) -> Callable[..., None]:
    """Return `step`, saying its name before and after its writes."""

    def announce(*arguments: object) -> None:
        say("inside", name)
        step(*arguments)
        say("inside", name)

    return announce


def main(folder: Path, seed: int, number: int) -> None:
    """Change the store in `folder` for ever."""
    for name, value in SMALL.items():
        setattr(segments, name, value)
    for function, name in STEPS.items():
        setattr(segments, function, announced(name, getattr(segments, function)))
    state: State = pickle.loads((folder / STATE).read_bytes())
    store = open_home_store(folder)
    while True:
        wanted = operation(seed, number, state)
        say("started", number)
        perform(store, wanted)
        say("committed", number)
        state = after(state, wanted)
        number += 1
