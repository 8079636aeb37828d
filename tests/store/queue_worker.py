"""A worker of a queue, to be killed: each job adds one document that is named after it."""

from __future__ import annotations

from pathlib import Path

from aver.store.job_queue import take
from aver.store.jobs import JobLog
from aver.store.store import Store
from aver.values.governance import Caller
from aver.values.jobs import JobKind, JobStep
from tests.store.corpus import DIMENSION, governed, new_version, open_store
from tests.store.crash_worker import say

ANN = Caller(user="ann", tenant="t", principals=frozenset({"user:ann"}))


def main(folder: Path) -> None:
    """Work until nothing waits; say `ready`, then each job that is done."""
    log = JobLog(transactions=open_store(folder).transactions)
    say("ready")
    while (taken := take(log, (JobKind.INGEST,), now=lambda: "2026-01-01T00:01:00Z")) is not None:
        _, job = taken
        store = Store(job.transactions, dimension=DIMENSION)
        store.add([new_version(f"{job.id}.md", ["refund"], governed("ann"))])
        job.end(JobStep.DONE)
        say("done", job.id)
