"""BM25 whose statistics see the eligible rows and nothing else.

score(d) = sum over query terms of idf(t) tf (k1 + 1) / (tf + k1 (1 - b + b dl / avgdl)) with
idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5)) (Robertson and Zaragoza 2009, "The Probabilistic Relevance
Framework: BM25 and Beyond", with the non-negative idf of Lucene). N, df and avgdl are counted over the
eligible rows, so adding, changing or removing a row that a caller may not read changes no bit of a
score (C5). Terms are added in rising order of key, one float64 operation per row and step.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aver.index.ranking import best, contenders
from aver.index.snapshot import EligibleRows, Snapshot
from aver.index.vectors import DECIMALS

K1 = 1.2
B = 0.75

_TERMS_AT_ONCE = 16
"""Bounds memory for a query as long as a page."""

PostingReader = Callable[
    [Sequence[int], Sequence[int]], Iterable[tuple[int, int, NDArray[np.uint16], NDArray[np.uint8]]]
]
"""(term keys, segment keys) -> (positions of term and segment in those lists, slots, frequencies), terms in order."""


@dataclass(frozen=True, slots=True)
class _Held:
    """Eligible rows, how often a term stands in each, and the position of that term, terms in order for each row."""

    rows: NDArray[np.int64]
    frequencies: NDArray[np.float64]
    terms: NDArray[np.int64]


def lexical(
    snapshot: Snapshot, terms: Iterable[int], k: int, *, eligible: EligibleRows, postings: PostingReader
) -> tuple[NDArray[np.intp], NDArray[np.float64], float]:
    """Return rows and scores of the `k` best eligible rows for the query `terms` (distinct keys), and the reach.

    The reach, in [0, 1], is the share of the query's idf in terms that some eligible row holds: how much of the query
    these rows could answer by words at all.
    """
    if not eligible.count:
        return np.zeros(0, np.intp), np.zeros(0, np.float64), 0.0
    average = eligible.total_length / eligible.count
    scores = np.zeros(len(snapshot.lengths), dtype=np.float64)
    asked = reached = 0.0
    for several in _batches(terms):
        held = _held(snapshot, several, eligible, postings)
        idfs = _idfs(eligible, held, several)
        idf = idfs[held.terms]
        asked += float(idfs.sum())
        reached += float(idfs[np.unique(held.terms)].sum())
        tf = held.frequencies
        norm = K1 * (1.0 - B + B * (snapshot.lengths[held.rows] / average))
        np.add.at(scores, held.rows, idf * (tf * (K1 + 1.0)) / (tf + norm))
    found = contenders(scores, k, decimals=DECIMALS)
    rounded = np.round(scores[found], DECIMALS)
    order = best(rounded, snapshot.ids[found], k)
    return found[order], rounded[order], round(reached / asked, DECIMALS) if asked else 0.0


def _batches(terms: Iterable[int]) -> Iterator[list[int]]:
    ordered = sorted(set(terms))
    return (ordered[start : start + _TERMS_AT_ONCE] for start in range(0, len(ordered), _TERMS_AT_ONCE))


def _held(snapshot: Snapshot, terms: Sequence[int], eligible: EligibleRows, postings: PostingReader) -> _Held:
    """Return the eligible rows that hold each of the rising `terms`."""
    slots: list[NDArray[np.uint16] | NDArray[np.int64]] = []
    frequencies: list[NDArray[np.uint8]] = []
    places: list[tuple[int, int, int]] = []
    for number, segment, some, counts in postings(terms, [segment.key for segment in snapshot.segments]):
        slots.append(some)
        frequencies.append(counts)
        places.append((number, snapshot.bases[segment], len(some)))
    tail = snapshot.tail
    starts, ends = (np.searchsorted(tail.terms, terms, side=side) for side in ("left", "right"))
    for number, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        slots.append(tail.positions[start:end])
        frequencies.append(tail.frequencies[start:end])
        places.append((number, snapshot.bases[-1], end - start))
    numbers, bases, sizes = np.asarray(places, dtype=np.int64).T
    rows = np.concatenate(slots) + np.repeat(bases, sizes)
    kept = eligible.mask.take(rows)
    return _Held(rows[kept], np.concatenate(frequencies)[kept].astype(np.float64), np.repeat(numbers, sizes)[kept])


def term_weights(
    snapshot: Snapshot, terms: Iterable[int], *, eligible: EligibleRows, postings: PostingReader
) -> tuple[tuple[int, float], ...]:
    """Return `(term key, idf)` of distinct `terms` in rising order; a term no eligible row holds weighs most."""
    found: list[tuple[int, float]] = []
    for several in _batches(terms):
        weights = _idfs(eligible, _held(snapshot, several, eligible, postings), several)
        found += zip(several, np.round(weights, DECIMALS).tolist(), strict=True)
    return tuple(found)


def _idfs(eligible: EligibleRows, held: _Held, terms: Sequence[int]) -> NDArray[np.float64]:
    holders = np.bincount(held.terms, minlength=len(terms)).tolist()
    return np.array([_idf(eligible.count, count) for count in holders], dtype=np.float64)


def _idf(count: int, holders: int) -> float:
    return math.log(1.0 + (count - holders + 0.5) / (holders + 0.5))
