"""Hybrid candidate generation against FTS5 + sqlite-vec: CPU time, agreement with exact answers, memory, disk.

    python -m benchmarks.index --chunks 100000 --queries 24 --seed 1

Both sides answer the same queries in turns, so load on the machine meets both alike; CPU is process
time. Ours builds the permission mask anew for every query, the baseline gets it for nothing. Text is
stored on neither side. No time is asserted: the table shows ratios.
"""

from __future__ import annotations

import argparse
import os
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean, median
from typing import TypeVar

from benchmarks.index_baseline import DATABASE as BASELINE_DATABASE
from benchmarks.index_baseline import Baseline
from benchmarks.index_baseline import build as build_baseline
from benchmarks.index_corpus import TENANTS, Caller, Corpus, Query, make_callers, make_corpus, make_queries

from aver.index.vectors import to_fixed
from aver.store.store import Store
from aver.values.evidence import Hit
from benchmarks import index_ours as ours
from benchmarks import index_reference as reference

PROFILES = (("42 %", 0.42), ("4 %", 0.04), ("0.1 %", 0.001))
CALLERS = 3
DEPTH = 100
INGESTED = 20_000

T = TypeVar("T")
Found = tuple[Sequence[Hit], Sequence[Hit], Sequence[int], Sequence[int]]
"""Our lexical and dense hits, and the baseline's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One query on both sides: CPU ms by side and channel, and how far ours agrees with the exact answers."""

    profile: str
    kind: str
    cpu: dict[str, float]
    lexical_top10: float
    dense_top10: float
    dense_float_top10: float
    dense_recall: float
    baseline_lexical_top10: float
    baseline_recall: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Everything one run measured."""

    chunks: int
    shares: dict[str, float]
    answers: tuple[Answer, ...]
    opened: ours.Opened
    disk: dict[str, float]
    build_seconds: dict[str, float]
    ingest_rate: float


def measure(chunks: int, *, queries: int, seed: int, folder: Path) -> Result:
    """Build both sides in `folder`, ask `queries` queries per profile and kind, and return what was measured."""
    corpus = make_corpus(chunks, seed=seed)
    callers = make_callers(corpus, PROFILES, CALLERS, seed=seed + 1)
    asked = make_queries(corpus, callers, max(1, queries // CALLERS), seed=seed + 2)
    build_ours, _ = _timed(lambda: ours.build(corpus, folder))
    build_theirs, _ = _timed(lambda: build_baseline(corpus, folder))
    opened = ours.cold_open(folder, asked[: 2 * len(callers)], TENANTS)
    return Result(
        chunks=chunks,
        shares=_shares(callers, chunks),
        answers=_ask_all(corpus, asked, folder),
        opened=opened,
        disk={"ours": _size(folder / ours.DATABASE), "baseline": _size(folder / BASELINE_DATABASE)},
        build_seconds={"ours": build_ours / 1000, "baseline": build_theirs / 1000},
        ingest_rate=ours.ingest_rate(corpus, folder / "ingest", chunks=INGESTED),
    )


def _shares(callers: Sequence[Caller], chunks: int) -> dict[str, float]:
    return {
        profile: mean(len(caller.rows) / chunks for caller in callers if caller.profile == profile)
        for profile, _ in PROFILES
    }


def _size(path: Path) -> float:
    return path.stat().st_size / 1e6


def _ask_all(corpus: Corpus, asked: Sequence[Query], folder: Path) -> tuple[Answer, ...]:
    """Time every query on both sides first and judge afterwards: BLAS threads of the reference spin on for a while."""
    store = ours.open_store(folder)
    baseline = Baseline(corpus, folder)
    for query in asked[: len(PROFILES) * CALLERS]:
        _ask(store, baseline, query, 0)
    timed = [_ask(store, baseline, query, 1 + day) for day, query in enumerate(asked)]
    baseline.close()
    store.close()
    return tuple(_judged(corpus, query, *found) for query, found in zip(asked, timed, strict=True))


def _ask(store: Store, baseline: Baseline, query: Query, day: int) -> tuple[dict[str, float], Found]:
    who = ours.eligibility(query.caller, day=day)
    terms, vector = ours.terms_of(query), to_fixed(query.vector[None, :])[0]
    baseline.admit(query.caller)
    lexical_cpu, lexical = _timed(lambda: store.search_lexical(terms, DEPTH, eligible=who))
    dense_cpu, dense = _timed(lambda: store.search_dense(vector, DEPTH, eligible=who))
    fts_cpu, fts = _timed(lambda: baseline.lexical(query, DEPTH))
    vec_cpu, vec = _timed(lambda: baseline.dense(query, DEPTH))
    cpu = {"our lexical": lexical_cpu, "our dense": dense_cpu, "FTS5": fts_cpu, "sqlite-vec": vec_cpu}
    return cpu, (lexical, dense, fts, vec)


def _judged(corpus: Corpus, query: Query, cpu: dict[str, float], found: Found) -> Answer:
    lexical, dense, fts, vec = found
    names = {corpus.ids[row].astype(">u8").tobytes().hex(): row for row in query.caller.rows.tolist()}
    lexical_rows, dense_rows = _rows(lexical, names), _rows(dense, names)
    right = reference.lexical(corpus, query, 10)
    nearest = reference.dense_float(corpus, query, DEPTH)
    return Answer(
        profile=query.caller.profile,
        kind=query.kind,
        cpu=cpu,
        lexical_top10=float(lexical_rows[:10] == right),
        dense_top10=float(dense_rows[:10] == reference.dense_fixed(corpus, query, 10)),
        dense_float_top10=overlap(dense_rows[:10], nearest[:10]),
        dense_recall=overlap(dense_rows, nearest),
        baseline_lexical_top10=overlap(fts[:10], right),
        baseline_recall=overlap(vec, nearest),
    )


def _rows(hits: Sequence[Hit], names: dict[str, int]) -> list[int]:
    return [names[hit.chunk.removeprefix("chk_")] for hit in hits]


def overlap(found: Sequence[int], right: Sequence[int]) -> float:
    """Return the share of `right` that is in `found`; 1 when there is nothing to find."""
    return len(set(found) & set(right)) / len(right) if right else 1.0


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    """Return the CPU milliseconds of this process that `work` took, and its result."""
    started = time.process_time()
    result = work()
    return (time.process_time() - started) * 1000, result


def render(result: Result) -> str:
    """Return the tables of a run."""
    by_row: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    for answer in result.answers:
        by_row[answer.profile, answer.kind].append(answer)
    lines = [f"{result.chunks:,} chunks, load {os.getloadavg()[0]:.1f}; CPU ms per query, median", ""]
    lines.append("| eligible | query | ours lexical + dense = hybrid | FTS5 + sqlite-vec = hybrid | ratio |")
    lines.append("|---|---|---|---|---|")
    for (profile, kind), answers in by_row.items():
        lines.append(f"| {profile} ({result.shares[profile]:.2%}) | {kind} | {_costs(answers)} |")
    columns = ("BM25 top-10 = exact", "dense top-10 = exact", "float32 top-10", "recall@100", "FTS5 top-10", "vec @100")
    lines += ["", f"| eligible | query | {' | '.join(columns)} |", "|---" * (2 + len(columns)) + "|"]
    lines += [f"| {profile} | {kind} | {_agreement(answers)} |" for (profile, kind), answers in by_row.items()]
    opened, disk, seconds = result.opened, result.disk, result.build_seconds
    lines += [
        "",
        f"memory MB: {opened.before:.0f} before, {opened.after_largest:.0f} with the largest tenant open and asked, "
        f"{opened.after_all:.0f} with all tenants open (peak {opened.peak:.0f}); "
        f"first query after a cold open {opened.seconds:.2f} s",
        f"disk MB without text: ours {disk['ours']:.0f}, baseline {disk['baseline']:.0f}; "
        f"bulk load CPU s: ours {seconds['ours']:.1f}, baseline {seconds['baseline']:.1f}",
        f"add path, one durable transaction a document: {result.ingest_rate:.0f} chunks/s",
    ]
    return "\n".join(lines)


def _costs(answers: Sequence[Answer]) -> str:
    def middle(*names: str) -> float:
        return median(sum(answer.cpu[name] for name in names) for answer in answers)

    mine, theirs = middle("our lexical", "our dense"), middle("FTS5", "sqlite-vec")
    return (
        f"{middle('our lexical'):.1f} + {middle('our dense'):.1f} = {mine:.1f} | "
        f"{middle('FTS5'):.1f} + {middle('sqlite-vec'):.1f} = {theirs:.1f} | {theirs / mine:.1f}x"
    )


def _agreement(answers: Sequence[Answer]) -> str:
    columns = (
        "lexical_top10",
        "dense_top10",
        "dense_float_top10",
        "dense_recall",
        "baseline_lexical_top10",
        "baseline_recall",
    )
    return " | ".join(f"{mean(getattr(answer, column) for answer in answers):.4f}" for column in columns)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=24, help="per profile and kind")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(render(measure(chosen.chunks, queries=chosen.queries, seed=chosen.seed, folder=Path(folder))))


if __name__ == "__main__":
    main()
