"""Vectors as 16-bit fixed point, so that every dot product is an exact integer.

A component in [-1, 1] is stored as round(32767 x). A product is below 2^30 and 384 of them sum below
2^39, so float64 arithmetic is exact whatever order the summation takes: neither BLAS, batch shape nor
the rows beside it can change one bit of a score, which non-interference (C5) asks for. Against
float32 the dot product moves by less than 1e-5. The sign bits give the coarse distance.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

SCALE = 32767
DECIMALS = 6
"""Scores leave the index rounded to this many decimals (architecture.md)."""

_BLOCK = 256
"""Rows widened to float64 at a time: they stay in the cache, and 8 times less CPU goes than in one BLAS call."""


def to_fixed(vectors: NDArray[np.float32]) -> NDArray[np.int16]:
    """Return unit rows (n, d) as fixed point int16 (n, d)."""
    fixed: NDArray[np.int16] = np.rint(np.clip(vectors, -1.0, 1.0) * SCALE).astype(np.int16)
    return fixed


def sign_words(fixed: NDArray[np.int16]) -> NDArray[np.uint64]:
    """Return the sign bits of (n, d) rows as (ceil(d / 64), n) words, one contiguous array per word."""
    bits = np.packbits(fixed > 0, axis=1)
    padded = np.zeros((bits.shape[0], -(-bits.shape[1] // 8) * 8), dtype=np.uint8)
    padded[:, : bits.shape[1]] = bits
    return np.ascontiguousarray(padded.view(np.uint64).T)


def hamming(words: NDArray[np.uint64], query: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """Return the Hamming distance of each column of (w, n) `words` to the (w,) `query`."""
    distance = np.zeros(words.shape[1], dtype=np.uint16)
    for row, word in zip(words, query, strict=True):
        distance += np.bitwise_count(row ^ word)
    return distance


def exact_scores(fixed: NDArray[np.int16], query: NDArray[np.int16]) -> NDArray[np.float64]:
    """Return the cosine of each (n, d) row with the (d,) query, rounded to `DECIMALS`."""
    wide = query.astype(np.float64)
    sums = np.empty(len(fixed), dtype=np.float64)
    for start in range(0, len(fixed), _BLOCK):
        part = slice(start, start + _BLOCK)
        np.vecdot(fixed[part].astype(np.float64), wide, out=sums[part])
    return np.round(sums / (SCALE * SCALE), DECIMALS)
