"""What the right answers are, from the raw arrays by brute force, without any code of the index."""

from __future__ import annotations

import math

import numpy as np
from benchmarks.index_corpus import Corpus, Query
from numpy.typing import NDArray

from aver.stages.analyser import term_key

_SCALE = 32767
_BATCH = 20_000


def lexical(corpus: Corpus, query: Query, k: int) -> list[int]:
    """Return the `k` best of the caller's chunks by BM25 with statistics over exactly these chunks, ties by id."""
    rows = query.caller.rows
    eligible = np.zeros(len(corpus.version_of), dtype=np.bool_)
    eligible[rows] = True
    lengths = corpus.lengths
    average = float(lengths[rows].sum()) / len(rows)
    scores = np.zeros(len(lengths))
    for word in sorted(query.words, key=lambda word: term_key(f"w{word}")):
        places = np.flatnonzero(corpus.words == word)
        holders = np.searchsorted(corpus.offsets, places, side="right") - 1
        places, holders = places[eligible[holders]], holders[eligible[holders]]
        idf = math.log(1.0 + (len(rows) - len(holders) + 0.5) / (len(holders) + 0.5))
        tf = corpus.counts[places].astype(np.float64)
        scores[holders] += idf * (tf * 2.2) / (tf + 1.2 * (0.25 + 0.75 * (lengths[holders] / average)))
    found = np.flatnonzero(scores > 0)
    return _best(corpus, found, np.round(scores[found], 6), k)


def dense_fixed(corpus: Corpus, query: Query, k: int) -> list[int]:
    """Return the `k` nearest of the caller's chunks by the fixed-point cosine to 6 decimals, ties by id."""
    rows = query.caller.rows
    wanted = np.rint(query.vector * _SCALE).astype(np.int64)
    sums = np.concatenate(
        [
            np.rint(corpus.vectors[rows[start : start + _BATCH]] * np.float32(_SCALE)).astype(np.int64) @ wanted
            for start in range(0, len(rows), _BATCH)
        ]
    )
    return _best(corpus, rows, np.round(sums / _SCALE**2, 6), k)


def dense_float(corpus: Corpus, query: Query, k: int) -> list[int]:
    """Return the `k` nearest of the caller's chunks by float32 dot product."""
    rows = query.caller.rows
    scores = corpus.vectors[rows] @ query.vector
    return [int(row) for row in rows[np.argsort(-scores, kind="stable")[:k]]]


def _best(corpus: Corpus, rows: NDArray[np.int64], scores: NDArray[np.float64], k: int) -> list[int]:
    ids = corpus.ids[rows]
    return [int(row) for row in rows[np.lexsort((ids[:, 1], ids[:, 0], -scores))[:k]]]
