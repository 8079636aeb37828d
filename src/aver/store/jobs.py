"""The record of jobs: begun, moved on, ended, each with an event in the same transaction.

Whoever works on a job holds the lock of its name. A job that says it runs and whose lock is free was
interrupted; nobody has to notice that, so nothing can forget to.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import Connection, Row, and_, insert, or_, select, update

from aver.errors import BadInput, HomeBusy, NotFound
from aver.store.claim_jobs import undecided
from aver.store.engine import Lock, Transactions
from aver.store.fencing import Fenced, lost
from aver.store.job_tables import job, job_event
from aver.values.governance import Caller
from aver.values.identity import make_id
from aver.values.jobs import RESUMABLE, Job, JobEvent, JobKind, JobState, JobStep, Tally

EVERY_SECONDS = 1.0
"""Least time between two recorded movements of a job, and between two looks at whether it shall stop."""

_ENDS = {
    JobStep.DONE: JobState.DONE,
    JobStep.SUSPENDED: JobState.SUSPENDED,
    JobStep.CANCELLED: JobState.CANCELLED,
    JobStep.FAILED: JobState.FAILED,
}


LOCKS = "jobs"
"""Where the locks of jobs are, among those of the home."""


@dataclass(slots=True, kw_only=True)
class JobWriter:
    """The one process that works on a job; `now` gives the moment (ISO 8601, UTC), `attempt` counts takers from 1.

    `stopped` is set by work that ended before it was through, `detail` by work that has something to tell of its end.
    `leaving` says that this process is going: the work stops where it is, and the job is left as interrupted.
    """

    log: JobLog
    tenant: str
    id: str
    kind: JobKind
    attempt: int
    lock: Lock
    now: Callable[[], str]
    tally: Tally = field(default_factory=Tally)
    stopped: bool = False
    detail: str = ""
    leaving: Callable[[], bool] = lambda: False
    left: bool = False
    _told: float = 0.0
    _stop: bool = False

    @property
    def transactions(self) -> Transactions:
        """Return the store's transactions for this work; they write nothing once another process took the job up."""
        return Fenced(self.log.transactions.engine, tenant=self.tenant, name=self.id, attempt=self.attempt)

    def moved(self, tally: Tally) -> None:
        """Record how far the work is, at most once in `EVERY_SECONDS`."""
        self.tally = tally
        if time.monotonic() - self._told >= EVERY_SECONDS:
            self._told = time.monotonic()
            self._stop = self._record(JobStep.PROGRESSED, "")

    def shall_stop(self) -> bool:
        """Return whether somebody asked to cancel, as of the last recorded movement, or this process is going."""
        return self._stop or self.leaving()

    def end(self, step: JobStep, detail: str = "") -> None:
        """Record the end (DONE, CANCELLED or FAILED) and let go of the job; `detail` holds no text of documents."""
        self._record(step, detail)
        self.lock.release(for_good=step is JobStep.DONE)

    def leave(self) -> None:
        """Let go of the job as it is, for whoever takes it up."""
        self.left = True
        self.lock.release()

    def end_as_worked(self) -> None:
        """Record what the work came to: done, cancelled, or nothing where this process left it to be taken up again."""
        if self.stopped and self.leaving() and not self._stop:
            self.leave()
        else:
            self.end(JobStep.CANCELLED if self.stopped else JobStep.DONE, self.detail)

    def _record(self, step: JobStep, detail: str) -> bool:
        """Write one event and the row that follows from it; return whether the job shall stop."""
        with self.log.transactions.write(self.tenant) as connection:
            return record(connection, self, step, detail)


def record(connection: Connection, writer: JobWriter, step: JobStep, detail: str) -> bool:
    """Add an event inside a write transaction; return whether cancelling was asked for. Raises JobLost.

    A job is suspended instead of done while people have yet to decide on claims that it proposed.
    """
    at, tally = writer.now(), writer.tally
    if step is JobStep.DONE and (waiting := undecided(connection, writer.tenant, writer.id)):
        step, detail = JobStep.SUSPENDED, f"{waiting} claims wait for review"
    same = (job.c.tenant == writer.tenant, job.c.id == writer.id, job.c.attempts == writer.attempt)
    values: dict[str, Any] = {"changed_at": at, "done": tally.done, "total": tally.total, "failed": tally.failed}
    if step in _ENDS:
        values |= {"state": _ENDS[step], "detail": detail, "cancel_asked": False}
    moved = update(job).where(*same).values(**values, events=job.c.events + 1)
    row = connection.execute(moved.returning(job.c.events, job.c.cancel_asked)).one_or_none()
    if row is None:
        raise lost(writer.id)
    _add_event(connection, writer.tenant, writer.id, row.events, at=at, step=step, tally=tally, detail=detail)
    return bool(row.cancel_asked)


