"""What one database over several servers costs beside one server: CPU time of everybody involved, in one run.

`python -m benchmarks.logical`; figures in docs/decisions/0017-logical-database.md. Starts three PostgreSQL servers.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from benchmarks.replicas import spent
from tests.debian import servers
from tests.logical import let_in
from tests.store.corpus import DIMENSION, eligibility, governed, new_version

from aver.config import read_settings
from aver.demo.server import Server
from aver.flows.spreading import spread
from aver.stages.analyser import term_keys
from aver.store.home import create_home, open_current
from aver.store.store import Store

DOCUMENTS, PARAGRAPHS, QUESTIONS = 20, 100, 200
APPLICATION = "aver_app"


def main() -> None:
    """Measure both in turn, as the owner and as the application's role."""
    with servers(3) as (coordinator, *shards):
        folder = Path(tempfile.mkdtemp())
        settings = read_settings(folder, {"AVER_STORE_URL": coordinator.url, "AVER_IDENTITY_MODE": "token"})
        alone = f"{shards[0].url}&options=-csearch_path%3Dalone"
        _schema(shards[0], "alone")
        create_home(folder, encoder="e", url=alone).engine.dispose()
        shard_urls = [f"{shard.url}&options=-csearch_path%3Dshard" for shard in shards]
        for shard in shards:
            _schema(shard, "shard")
        spread(settings, shard_urls)
        create_home(folder, encoder="e", url=coordinator.url).engine.dispose()
        let_in(*shard_urls, coordinator.url)
        print("CPU ms                       client  coordinator and shards, or the server")
        for role in ("aver", APPLICATION):
            if role == APPLICATION:
                _allowed(alone)
            for name, url, involved in (("one", alone, shards[:1]), ("three", coordinator.url, [coordinator, *shards])):
                store = Store(open_current(folder, url=url.replace("//aver@", f"//{role}@")), dimension=DIMENSION)
                _told(f"{name} {role}", store, role, involved)
                store.close()


def _schema(server: Server, name: str) -> None:
    import psycopg

    with psycopg.connect(server.url, autocommit=True) as admin:
        admin.execute(f"CREATE SCHEMA {name}".encode())


def _allowed(url: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as admin:
        admin.execute((Path(__file__).resolve().parents[1] / "docs" / "postgres-roles.sql").read_bytes())


def _told(name: str, store: Store, tenant: str, involved: list[Server]) -> None:
    governance = replace(governed("ann"), tenant=tenant)
    texts = [
        [f"The bottle policy is number {place} of {one}." for place in range(PARAGRAPHS)] for one in range(DOCUMENTS)
    ]
    versions = [new_version(f"{number}.md", paragraphs, governance) for number, paragraphs in enumerate(texts)]
    eligible = eligibility("ann", tenant=tenant)

    def question() -> None:
        with store.at_once():
            hits = store.search_lexical(term_keys("bottle policy number"), 20, eligible=eligible)
        store.passages([hit.chunk for hit in hits], eligible=eligible)

    _measured(f"{name}: 100 chunks", lambda: store.add([versions.pop()]), DOCUMENTS, involved)
    _measured(f"{name}: question", question, QUESTIONS, involved)


def _measured(name: str, task: Callable[[], object], times: int, involved: list[Server]) -> None:
    task()
    here, there = time.process_time(), sum(spent(one) for one in involved)
    for _ in range(times - 1):
        task()
    costs = (time.process_time() - here, sum(spent(one) for one in involved) - there)
    print(f"{name:28}", *(f"{1_000 * cost / (times - 1):8.2f}" for cost in costs))


if __name__ == "__main__":
    main()
