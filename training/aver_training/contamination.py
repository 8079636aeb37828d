"""Find training text that shares a run of 13 words with a development set.

Rule 12 of the data's README. A run is hashed to 64 bits by a polynomial over word hashes, so the development sets
fit in one sorted array; a false alarm has a chance below 1e-11 per run and merely drops a record.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

RUN = 13
"""Words in a run (data README, contamination rule 12)."""

NOT_TEXT = frozenset({"licence", "source"})
"""Fields that describe a record: a licence's wording is longer than a run and stands in whole training sources too."""

_WORD = re.compile(r"\w+")
_MULTIPLIER = 0x9E3779B97F4A7C15
_POWERS = np.array([pow(_MULTIPLIER, power, 1 << 64) for power in range(RUN)], dtype=np.uint64)


@lru_cache(maxsize=1 << 20)
def _word_hash(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")


def runs(text: str) -> NDArray[np.uint64]:
    """Hashes of all runs of 13 folded words in `text`, in order; empty where it has fewer words."""
    words = [_word_hash(word) for word in _WORD.findall(text.casefold())]
    if len(words) < RUN:
        return np.empty(0, dtype=np.uint64)
    hashed = np.array(words, dtype=np.uint64)
    return np.lib.stride_tricks.sliding_window_view(hashed, RUN) @ _POWERS


class HeldOut:
    """The runs of every development text; `touches` says whether a text shares one."""

    def __init__(self, texts: Iterable[str]) -> None:
        found = [run for text in texts if (run := runs(text)).size]
        self._runs = np.unique(np.concatenate(found)) if found else np.empty(0, dtype=np.uint64)

    def __len__(self) -> int:
        return int(self._runs.size)

    def touches(self, text: str) -> bool:
        asked = runs(text)
        if not asked.size or not self._runs.size:
            return False
        places = np.minimum(np.searchsorted(self._runs, asked), self._runs.size - 1)
        return bool((self._runs[places] == asked).any())


@lru_cache(maxsize=1)
def held_out_below(folder: Path) -> HeldOut:
    """The runs of the sets in `folder`/dev, read once."""
    return HeldOut(development_texts(folder / "dev"))


def development_texts(folder: Path) -> Iterator[str]:
    """Every string in every `*.jsonl.gz` under `folder`, except pages marked as being in the training part.

    Those pages (`headings_in_train: true`) are there to be parsed, not scored (contamination fact 10).
    """
    for path in sorted(folder.rglob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                if not (isinstance(record, dict) and record.get("headings_in_train")):
                    yield from _strings(record)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name not in NOT_TEXT:
                yield from _strings(inner)
    elif isinstance(value, list):
        if value and all(isinstance(inner, str) for inner in value):
            yield " ".join(value)
        else:
            for inner in value:
                yield from _strings(inner)


def texts_of(record: Any) -> Iterator[str]:
    """Every string of a record that is its text rather than a description of it."""
    return _strings(record)