def _add_event(connection: Connection, tenant: str, name: str, seq: int, **values: Any) -> None:
    tally: Tally = values.pop("tally")
    counts = {"done": tally.done, "total": tally.total, "failed": tally.failed}
    connection.execute(insert(job_event).values(tenant=tenant, job=name, seq=seq, **counts, **values))


@dataclass(frozen=True, slots=True, kw_only=True)
class JobLog:
    """Jobs of a home."""

    transactions: Transactions

    def begin(
        self, kind: JobKind, arguments: Mapping[str, object], caller: Caller, *, now: Callable[[], str]
    ) -> JobWriter:
        """Record a new job of `caller` and return its writer; `arguments` are JSON: paths and names, no text."""
        name = _named(caller, now())
        lock = self.transactions.lock(lock_of(name))
        if not lock.take_alone():
            raise HomeBusy(f"{name} is being worked on", hint="run the command again")
        self.add(kind, arguments, caller, at=now(), state=JobState.RUNNING, name=name)
        return self._writer(caller, name, kind, 1, lock=lock, now=now)

    def add(
        self,
        kind: JobKind,
        arguments: Mapping[str, object],
        caller: Caller,
        *,
        at: str,
        state: JobState,
        name: str = "",
    ) -> str:
        """Record a new job that is at work (RUNNING) or waits for a worker (WAITING); return its name."""
        name = name or _named(caller, at)
        taken, step = (0, JobStep.QUEUED) if state is JobState.WAITING else (1, JobStep.BEGUN)
        row = {"state": state, "begun_at": at, "changed_at": at, "attempts": taken, "events": 1}
        counts = {"done": 0, "total": 0, "failed": 0, "cancel_asked": False, "detail": ""}
        asked = {"kind": kind, "arguments": json.dumps(dict(arguments), sort_keys=True)}
        with self.transactions.write(caller.tenant) as connection:
            connection.execute(
                insert(job).values(tenant=caller.tenant, id=name, user=caller.user, **asked, **row, **counts)
            )
            _add_event(connection, caller.tenant, name, 1, at=at, step=step, tally=Tally(), detail="")
        return name

    def resume(
        self, caller: Caller, name: str, *, now: Callable[[], str], states: Collection[JobState] = RESUMABLE
    ) -> tuple[Job, JobWriter]:
        """Take a job up that is in one of `states`; return it as it was, and its writer.

        Raises NotFound, BadInput for one in another state, HomeBusy for one at work.
        """
        self.job(caller, name)
        lock = self.transactions.lock(lock_of(name))
        if not lock.take_alone():
            raise HomeBusy(f"{name} is being worked on", hint="`aver jobs show` tells how far it is")
        at = now()
        with self.transactions.write(caller.tenant) as connection:
            known = _value(_find(connection, caller, name), held=False)
            if known.state not in states:
                lock.release()
                raise BadInput(f"{name} is {known.state.value}; there is nothing to resume", hint="start a new one")
            again = {"state": JobState.RUNNING, "changed_at": at, "cancel_asked": False, "detail": ""}
            taken = update(job).where(job.c.tenant == caller.tenant, job.c.id == name)
            counted = {"attempts": job.c.attempts + 1, "events": job.c.events + 1}
            seq = connection.execute(taken.values(**again, **counted).returning(job.c.events)).scalar_one()
            step = JobStep.BEGUN if known.state is JobState.WAITING else JobStep.RESUMED
            _add_event(connection, caller.tenant, name, seq, at=at, step=step, tally=Tally(), detail="")
        return known, self._writer(caller, name, known.kind, known.attempts + 1, lock=lock, now=now)

    def _writer(
        self, caller: Caller, name: str, kind: JobKind, attempt: int, *, lock: Lock, now: Callable[[], str]
    ) -> JobWriter:
        return JobWriter(log=self, tenant=caller.tenant, id=name, kind=kind, attempt=attempt, lock=lock, now=now)

    def cancel(self, caller: Caller, name: str, *, at: str) -> Job:
        """Ask the process at work to stop, or mark as cancelled what nobody works on; raises NotFound and BadInput."""
        known = self.job(caller, name)
        if known.state in (JobState.INTERRUPTED, JobState.WAITING):
            _, writer = self.resume(caller, name, now=lambda: at)
            writer.tally = known.tally
            writer.end(JobStep.CANCELLED)
        elif known.state is JobState.RUNNING:
            with self.transactions.write(caller.tenant) as connection:
                asked = update(job).where(job.c.tenant == caller.tenant, job.c.id == name)
                asked = asked.values(cancel_asked=True, events=job.c.events + 1)
                seq = connection.execute(asked.returning(job.c.events)).scalar_one()
                step = JobStep.CANCEL_ASKED
                _add_event(connection, caller.tenant, name, seq, at=at, step=step, tally=known.tally, detail="")
        else:
            raise BadInput(f"{name} is {known.state.value}; there is nothing to cancel", hint="`aver jobs list`")
        return self.job(caller, name)

    def jobs(self, caller: Caller, *, limit: int = 100, after: str = "") -> tuple[Job, ...]:
        """Return the newest jobs of `caller`, or those that follow the job `after`. Raises NotFound for that one."""
        mine = (job.c.tenant == caller.tenant, job.c.user == caller.user)
        with self.transactions.read(caller.tenant) as connection:
            wanted = select(job).where(*mine).order_by(job.c.begun_at.desc(), job.c.id).limit(limit)
            if after:
                last = _find(connection, caller, after)
                older = job.c.begun_at < last.begun_at
                wanted = wanted.where(or_(older, and_(job.c.begun_at == last.begun_at, job.c.id > last.id)))
            found = connection.execute(wanted).all()
        return tuple(self._at_work(row) for row in found)

    def interrupted(self, kind: JobKind) -> tuple[Job, ...]:
        """Return the jobs of that kind, whosever they are, that were left by a process that is gone; oldest first."""
        running = (job.c.kind == kind, job.c.state == JobState.RUNNING)
        with self.transactions.read() as connection:
            rows = connection.execute(select(job).where(*running).order_by(job.c.begun_at, job.c.id)).all()
        found = (self._at_work(row) for row in rows)
        return tuple(one for one in found if one.state is JobState.INTERRUPTED)

    def job(self, caller: Caller, name: str) -> Job:
        """Return one job of `caller`; raises NotFound, the same for somebody else's."""
        with self.transactions.read(caller.tenant) as connection:
            found = _find(connection, caller, name)
        return self._at_work(found)

    def events(self, caller: Caller, name: str) -> tuple[JobEvent, ...]:
        """Return what happened to a job of `caller`, in order; raises NotFound."""
        with self.transactions.read(caller.tenant) as connection:
            _find(connection, caller, name)
            same = (job_event.c.tenant == caller.tenant, job_event.c.job == name)
            rows = connection.execute(select(job_event).where(*same).order_by(job_event.c.seq)).all()
        return tuple(
            JobEvent(seq=row.seq, at=row.at, step=JobStep(row.step), tally=_tally(row), detail=row.detail)
            for row in rows
        )

    def _at_work(self, row: Row[Any]) -> Job:
        running = row.state == JobState.RUNNING
        return _value(row, held=running and self.transactions.is_locked(lock_of(row.id)))


