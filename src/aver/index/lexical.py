"""BM25 whose statistics see the eligible rows and nothing else.

score(d) = sum over query terms of idf(t) tf (k1 + 1) / (tf + k1 (1 - b + b dl / avgdl)) with
idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5)) (Robertson and Zaragoza 2009, "The Probabilistic Relevance
Framework: BM25 and Beyond", with the non-negative idf of Lucene). N, df and avgdl are counted over the
eligible rows, so adding, changing or removing a row that a caller may not read changes no bit of a
score (C5). Terms are added in rising order of key, one float64 operation per row and step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from aver.index.ranking import best, contenders
from aver.index.snapshot import EligibleRows, Snapshot
from aver.index.vectors import DECIMALS

K1 = 1.2
B = 0.75

PostingReader = Callable[[int, Sequence[int]], Iterable[tuple[int, NDArray[np.uint16], NDArray[np.uint8]]]]
"""(term key, segment keys) -> (position of the segment in that list, slots, frequencies)."""


def lexical(
    snapshot: Snapshot, terms: Iterable[int], k: int, *, eligible: EligibleRows, postings: PostingReader
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Return rows and scores of the `k` best eligible rows for the query `terms` (distinct keys)."""
    if not eligible.count:
        return np.zeros(0, np.intp), np.zeros(0, np.float64)
    average = eligible.total_length / eligible.count
    holders: list[NDArray[np.int64]] = [np.zeros(0, np.int64)]
    weights: list[NDArray[np.float64]] = [np.zeros(0, np.float64)]
    for term in sorted(set(terms)):
        rows, frequencies = _eligible_postings(snapshot, term, eligible, postings)
        idf = _idf(eligible.count, len(rows))
        tf = frequencies.astype(np.float64)
        norm = K1 * (1.0 - B + B * (snapshot.lengths[rows] / average))
        holders.append(rows)
        weights.append(idf * (tf * (K1 + 1.0)) / (tf + norm))
    summed = np.bincount(np.concatenate(holders), np.concatenate(weights), len(snapshot.lengths))
    scores = summed.astype(np.float64, copy=False)
    found = contenders(scores, k, decimals=DECIMALS)
    rounded = np.round(scores[found], DECIMALS)
    order = best(rounded, snapshot.ids[found], k)
    return found[order], rounded[order]


def _eligible_postings(
    snapshot: Snapshot, term: int, eligible: EligibleRows, postings: PostingReader
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    """Return the eligible rows that hold `term` and how often."""
    rows: list[NDArray[np.int64]] = []
    frequencies: list[NDArray[np.uint8]] = []
    for number, slots, counts in postings(term, [segment.key for segment in snapshot.segments]):
        kept = eligible.mask[snapshot.bases[number] :].take(slots)
        rows.append(slots[kept] + np.int64(snapshot.bases[number]))
        frequencies.append(counts[kept])
    tail = snapshot.tail
    part = slice(np.searchsorted(tail.terms, term), np.searchsorted(tail.terms, term, side="right"))
    kept = eligible.mask[snapshot.bases[-1] :].take(tail.positions[part])
    rows.append(tail.positions[part][kept] + snapshot.bases[-1])
    frequencies.append(tail.frequencies[part][kept])
    return np.concatenate(rows), np.concatenate(frequencies)


def term_weights(
    snapshot: Snapshot, terms: Iterable[int], *, eligible: EligibleRows, postings: PostingReader
) -> tuple[tuple[int, float], ...]:
    """Return `(term key, idf)` of distinct `terms` in rising order; a term no eligible row holds weighs most."""
    found: list[tuple[int, float]] = []
    for term in sorted(set(terms)):
        rows, _ = _eligible_postings(snapshot, term, eligible, postings)
        found.append((term, round(_idf(eligible.count, len(rows)), DECIMALS)))
    return tuple(found)


def _idf(count: int, holders: int) -> float:
    return math.log(1.0 + (count - holders + 0.5) / (holders + 0.5))
