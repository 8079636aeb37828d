"""How many rows the coarse step must keep: recall of the dense scan on real embeddings, against its cost.

    python -m benchmarks.dense_recall --rows 40000 --cache FOLDER

Recall@k is the share of the exact float32 top k that the sign bits (or the alternatives, for comparison)
rank among the rows that are scored exactly. Larger eligible sets than there are passages are mimicked at
the same density: 100 of 210,000 is 19 of 40,000, a shortlist of 4,000 is one of 762.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from benchmarks.index_real_vectors import RealVectors, real_vectors
from numpy.typing import NDArray

from aver.index.columns import VersionColumns
from aver.index.dense import dense, shortlist_size
from aver.index.snapshot import DEAD, EligibleRows, Matrix, Rows, Segment, Snapshot, empty_tail
from aver.index.vectors import SCALE

SHORTLISTS = (1_000, 1_500, 2_000, 3_000, 4_000, 6_000)
SHARES = (1.0, 0.42, 0.2, 0.1, 0.04)
MIMICKED = (80_000, 210_000, 500_000)
QUARTILE = 0.6745

Coarse = Callable[[NDArray[np.float32]], NDArray[np.float32]]


def scan_recall(found: RealVectors, *, seed: int) -> Iterator[str]:
    """Yield recall of the product's `dense` over random eligible shares, its worst twentieth, and its CPU ms."""
    snapshot = _snapshot(found.passages)
    exact = _floats(found.questions) @ _floats(found.passages).T
    rng = np.random.default_rng(seed)
    yield "| eligible rows | shortlist | recall@10 | recall@100 | 5 % of questions below | CPU ms |"
    yield "|---|---|---|---|---|---|"
    for share in SHARES:
        mask = rng.random(len(found.passages)) < share
        eligible = EligibleRows(mask, int(mask.sum()), 0)
        right = np.argsort(-np.where(mask, exact, -2.0), axis=1, kind="stable")[:, :100]
        started = time.process_time()
        hits = [dense(snapshot, query, 100, eligible=eligible)[0] for query in found.questions]
        cost = (time.process_time() - started) * 1000 / len(hits)
        ten, hundred = (
            np.asarray([np.isin(rows[:k], one[:k]).mean() for one, rows in zip(hits, right, strict=True)])
            for k in (10, 100)
        )
        recall = f"{ten.mean():.4f} | {hundred.mean():.4f} | {np.quantile(hundred, 0.05):.2f}"
        yield f"| {eligible.count:,} | {shortlist_size(eligible.count):,} | {recall} | {cost:.2f} |"


def _snapshot(passages: NDArray[np.int16]) -> Snapshot:
    ids = np.stack([np.zeros(len(passages), np.uint64), np.arange(len(passages), dtype=np.uint64)], axis=1)
    rows = Rows(ids, np.full(len(passages), DEAD), np.zeros(len(passages), np.int64))
    segment = Segment(1, 1, rows, Matrix.of(passages))
    return Snapshot.of("benchmark", 1, VersionColumns.of(()), [segment], empty_tail(passages.shape[1]))


def coarse_recall(found: RealVectors) -> Iterator[str]:
    """Yield, for each coarse distance, recall@100 at mimicked sizes by the size of the shortlist."""
    passages, questions = _floats(found.passages), _floats(found.questions)
    exact = questions @ passages.T
    yield "| coarse step | eligible rows | " + " | ".join(f"{size:,}" for size in SHORTLISTS) + " |"
    yield "|---" * (2 + len(SHORTLISTS)) + "|"
    for name, (of_row, of_query) in _alternatives(passages.shape[1]).items():
        similar = of_query(questions) @ of_row(passages).T
        for size in (len(passages), *MIMICKED):
            scale = len(passages) / size
            near = np.argpartition(-exact, round(100 * scale), axis=1)[:, : round(100 * scale)]
            ordered = -np.sort(-similar, axis=1)
            cells = [
                np.mean(np.take_along_axis(similar, near, 1) >= ordered[:, [max(0, round(kept * scale) - 1)]])
                for kept in SHORTLISTS
            ]
            yield f"| {name} | {size:,} | " + " | ".join(f"{cell:.4f}" for cell in cells) + " |"


def _alternatives(dimension: int) -> dict[str, tuple[Coarse, Coarse]]:
    turned = np.linalg.qr(np.random.default_rng(0).standard_normal((dimension, dimension)))[0].astype(np.float32)

    def signs(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        return np.where(vectors > 0, np.float32(1), np.float32(-1))

    def quarters(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        far = np.abs(vectors) > QUARTILE / np.sqrt(dimension)
        return signs(vectors) * np.where(far, np.float32(3), np.float32(1))

    def rotated(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        return signs(vectors @ turned)

    return {
        "sign bits": (signs, signs),
        "sign bits after a fixed rotation": (rotated, rotated),
        "sign bits, float query": (signs, lambda vectors: vectors),
        "2 bits": (quarters, quarters),
    }


def _floats(fixed: NDArray[np.int16]) -> NDArray[np.float32]:
    return fixed.astype(np.float32) / np.float32(SCALE)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=40_000)
    parser.add_argument("--cache", type=Path, required=True, help="folder for the vectors, outside of the repository")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = real_vectors(chosen.cache, rows=chosen.rows)
    print(f"{len(found.passages):,} passages, {len(found.questions):,} questions")
    for line in (*coarse_recall(found), "", *scan_recall(found, seed=chosen.seed)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
