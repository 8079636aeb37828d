"""Turn a question and a passage, or a claim and its evidence, into token ids with the answer's place.

Layout as BERT was trained: [CLS] first [SEP] second [SEP], the second part with type 1; in the other base's words <s>
and </s>. A passage stands under its heading path on a line of its own, as the index renders chunks. One that is too
long is cut to a window that keeps the answer at a random place, so that the model does not learn to look at the
beginning.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver.models.pair_model import FIRST_MAX, marks_of

PAD = 0
"""What fills empty places, whatever it is in the vocabulary: they are masked."""

UNKNOWN = -100
"""Target that a loss leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoded:
    """Token ids, the place where the second part begins, and each of its tokens' span in that part's text."""

    ids: tuple[int, ...]
    second: int
    offsets: tuple[tuple[int, int], ...]

    def place(self, start: int, end: int) -> tuple[int, int] | None:
        """First and last token of `[start, end)` of the second text; None if the window does not hold all of it."""
        inside = [place for place, (a, b) in enumerate(self.offsets) if a < end and start < b]
        if not inside or self.offsets[inside[0]][0] > start or self.offsets[inside[-1]][1] < end:
            return None
        return self.second + inside[0], self.second + inside[-1]


class PairTokens:
    """The base tokenizer over pairs; equal texts are tokenised once while they stay in a bounded memory."""

    def __init__(self, tokenizer: Path, *, most: int) -> None:
        self._tokenizer = Tokenizer.from_file(str(tokenizer))
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._most = most
        self._first, self._between = marks_of(self._tokenizer)
        self._cut = lru_cache(maxsize=1 << 15)(self._tokens)

    def encode(
        self, first: str, second: str, *, keep: tuple[int, int] | None = None, rng: random.Random | None = None
    ) -> Encoded:
        """At most `most` tokens. `keep`, a span of `second`, stays inside the window if one must be cut.

        With `rng` the window lies at random, else it starts at the beginning (or just far enough to hold `keep`).
        """
        ids = self._cut(first)[0][:FIRST_MAX]
        later, offsets = self._cut(second)
        room = self._most - len(ids) - 3
        start = _window(offsets, room, keep, rng) if len(later) > room else 0
        return Encoded(
            ids=(self._first, *ids, self._between, *later[start : start + room], self._between),
            second=len(ids) + 2,
            offsets=offsets[start : start + room],
        )

    def _tokens(self, text: str) -> tuple[tuple[int, ...], tuple[tuple[int, int], ...]]:
        found = self._tokenizer.encode(text, add_special_tokens=False)
        return tuple(found.ids), tuple(found.offsets)


def _window(
    offsets: Sequence[tuple[int, int]], room: int, keep: tuple[int, int] | None, rng: random.Random | None
) -> int:
    low, high = 0, len(offsets) - room
    if keep is not None:
        inside = [place for place, (a, b) in enumerate(offsets) if a < keep[1] and keep[0] < b]
        if inside:
            low, high = max(low, inside[-1] - room + 1), min(high, inside[0])
            low = min(low, high)
    return low if rng is None else rng.randint(low, high)


@dataclass(frozen=True, slots=True, kw_only=True)
class Padded:
    """A batch of pairs: (n, t) int64 ids, mask and types; t is the longest."""

    ids: NDArray[np.int64]
    mask: NDArray[np.int64]
    types: NDArray[np.int64]


def padded(items: Sequence[Encoded]) -> Padded:
    longest = max(len(item.ids) for item in items)
    ids = np.full((len(items), longest), PAD, dtype=np.int64)
    mask, types = np.zeros_like(ids), np.zeros_like(ids)
    for row, item in enumerate(items):
        length = len(item.ids)
        ids[row, :length], mask[row, :length] = item.ids, 1
        types[row, item.second : length] = 1
    return Padded(ids=ids, mask=mask, types=types)
