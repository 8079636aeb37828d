"""Jobs that wait for any worker on any host: put in by one process, taken by another, oldest first.

A job belongs to the queue if its first event says that it was queued. A worker takes one that waits, or one whose
worker is gone, by the lock that every job has; who holds the lock changes the row, so a job has one taker at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from sqlalchemy import and_, exists, select

from aver.errors import BadInput, HomeBusy, TenantElsewhere
from aver.store.job_tables import job, job_event
from aver.store.jobs import JobLog, JobWriter, lock_of
from aver.values.governance import Caller
from aver.values.jobs import Job, JobKind, JobState, JobStep

MOST_TAKERS = 20
"""A job that so many processes were lost at fails, so that it can't take down one worker after the other for ever."""
OPEN = frozenset({JobState.WAITING, JobState.INTERRUPTED})


def put(log: JobLog, kind: JobKind, arguments: Mapping[str, object], caller: Caller, *, at: str) -> Job:
    """Record a job of `caller` that waits for a worker; `arguments` are JSON: paths and names, no text."""
    return log.job(caller, log.add(kind, arguments, caller, at=at, state=JobState.WAITING))


def take(log: JobLog, kinds: Collection[JobKind], *, now: Callable[[], str]) -> tuple[Job, JobWriter] | None:
    """Take the oldest job of the queue that nobody works on; None where there is none."""
    for owner, name in _open(log, kinds):
        try:
            known, writer = log.resume(owner, name, now=now, states=OPEN)
        except (HomeBusy, BadInput, TenantElsewhere):
            continue
        if known.attempts < MOST_TAKERS:
            return known, writer
        writer.end(JobStep.FAILED, f"{known.attempts} processes were lost at it")
    return None


def _open(log: JobLog, kinds: Collection[JobKind]) -> Iterator[tuple[Caller, str]]:
    """Yield whose each job is that nobody seems to work on, and its name."""
    first = and_(job_event.c.tenant == job.c.tenant, job_event.c.job == job.c.id, job_event.c.seq == 1)
    queued = exists().where(first, job_event.c.step == JobStep.QUEUED)
    wanted = (job.c.kind.in_(kinds), job.c.state.in_((JobState.WAITING, JobState.RUNNING)), queued)
    named = select(job.c.tenant, job.c.user, job.c.id).where(*wanted).order_by(job.c.begun_at, job.c.id)
    with log.transactions.read() as connection:
        found = connection.execute(named).all()
    for row in found:
        if not log.transactions.is_locked(lock_of(row.id)):
            yield Caller(user=row.user, tenant=row.tenant, principals=frozenset()), row.id
