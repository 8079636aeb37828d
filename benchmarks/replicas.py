"""What comparing clocks costs a question, and what a replica takes off its server: CPU time, both in one run.

`python -m benchmarks.replicas`; figures in docs/decisions/0018-replicas.md. Starts two PostgreSQL servers.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

from tests.claims.desks import write
from tests.replicas import a_home, replicated, store_at
from tests.store.corpus import eligibility

from aver.demo.server import Server
from aver.stages.analyser import term_keys
from aver.store.store import Store

TEAM = eligibility("team")
DOCUMENTS, PARAGRAPHS, QUESTIONS, ROUNDS = 5, 200, 400, 3


def spent(server: Server) -> float:
    """Return the CPU seconds of a server and of the connections that it has."""
    first = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    several = [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]
    ticks = 0
    for one in several:
        ticks += sum(map(int, Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def question(store: Store) -> None:
    """Read as a question does: a search at once, the passages, and whether they may still be shown."""
    with store.at_once():
        hits = store.search_lexical(term_keys("bottle policy number"), 20, eligible=TEAM)
    chunks = [hit.chunk for hit in hits]
    store.passages(chunks, eligible=TEAM)
    store.confirmed(chunks, eligible=TEAM)


def measured(name: str, task: Callable[[], None], *servers: Server) -> None:
    """Print the CPU milliseconds that one of many takes here and at each server."""
    here, there = time.process_time(), [spent(one) for one in servers]
    for _ in range(QUESTIONS):
        task()
    costs = [time.process_time() - here, *(spent(one) - since for one, since in zip(servers, there, strict=True))]
    print(f"{name:14}", *(f"{1_000 * cost / QUESTIONS:8.3f}" for cost in costs))


def main() -> None:
    """Measure both ways in turn."""
    with replicated() as (primary, replica):
        schema = a_home(primary)
        alone, both = store_at(primary, schema), store_at(primary, schema, replica)
        for number in range(DOCUMENTS):
            paragraphs = [f"The bottle policy is number {place} of {number}." for place in range(PARAGRAPHS)]
            write(alone, f"{number}.md", paragraphs)
        replica.resume()
        print(f"{'CPU ms':14}", *(f"{name:>8}" for name in ("here", "server", "replica")))
        for round_ in range(ROUNDS + 1):
            print("" if round_ else "warming up")
            measured("server alone", lambda: question(alone), primary, replica)
            measured("with replica", lambda: question(both), primary, replica)
        print(dict(both.hits.counts())["replicas"], "reads by the replica, by the server")
        alone.close()
        both.close()


if __name__ == "__main__":
    main()
