"""PostgreSQL against SQLite in one run: the same corpus, the same queries in turns, ratios.

    python -m benchmarks.postgres --url postgresql://aver@/bench --chunks 100000 --queries 24

`--url` names a database of a server on this machine, in which two schemas are made and dropped again. Wall time
includes the server's work and the wire; CPU is that of this process alone, which scores. The first query of a store
reads every segment. No time is asserted: the table shows ratios.
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
from benchmarks.index_corpus import Query, make_callers, make_corpus, make_queries

from aver.index.vectors import to_fixed
from aver.store.store import Store
from benchmarks import index_ours as ours

INGESTED = 5_000
Spent = tuple[float, float]
"""Wall and CPU milliseconds."""


def timed(work: Callable[[], object]) -> Spent:
    """Return what `work` took."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return (time.perf_counter() - wall) * 1000, (time.process_time() - cpu) * 1000


def asked(store: Store, query: Query, day: int) -> list[tuple[str, float]]:
    """Return the hits of both channels."""
    who = ours.eligibility(query.caller, day=day)
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
            middle = {name: median(one) for name, one in values.items()}
            high = {name: quantiles(one, n=20)[-1] for name, one in values.items()}
            told = ", ".join(f"{name} {middle[name]:.2f} / {high[name]:.2f}" for name in stores)
            print(f"{profile} {what} ms p50 / p95: {told}; p50 ratio {middle['postgresql'] / middle['sqlite']:.2f}")
    for store in stores.values():
        store.close()


@contextmanager
def schemas(url: str) -> Iterator[tuple[str, ...]]:
    """Yield urls of two fresh schemas, which are dropped at the end."""
    names = ("aver_bench_reading", "aver_bench_writing")
    with psycopg.connect(url, autocommit=True) as admin:
        for name in names:
            admin.execute(f"CREATE SCHEMA {name}")
        yield tuple(f"{url}{'&' if '?' in url else '?'}options=-csearch_path%3D{name}" for name in names)
        for name in names:
            admin.execute(f"DROP SCHEMA {name} CASCADE")


def total(spent: Sequence[Spent]) -> Spent:
    """Return the sums."""
    return sum(one[0] for one in spent), sum(one[1] for one in spent)


def shown(spent: Spent) -> str:
    """Return wall and CPU in words."""
    return f"{spent[0]:.0f} ms wall, {spent[1]:.0f} ms cpu"


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", required=True)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--queries", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    corpus = make_corpus(given.chunks, seed=given.seed)
    callers = make_callers(corpus, PROFILES, CALLERS, seed=given.seed + 1)
    queries = make_queries(corpus, callers, max(1, given.queries // CALLERS), seed=given.seed + 2)
    with tempfile.TemporaryDirectory() as place, schemas(given.url) as (reading, writing):
        folder = Path(place)
        for name, url in (("sqlite", ""), ("postgresql", reading)):
            print(f"{name}: {given.chunks} chunks built in {shown(timed(lambda u=url: ours.build(corpus, folder, u)))}")
        compared(folder, reading, queries)
        own = ours.ingest_rate(corpus, folder / "sqlite", chunks=INGESTED)
        theirs = ours.ingest_rate(corpus, folder / "postgresql", chunks=INGESTED, url=writing)
        print(f"Store.add, chunks a second: sqlite {own:.0f}, postgresql {theirs:.0f}; ratio {theirs / own:.2f}")


if __name__ == "__main__":
    main()
