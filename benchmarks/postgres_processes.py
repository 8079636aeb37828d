"""Several processes on one home: clients that ask from cold and from warm, workers that add, and what each takes.

Every process opens the store for itself, as one host of several would. Its first question reads every segment (cold),
the others find blocks and vectors in its caches (warm). Processes wait for each other at a barrier before they ask.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from benchmarks.index_corpus import Corpus, Query
from numpy.typing import NDArray

from aver.index.vectors import to_fixed
from aver.store.writing import NewVersion
from aver.values.governance import Eligibility
from benchmarks import index_ours as ours

DEPTH = 100
_ROUNDS = 2
Spent = tuple[float, float]
"""Wall and CPU milliseconds."""

Asked = tuple[Eligibility, list[int], NDArray[np.int16]]
"""Who asks, the terms, the vector."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Client:
    """What one process took: its first question, each later one, and its resident memory (MB) before and after."""

    cold: Spent
    warm: tuple[Spent, ...]
    before: float
    after: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What workers came to together: chunks a second of wall time, and CPU milliseconds a chunk, theirs only."""

    rate: float
    cpu: float


def portable(query: Query, day: int) -> Asked:
    """Return a query as another process can take it."""
    return ours.eligibility(query.caller, day=day), ours.terms_of(query), to_fixed(query.vector[None, :])[0]


def clients(folder: Path, url: str, queries: Sequence[Query], count: int) -> tuple[Client, ...]:
    """Let `count` processes ask every query at the same time, each in an order of its own."""
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(count), context.Queue()
    orders = [[*queries[start % len(queries) :], *queries[: start % len(queries)]] for start in range(count)]
    for order in orders:
        asked = [portable(query, day) for day, query in enumerate(order)]
        context.Process(target=_client, args=(folder, url, asked, barrier, results)).start()
    return tuple(results.get(timeout=500) for _ in range(count))


def _client(folder: Path, url: str, asked: Sequence[Asked], barrier: Any, results: Any) -> None:
    store = ours.open_store(folder, url)

    def ask(one: Asked) -> Spent:
        who, terms, vector = one
        wall, cpu = time.perf_counter(), time.process_time()
        with store.at_once():
            store.search_lexical(terms, DEPTH, eligible=who)
            store.search_dense(vector, DEPTH, eligible=who)
        return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000

    before = ours.resident()
    barrier.wait(timeout=500)
    cold = ask(asked[0])
    for one in asked[1:]:
        ask(one)
    barrier.wait(timeout=500)
    warm = tuple(ask(one) for _ in range(_ROUNDS) for one in asked)
    results.put(Client(cold=cold, warm=warm, before=before, after=ours.resident()))
    store.close()


def workers(corpus: Corpus, folder: Path, url: str, *, count: int, chunks: int) -> Added:
    """Let `count` processes add documents of `chunks` chunks in all to one tenant, one document a transaction."""
    folder.mkdir()
    ours.open_store(folder, url).close()
    versions = ours.new_versions(corpus, chunks)
    context = multiprocessing.get_context("spawn")
    barrier, results = context.Barrier(count + 1), context.Queue()
    for number in range(count):
        context.Process(target=_worker, args=(folder, url, versions[number::count], barrier, results)).start()
    barrier.wait(timeout=500)
    started = time.perf_counter()
    cpu = sum(results.get(timeout=500) for _ in range(count))
    added = sum(len(version.chunks) for version in versions)
    return Added(rate=added / (time.perf_counter() - started), cpu=cpu * 1000 / added)


def _worker(folder: Path, url: str, versions: Sequence[NewVersion], barrier: Any, results: Any) -> None:
    store = ours.open_store(folder, url)
    barrier.wait(timeout=500)
    started = time.process_time()
    for version in versions:
        store.add([version])
    results.put(time.process_time() - started)
    store.close()
