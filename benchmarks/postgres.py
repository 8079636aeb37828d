"""PostgreSQL against SQLite in one run: the same corpus, the same queries in turns, ratios.

    python -m benchmarks.postgres --chunks 100000 --queries 24 --clients 1,8 --workers 1,2,4

`--url` names a database of a server on this machine, in which schemas are made and dropped again; without it a server
is started for the run. Wall time includes the server's work and the wire; CPU is that of the asking or adding process
alone, which scores. The first query of a store reads every segment. No time is asserted: the table shows ratios.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

import psycopg
from benchmarks.index import CALLERS, DEPTH, PROFILES
from benchmarks.index_corpus import Corpus, Query, make_callers, make_corpus, make_queries
from benchmarks.postgres_processes import Spent

from aver.demo.server import running
from aver.index.vectors import to_fixed
from aver.store.store import Store
from benchmarks import index_ours as ours
from benchmarks import postgres_processes as processes


def timed(work: Callable[[], object]) -> Spent:
    """Return what `work` took."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000


def asked(store: Store, query: Query, day: int) -> list[tuple[str, float]]:
    """Return the hits of both channels, asked as an answer asks for them (`aver.flows.tools`)."""
    who = ours.eligibility(query.caller, day=day)
    with store.at_once():
        near = store.search_dense(to_fixed(query.vector[None, :])[0], DEPTH, eligible=who)
        hits = (*store.search_lexical(ours.terms_of(query), DEPTH, eligible=who), *near)
    return [(hit.chunk, hit.score) for hit in hits]


def compared(folder: Path, url: str, queries: Sequence[Query]) -> None:
    """Ask both stores in turns and print what they took, by share of eligible chunks."""
    first = {name: [] for name in ("sqlite", "postgresql")}
    stores = {"sqlite": ours.open_store(folder), "postgresql": ours.open_store(folder, url)}
    by_caller = {id(query.caller): query for query in queries}
    for query in by_caller.values():
        for name, store in stores.items():
            first[name].append(timed(lambda store=store, query=query: asked(store, query, 0)))
    print("first query of a store, summed:", {name: shown(total(spent)) for name, spent in first.items()})
    for profile, _ in PROFILES:
        mine = [query for query in queries if query.caller.profile == profile]
        spent: dict[str, list[Spent]] = {name: [] for name in stores}
        for day, query in enumerate(mine, 1):
            found = {name: asked(store, query, day) for name, store in stores.items()}
            assert found["sqlite"] == found["postgresql"]
            for name, store in stores.items():
                spent[name].append(timed(lambda store=store, query=query, day=day: asked(store, query, day)))
        for number, what in enumerate(("wall", "cpu")):
            values = {name: [one[number] for one in spent[name]] for name in stores}
            told = ", ".join(f"{name} {middle_and_high(one)}" for name, one in values.items())
            ratio = median(values["postgresql"]) / median(values["sqlite"])
            print(f"{profile} {what} ms p50 / p95: {told}; p50 ratio {ratio:.2f}", flush=True)
    for store in stores.values():
        store.close()


def compared_clients(folder: Path, url: str, queries: Sequence[Query], numbers: Sequence[int]) -> None:
    """Let processes ask both stores, and print what a cold and a warm question take and what a process holds."""
    for count in numbers:
        for name, place in (("sqlite", ""), ("postgresql", url)):
            found = processes.clients(folder, place, queries, count)
            warm = [spent for one in found for spent in one.warm]
            told = [f"{what} {middle_and_high([spent[n] for spent in warm])}" for n, what in enumerate(("wall", "cpu"))]
            cold = shown((median(one.cold[0] for one in found), median(one.cold[1] for one in found)))
            held = [median(getattr(one, when) for one in found) for when in ("before", "after")]
            print(f"{count} clients, {name}: warm ms p50 / p95 {', '.join(told)}; cold {cold}", flush=True)
            print(f"    memory of a process: {held[0]:.0f} MB before, {held[1]:.0f} MB after", flush=True)


def compared_workers(corpus: Corpus, folder: Path, urls: Iterator[str], numbers: Sequence[int], *, chunks: int) -> None:
    """Let processes add to both stores, and print chunks a second and CPU a chunk."""
    for count in numbers:
        for name, url in (("sqlite", ""), ("postgresql", next(urls))):
            added = processes.workers(corpus, folder / f"{name}-{count}", url, count=count, chunks=chunks)
            told = f"{added.rate:.0f} chunks a second, {added.cpu:.2f} ms cpu a chunk"
            print(f"{count} workers, {name}: {told}", flush=True)


@contextmanager
def schemas(url: str, count: int) -> Iterator[tuple[str, ...]]:
    """Yield urls of `count` fresh schemas, which are dropped at the end."""
    names = [f"aver_bench_{number}" for number in range(count)]
    with psycopg.connect(url, autocommit=True) as admin:
        for name in names:
            admin.execute(f"CREATE SCHEMA {name}")
        yield tuple(f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{name}" for name in names)
        for name in names:
            admin.execute(f"DROP SCHEMA {name} CASCADE")


def middle_and_high(values: Sequence[float]) -> str:
    """Return median and 95th percentile in words."""
    return f"{median(values):.2f} / {quantiles(values, n=20)[-1]:.2f}"


def total(spent: Sequence[Spent]) -> Spent:
    """Return the sums."""
    return sum(one[0] for one in spent), sum(one[1] for one in spent)


def shown(spent: Spent) -> str:
    """Return wall and CPU in words."""
    return f"{spent[0]:.0f} ms wall, {spent[1]:.0f} ms cpu"


def measured(given: argparse.Namespace, url: str) -> None:
    """Build both stores, ask them, add to them."""
    corpus = make_corpus(given.chunks, seed=given.seed)
    callers = make_callers(corpus, PROFILES, CALLERS, seed=given.seed + 1)
    queries = make_queries(corpus, callers, max(1, given.queries // CALLERS), seed=given.seed + 2)
    with tempfile.TemporaryDirectory() as place, schemas(url, 1 + len(given.workers)) as (reading, *writing):
        folder = Path(place)
        for name, where in (("sqlite", ""), ("postgresql", reading)):
            took = timed(lambda u=where: ours.build(corpus, folder, u))
            print(f"{name}: {given.chunks} chunks built in {shown(took)}", flush=True)
        compared(folder, reading, queries)
        compared_clients(folder, reading, queries, given.clients)
        compared_workers(corpus, folder, iter(writing), given.workers, chunks=given.added)


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the numbers in a list such as 1,8."""
    return tuple(int(part) for part in text.split(",") if part)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="")
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=24)
    parser.add_argument("--clients", type=numbers_in, default=(1, 8))
    parser.add_argument("--workers", type=numbers_in, default=(1, 2, 4))
    parser.add_argument("--added", type=int, default=5_000, help="chunks that the workers add together")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if given.url:
        measured(given, given.url)
        return
    with running("shared_buffers=256MB") as url:
        measured(given, url)


if __name__ == "__main__":
    main()
