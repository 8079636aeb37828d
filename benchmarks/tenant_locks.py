"""What a writer's lock for each tenant gains over one lock for the home: two tenants ingesting at once on one server.

    python -m benchmarks.tenant_locks --rounds 6 --flush-ms 5

Two processes add documents, each to its own tenant of one home, one document a durable transaction, no parsing and no
encoder. In turns they take the locks that Aver takes, and one lock between them, which is how it was before. A second
table lets each commit take so many milliseconds longer (`commit_delay`), as on a disk or a link that is slower than
this machine's. Printed: wall time of one lock over that of two, for each pair of runs; figures in docs/decisions/0014.
"""

from __future__ import annotations

import argparse
import multiprocessing
import tempfile
import time
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from tests.store.corpus import DIMENSION, governed, new_version

from aver.demo.server import running
from aver.store import postgresql
from aver.store.home import create_home, open_current
from aver.store.store import Store

TENANTS = ("one", "another")


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """Where documents go, how many for each tenant and of how many chunks; `name` sets those of a run apart."""

    folder: Path
    url: str
    documents: int
    paragraphs: int
    name: str = ""
    one_lock: bool = False


def main() -> None:
    """Measure on a server as it is, then on one whose commits take longer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--documents", type=int, default=30, help="for each tenant and run")
    parser.add_argument("--paragraphs", type=int, default=40, help="of a document, each a chunk")
    parser.add_argument("--flush-ms", type=int, default=5)
    given = parser.parse_args()
    for extra in (0, given.flush_ms):
        options = (f"commit_delay={extra * 1_000}", "commit_siblings=0")
        with running(*options) as url, tempfile.TemporaryDirectory() as name:
            load = Load(folder=Path(name), url=url, documents=given.documents, paragraphs=given.paragraphs)
            create_home(load.folder, encoder="e", url=url).engine.dispose()
            spent = [_pair(load, number) for number in range(given.rounds + 1)][1:]
            ratios = [one / each for one, each in spent]
            together, apart = (median(column) for column in zip(*spent, strict=True))
            told = f"one lock {together:.2f} s, a lock each {apart:.2f} s"
            spread = f"{min(ratios):.2f} to {max(ratios):.2f}, {len(ratios)} pairs"
            print(f"commits {extra} ms longer: {told}; ratio {median(ratios):.2f} ({spread})", flush=True)


def _pair(load: Load, number: int) -> tuple[float, float]:
    """Return wall seconds with one lock and with a lock each, whichever first in turn."""
    spent = {}
    for one_lock in (True, False) if number % 2 else (False, True):
        spent[one_lock] = _run(replace(load, name=f"{number} {one_lock}", one_lock=one_lock))
    return spent[True], spent[False]


def _run(load: Load) -> float:
    context = multiprocessing.get_context("spawn")
    gate = context.Barrier(len(TENANTS) + 1)
    workers = [context.Process(target=_added, args=(load, tenant, gate)) for tenant in TENANTS]
    for worker in workers:
        worker.start()
    gate.wait(timeout=300)
    started = time.perf_counter()
    gate.wait(timeout=300)
    spent = time.perf_counter() - started
    for worker in workers:
        worker.join()
    return spent


def _added(load: Load, tenant: str, gate: Any) -> None:
    if load.one_lock:
        postgresql._IN_TURN = postgresql._IN_TURN.replace("{tenant}", "'everybody'")
    store = Store(open_current(load.folder, url=load.url), dimension=DIMENSION)
    governance = governed("ann", tenant=tenant)
    texts = [[f"The bottle policy {one} {place}." for place in range(load.paragraphs)] for one in range(load.documents)]
    versions = [new_version(f"{load.name} {one}.md", text, governance) for one, text in enumerate(texts)]
    gate.wait(timeout=300)
    for version in versions:
        store.add([version])
    gate.wait(timeout=300)
    store.close()


if __name__ == "__main__":
    main()
