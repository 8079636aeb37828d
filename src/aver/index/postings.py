"""Posting blocks: per segment and term the slots that hold it (uint16) and how often (uint8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MAX_ROWS = 1 << 16
"""A segment has at most this many slots, so that a slot fits 16 bits."""

_SLOT = np.dtype("<u2")


@dataclass(frozen=True, slots=True)
class Triples:
    """Parallel arrays of term key, slot and frequency, in any order."""

    terms: NDArray[np.int64]
    slots: NDArray[np.uint16]
    frequencies: NDArray[np.uint8]

    @staticmethod
    def joined(parts: Iterable[Triples]) -> Triples:
        """Return all triples of `parts` in one."""
        several = tuple(parts)
        if not several:
            return Triples(np.zeros(0, np.int64), np.zeros(0, np.uint16), np.zeros(0, np.uint8))
        return Triples(
            np.concatenate([part.terms for part in several]),
            np.concatenate([part.slots for part in several]),
            np.concatenate([part.frequencies for part in several]),
        )


def pack(slots: NDArray[np.uint16], frequencies: NDArray[np.uint8]) -> bytes:
    """Return one block: n little-endian 16-bit slots in rising order, then n frequency bytes."""
    return slots.astype(_SLOT).tobytes() + frequencies.tobytes()


def unpack(block: bytes) -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Return (slots, frequencies) of a block written by `pack`."""
    count = len(block) // 3
    return np.frombuffer(block, _SLOT, count), np.frombuffer(block, np.uint8, count, 2 * count)


def blocks(triples: Triples) -> Iterator[tuple[int, bytes]]:
    """Yield `(term key, block)` in rising order of term."""
    order = np.lexsort((triples.slots, triples.terms))
    terms = triples.terms[order]
    slots = triples.slots[order].astype(_SLOT).tobytes()
    frequencies = triples.frequencies[order].tobytes()
    starts = np.flatnonzero(np.r_[True, terms[1:] != terms[:-1]]) if len(terms) else np.zeros(0, np.int64)
    ends = np.r_[starts[1:], len(terms)]
    for key, start, end in zip(terms[starts].tolist(), starts.tolist(), ends.tolist(), strict=True):
        yield key, slots[2 * start : 2 * end] + frequencies[start:end]


def triples(rows: Iterable[tuple[int, bytes]]) -> Triples:
    """Return the triples of `(term key, block)` rows."""
    keys: list[int] = []
    counts: list[int] = []
    slots: list[bytes] = []
    frequencies: list[bytes] = []
    for key, block in rows:
        count = len(block) // 3
        keys.append(key)
        counts.append(count)
        slots.append(block[: 2 * count])
        frequencies.append(block[2 * count :])
    terms = np.repeat(np.asarray(keys, dtype=np.int64), np.asarray(counts, dtype=np.int64))
    return Triples(
        terms,
        np.frombuffer(b"".join(slots), _SLOT).astype(np.uint16),
        np.frombuffer(b"".join(frequencies), np.uint8),
    )
