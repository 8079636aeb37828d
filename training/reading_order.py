"""Measure what reading adds to the order of passages, on sets that the reader never saw.

    python training/reading_order.py --data ../shared/data --work FOLDER

FOLDER is the one that `fit_reading.py` filled. Printed are nDCG@10 by fused rank alone (k = 10), as selection orders
without a reader and with one, and paired differences with their 95 % bootstrap intervals.
"""

from __future__ import annotations

import argparse
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from fit_reading import READ, first_stage
from quotation_fit import answers
from quotation_fusion import Gains, judged
from quotation_runs import KnownReadings, Run

from aver.models.embedder import BuiltinEmbedder
from aver.models.reader import BuiltinReader
from aver.stages.fusion import reciprocal_rank
from aver.stages.metrics import ndcg_at_k
from aver.stages.selection import Scored, rescored
from aver.stages.tuning import DEFAULT, WITHOUT_READER

RESAMPLES = 2000
Order = Callable[[Run, Sequence[Scored]], list[str]]


def answering(run: Run, chunks: Sequence[str]) -> float:
    """Return nDCG@10 where a passage counts if it holds an accepted answer."""
    gains = [float(answers(run, chunk)) for chunk in chunks]
    every = sum(answers(run, chunk) for chunk in run.passages)
    return ndcg_at_k(gains, 10, ideal=[1.0] * every)


def by_rank(weight: float) -> Order:
    """Return the order by fused rank alone."""

    def order(run: Run, scored: Sequence[Scored]) -> list[str]:
        del scored
        fused = reciprocal_rank(run.results, k=WITHOUT_READER.blend.k, weights={"lexical": weight})
        return [one.chunk for one in fused[: WITHOUT_READER.fetched]]

    return order


def unread(run: Run, scored: Sequence[Scored]) -> list[str]:
    """Return the order without a reader."""
    del run
    return [one.fused.chunk for one in scored]


def read_with(known: KnownReadings) -> Order:
    """Return the order with a reader."""

    def order(run: Run, scored: Sequence[Scored]) -> list[str]:
        readings = known.of(run.case.question, [one.passage for one in scored[:READ]])
        return [one.fused.chunk for one in rescored(scored, readings, DEFAULT.blend)]

    return order


def main() -> None:
    """Print one table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--work", type=Path, required=True)
    given = options.parse_args()
    embedder, reader = BuiltinEmbedder(), BuiltinReader()
    readings = given.work / f"readings-{reader.reader_id.split(':')[-1]}.pickle"
    known = KnownReadings(reader, pickle.loads(readings.read_bytes()) if readings.is_file() else None)
    held = [run for run in pickle.loads((given.work / "unseen.pickle").read_bytes()) if run.case.part == "test"]
    dev: list[Run] = pickle.loads((given.work / "dev.pickle").read_bytes())
    sets: dict[str, tuple[list[Run], Gains]] = {
        source: ([one for one in held if one.case.source == source], answering)
        for source in ("squad", "nq-oracle", "policyqa")
    }
    sets["squad_dev"] = (dev, answering)
    sets = {
        name: ([one for one in runs if one.case.answers and not one.case.without], gains)
        for name, (runs, gains) in sets.items()
    }
    sets |= {name: judged(given.data, given.work, name, embedder) for name in ("cranfield", "med")}
    orders = {"rank alone": by_rank(1.0), "rank alone, lexical 1.5": by_rank(1.5), "unread": unread}
    orders["read"] = read_with(known)
    print(f"| set | n | {' | '.join(orders)} | read - unread | read - best rank |\n|{'---|' * (len(orders) + 4)}")
    for name, (runs, gains) in sets.items():
        scored = first_stage(runs, WITHOUT_READER.blend)
        each = {
            way: np.array([gains(run, order(run, scored[id(run)])) for run in runs]) for way, order in orders.items()
        }
        best = max(("rank alone", "rank alone, lexical 1.5"), key=lambda way: float(each[way].mean()))
        means = " | ".join(f"{values.mean():.3f}" for values in each.values())
        gaps = " | ".join(gap(each["read"] - each[other]) for other in ("unread", best))
        print(f"| {name} | {len(runs)} | {means} | {gaps} |", flush=True)


def gap(each: np.ndarray) -> str:
    """Return a mean paired difference with its interval."""
    draw = np.random.default_rng(7)
    found = each[draw.integers(0, len(each), (RESAMPLES, len(each)))].mean(axis=1)
    low, high = np.quantile(found, [0.025, 0.975])
    return f"{each.mean():+.3f} ({low:+.3f} to {high:+.3f})"


if __name__ == "__main__":
    main()