def _named(caller: Caller, at: str) -> str:
    return make_id("job", caller.tenant, caller.user, at, secrets.token_bytes(16))


def lock_of(name: str) -> str:
    """Return the name of the lock that whoever works on a job holds."""
    return f"{LOCKS}/{name}.lock"


def _find(connection: Connection, caller: Caller, name: str) -> Row[Any]:
    mine = (job.c.tenant == caller.tenant, job.c.user == caller.user, job.c.id == name)
    row = connection.execute(select(job).where(*mine)).one_or_none()
    if row is None:
        raise NotFound(f"no job {name}", hint="`aver jobs list` shows yours")
    return row


def _value(row: Row[Any], *, held: bool) -> Job:
    found = Job(
        id=row.id,
        tenant=row.tenant,
        user=row.user,
        kind=JobKind(row.kind),
        state=JobState(row.state),
        arguments=tuple(json.loads(row.arguments).items()),
        begun_at=row.begun_at,
        changed_at=row.changed_at,
        attempts=row.attempts,
        tally=_tally(row),
        detail=row.detail,
    )
    lost = found.state is JobState.RUNNING and not held
    return replace(found, state=JobState.INTERRUPTED) if lost else found


def _tally(row: Row[Any]) -> Tally:
    return Tally(done=row.done, total=row.total, failed=row.failed)
