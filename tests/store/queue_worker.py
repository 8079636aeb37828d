"""Workers of a queue, to be killed and cut off: each job adds a few documents that are named after it."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

from aver.errors import JobLost, StoreUnreachable
from aver.flows.jobs.working import worked_on
from aver.store.engine import Transactions, open_engine
from aver.store.job_queue import take
from aver.store.jobs import JobLog, JobWriter
from aver.store.store import Store
from aver.values.governance import Caller
from aver.values.jobs import JobKind, Tally
from tests.hosts import enter
from tests.store.corpus import DIMENSION, governed, new_version, open_store
from tests.store.crash_worker import say

ANN = Caller(user="ann", tenant="t", principals=frozenset({"user:ann"}))
DOCUMENTS = 3


def main(folder: Path) -> None:
    """Work until nothing waits; say `ready`, then what is done."""
    log = JobLog(transactions=open_store(folder).transactions)
    say("ready")
    while (job := _taken(log)) is not None:
        _work(job)


def on_host(name: str, url: str) -> None:
    """Work for ever on the host `name`, through outages of its wire; say what is done."""
    enter(name)
    log = JobLog(transactions=Transactions(open_engine(Path("unused"), url)))
    say("ready")
    while True:
        with contextlib.suppress(StoreUnreachable, JobLost):
            job = _taken(log)
            time.sleep(0.02) if job is None else _work(job)


def _taken(log: JobLog) -> JobWriter | None:
    found = take(log, (JobKind.INGEST,), now=lambda: "2026-01-01T00:01:00Z")
    return None if found is None else found[1]


def _work(job: JobWriter) -> None:
    with worked_on(job):
        store = Store(job.transactions, dimension=DIMENSION)
        for uri in uris(job.id):
            store.add([new_version(uri, ["refund"], governed("ann"))])
            say("stored", uri)
            job.moved(Tally())
    say("done", job.id)


def uris(job: str) -> list[str]:
    """Return the names of the documents that a job adds."""
    return [f"{job}-{number}.md" for number in range(DOCUMENTS)]
