"""The pure half of an approximate dense search: which versions a graph may show, and when to ask one at all.

Outside the promise of this package: a graph's neighbours depend on rows that the caller may not read, and a good row
can be missed. What holds even here: no row of a version that isn't eligible is shown, and every score is exact.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

EXACT_UP_TO = 4_000
"""With at most as many eligible rows all are scored: a graph would look at more rows than that to find them."""

OVERFETCH = 4
"""Candidates asked of the graph for each row wanted; see docs/approximate.md for recall against it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VersionBits:
    """Which versions are eligible: bit `key - first` of `bits`, least significant first, for keys up to `last`."""

    first: int
    last: int
    bits: bytes


def version_bits(keys: NDArray[np.int64]) -> VersionBits:
    """Return the bits of the eligible versions' rising `keys`, of which there is at least one."""
    first, last = int(keys[0]), int(keys[-1])
    flags = np.zeros(last - first + 1, np.bool_)
    flags[keys - first] = True
    return VersionBits(first=first, last=last, bits=np.packbits(flags, bitorder="little").tobytes())
