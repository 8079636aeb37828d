"""Exact dense search over the eligible rows: sign bits first, then exact fixed-point scores.

Never approximate-nearest-neighbour: a filtered graph starves on narrow filters and its neighbours are
hidden rows. The coarse step counts Hamming distances over sign bits and keeps *every* eligible row up
to the distance at which `shortlist` rows are reached, so the set kept depends on values alone; the
kept rows are scored exactly. A small eligible set is scored exactly at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from aver.index.ranking import best
from aver.index.snapshot import EligibleRows, Snapshot
from aver.index.vectors import exact_scores, hamming, sign_words

SHORTLIST = 4000
"""Most rows scored exactly; see docs/decisions/0004-dense-shortlist.md for recall against size."""

_GATHER_BELOW = 8
"""With fewer than one row in this many eligible, gathering their bits beats scanning all."""


def dense(
    snapshot: Snapshot, query: NDArray[np.int16], k: int, *, eligible: EligibleRows, shortlist: int | None = None
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return rows and scores (cosine, 6 decimals) of the `k` best eligible rows for the (d,) `query`.

    At least `shortlist` rows are scored exactly, by default as many as `shortlist_size` says.
    """
    size = max(shortlist_size(eligible.count) if shortlist is None else shortlist, k)
    rows = np.flatnonzero(eligible.mask) if eligible.count <= size else _shortlist(snapshot, query, eligible, size)
    scores = _score(snapshot, query, rows)
    order = best(scores, snapshot.ids[rows], k)
    return rows[order], scores[order]


def shortlist_size(count: int) -> int:
    """Return how many of `count` eligible rows to score exactly for a recall@100 of 0.99."""
    return min(SHORTLIST, 2500 + count // 16)


def _shortlist(snapshot: Snapshot, query: NDArray[np.int16], eligible: EligibleRows, size: int) -> NDArray[np.intp]:
    """Return every eligible row within the smallest Hamming distance that reaches `size` rows."""
    words = sign_words(query[None, :])[:, 0]
    narrow = eligible.count * _GATHER_BELOW < len(eligible.mask)
    rows: list[NDArray[np.intp]] = []
    distances: list[NDArray[np.uint16]] = []
    for part, base in zip(snapshot.matrices, snapshot.bases, strict=True):
        mask = eligible.mask[base : base + part.words.shape[1]]
        inside = np.flatnonzero(mask)
        distance = hamming(part.words.take(inside, axis=1), words) if narrow else hamming(part.words, words)[inside]
        rows.append(inside + base)
        distances.append(distance)
    every = np.concatenate(distances)
    limit = int(np.sort(every)[size - 1])
    kept: NDArray[np.intp] = np.concatenate(rows)[every <= limit]
    return kept


def _score(snapshot: Snapshot, query: NDArray[np.int16], rows: NDArray[np.intp]) -> NDArray[np.float64]:
    """Return the exact score of each of the rising `rows`."""
    scores: list[NDArray[np.float64]] = []
    for part, base in zip(snapshot.matrices, snapshot.bases, strict=True):
        low, high = np.searchsorted(rows, [base, base + len(part.vectors)])
        if high > low:
            scores.append(exact_scores(part.vectors.take(rows[low:high] - base, axis=0), query))
    return np.concatenate(scores) if scores else np.zeros(0, np.float64)
