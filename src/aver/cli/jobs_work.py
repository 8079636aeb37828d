"""`aver jobs work`: a worker of the one queue of a home, on whatever host it runs."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.output import print_error, print_json, say
from aver.cli.session import Session, now, opened, settings_of
from aver.errors import AverError, StoreUnreachable
from aver.values.jobs import Job, JobKind

if TYPE_CHECKING:
    from aver.app import App
    from aver.config import Settings
    from aver.store.jobs import JobWriter
    from aver.values.governance import Caller

KINDS = (JobKind.INGEST, JobKind.ENRICH)
IDLE_SECONDS = 1.0
"""Between two looks at a queue in which nothing waits, or at a database that is gone."""


def put_off(
    session: Session,
    kind: JobKind,
    asked: Mapping[str, Any],
    *,
    check: Callable[[Settings, Caller], None] = lambda _settings, _caller: None,
) -> None:
    """Put a job into the queue and tell its id; `check` raises what is wrong with it before."""
    from aver.flows.jobs.ingest_asked import CALLER
    from aver.flows.showing_jobs import job_json
    from aver.store.job_queue import put
    from aver.values.codec import encode

    app, caller = opened(session)
    check(app.settings, caller)
    job = put(app.jobs, kind, {**asked, CALLER: encode(caller)}, caller, at=now())
    app.store.close()
    say(session, job_json(job), (f"{job.id} waits for a worker; `aver jobs show {job.id}` tells how far it is.",))


def work(
    *,
    until_empty: Annotated[bool, typer.Option("--until-empty", help="Stop when nothing waits.")] = False,
    session: Session,
) -> None:
    """Work on what was left with --later, oldest first, until told to stop (Ctrl-C or SIGTERM).

    As many workers as wanted share one queue, on any host that has the database's url, the key that signs and the
    files. A job whose worker is gone is taken up by another; one told to stop leaves the job in hand to the others.
    """
    from aver.app import open_app

    settings = settings_of(session)
    app = open_app(settings.home, settings)
    ended: list[Job] = []
    with _told_to_leave() as leaving:
        for job in _worked(app, leaving, until_empty=until_empty):
            ended.append(job)
            if not session.json:
                say(session, {}, (f"{job.id} ({job.kind.value}): {job.state.value}",))
    app.store.close()
    if session.json:
        print_json({"jobs": [{"id": one.id, "kind": one.kind.value, "state": one.state.value} for one in ended]})


@contextmanager
def _told_to_leave() -> Iterator[threading.Event]:
    """Give an event that Ctrl-C and SIGTERM set; a second time they do what they did before."""
    leaving = threading.Event()
    before = {one: signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)}

    def leave(number: int, _frame: object) -> None:
        leaving.set()
        signal.signal(number, before[signal.Signals(number)])

    for one in before:
        signal.signal(one, leave)
    try:
        yield leaving
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)


def _worked(app: App, leaving: threading.Event, *, until_empty: bool) -> Iterator[Job]:
    """Yield each job as this worker left it; while the database is gone, wait for it."""
    from aver.store.presence import enter

    gone = False
    while not leaving.is_set():
        try:
            if gone:
                app, gone = replace(app, presence=enter(app.store.transactions, app.run_log)), False
            job = _worked_on_next(app, leaving)
        except StoreUnreachable as error:
            if until_empty:
                raise
            if not gone:
                print_error(error, as_json=False)
            gone = True
            job = None
        if job is not None:
            yield job
        elif until_empty:
            return
        else:
            leaving.wait(IDLE_SECONDS)


def _worked_on_next(app: App, leaving: threading.Event) -> Job | None:
    """Return the oldest job that waited, as this worker left it; what made it fail is told on stderr."""
    from aver.flows.jobs.ingest_asked import CALLER
    from aver.flows.jobs.working import worked_on
    from aver.store.job_queue import take
    from aver.values.codec import decode
    from aver.values.governance import Caller

    taken = take(app.jobs, KINDS, now=now)
    if taken is None:
        return None
    known, writer = taken
    writer.leaving = leaving.is_set
    caller = decode(Caller, dict(known.arguments)[CALLER])
    try:
        with worked_on(writer):
            _work_on(app, known, caller, writer)
    except StoreUnreachable:
        raise
    except Exception as error:
        told = error if isinstance(error, AverError) else AverError(repr(error), hint="`aver jobs show` tells the rest")
        print_error(AverError(f"{known.id}: {told.message}", hint=told.hint), as_json=False)
    return app.jobs.job(caller, known.id)


def _work_on(app: App, job: Job, caller: Caller, writer: JobWriter) -> None:
    from aver.cli.enrich import enrich_under_job
    from aver.cli.ingest import ingest_under_job
    from aver.flows.jobs.ingest_asked import asked_of

    asked = dict(job.arguments)
    if job.kind is JobKind.INGEST:
        ingest_under_job(app, asked_of(asked), caller, writer)
    else:
        enrich_under_job(app, asked, caller, writer)
