"""One tenant's index at one moment: immutable, shared between threads, replaced as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from aver.index.columns import VersionColumns
from aver.index.vectors import sign_words
from aver.values.governance import Eligibility

DEAD = -1
"""The version key of a slot whose chunk was deleted."""

_REMEMBERED = 8
"""Eligibilities whose rows a snapshot keeps at hand; one question asks several channels under the same."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Parallel columns of n chunks: ids (n, 2) as two 64-bit halves, version keys, lengths in terms."""

    ids: NDArray[np.uint64]
    versions: NDArray[np.int64]
    lengths: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Fixed-point vectors (n, d) and their sign words (ceil(d / 64), n)."""

    vectors: NDArray[np.int16]
    words: NDArray[np.uint64]

    @staticmethod
    def of(vectors: NDArray[np.int16]) -> Matrix:
        """Return `vectors` with their sign words."""
        return Matrix(vectors, sign_words(vectors))


@dataclass(frozen=True, slots=True)
class Segment:
    """A sealed part: rows and vectors in memory, postings in the store under `key`.

    Where only an approximate search looks for neighbours the vectors stay in the store, and `matrix` is None.
    """

    key: int
    changed: int
    rows: Rows
    matrix: Matrix | None


@dataclass(frozen=True, slots=True)
class Tail:
    """The unsealed rest: everything in memory, postings as triples in rising order of term, slots counted from 0."""

    rows: Rows
    matrix: Matrix
    terms: NDArray[np.int64]
    positions: NDArray[np.int64]
    frequencies: NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All versions and rows of a tenant; row r of segment s is row `bases[s] + r` of the whole."""

    tenant: str
    sequence: int
    versions: VersionColumns
    segments: tuple[Segment, ...]
    tail: Tail
    bases: tuple[int, ...]
    ids: NDArray[np.uint64]
    lengths: NDArray[np.int64]
    version_positions: NDArray[np.int64]
    _rows_by_version: NDArray[np.int64]
    _length_by_version: NDArray[np.int64]
    _opened: dict[Eligibility, EligibleRows] = field(default_factory=dict, repr=False, compare=False)

    @staticmethod
    def of(tenant: str, sequence: int, versions: VersionColumns, segments: Sequence[Segment], tail: Tail) -> Snapshot:
        """Return the snapshot over `segments` followed by `tail`."""
        parts = [*(segment.rows for segment in segments), tail.rows]
        bases = np.cumsum([0, *(len(part.lengths) for part in parts)]).tolist()
        keys = np.concatenate([part.versions for part in parts])
        positions = np.searchsorted(versions.keys, keys)
        found = positions < len(versions.keys)
        found[found] = versions.keys[positions[found]] == keys[found]
        positions = np.where(found, positions, len(versions.keys))
        lengths = np.concatenate([part.lengths for part in parts])
        return Snapshot(
            tenant,
            sequence,
            versions,
            tuple(segments),
            tail,
            tuple(bases[:-1]),
            np.concatenate([part.ids for part in parts]),
            lengths,
            positions,
            np.bincount(positions, minlength=len(versions.keys) + 1),
            np.bincount(positions, lengths, minlength=len(versions.keys) + 1).astype(np.int64),
        )

    @property
    def matrices(self) -> tuple[Matrix, ...]:
        """The vectors of every segment and the tail, in the order of `bases`; not where they stayed in the store."""
        held = tuple(segment.matrix for segment in self.segments if segment.matrix is not None)
        if len(held) != len(self.segments):
            raise ValueError("the vectors of this snapshot were not loaded")
        return (*held, self.tail.matrix)

    def has_opened(self, eligibility: Eligibility) -> bool:
        """Return whether the rows that `eligibility` opens are known already."""
        return eligibility in self._opened

    def eligible_rows(self, eligibility: Eligibility) -> EligibleRows:
        """Return the rows that `eligibility` opens, with the statistics BM25 needs over exactly them."""
        known = self._opened.get(eligibility)
        if known is not None:
            return known
        opened = np.append(self.versions.eligible(eligibility), False)
        mask = opened.take(self.version_positions)
        mask.flags.writeable = False
        rows = EligibleRows(mask, int(self._rows_by_version[opened].sum()), int(self._length_by_version[opened].sum()))
        if len(self._opened) >= _REMEMBERED:
            self._opened.clear()
        self._opened[eligibility] = rows
        return rows


@dataclass(frozen=True, slots=True)
class EligibleRows:
    """A mask over the rows of a snapshot, how many it opens, and the sum of their lengths in terms."""

    mask: NDArray[np.bool_]
    count: int
    total_length: int


def empty_tail(dimension: int) -> Tail:
    """Return a tail without rows."""
    rows = Rows(np.zeros((0, 2), np.uint64), np.zeros(0, np.int64), np.zeros(0, np.int64))
    matrix = Matrix.of(np.zeros((0, dimension), np.int16))
    return Tail(rows, matrix, np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, np.uint8))
