"""`aver reembed`: bring a home's vectors to the configured encoder without taking the home out of use."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import typer

from aver.cli.options import command
from aver.cli.session import Session, caller_of, now, settings_of
from aver.values.jobs import JobKind

if TYPE_CHECKING:
    from aver.store.jobs import JobLog, JobWriter
    from aver.values.governance import Caller


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "reembed", example="aver reembed")
    def reembed(*, session: Session) -> None:
        """Embed every chunk with the configured encoder, then switch; the old vectors serve until that commits."""
        reembed_asked(session, lambda jobs, caller: jobs.begin(JobKind.REEMBED, {}, caller, now=now))


def reembed_asked(session: Session, taken: Callable[[JobLog, Caller], JobWriter]) -> None:
    """Re-embed under the job that `taken` gives, unless the home's encoder is the configured one already."""
    from aver.app import open_patient
    from aver.cli.output import say
    from aver.flows.jobs.reembedding import reembed
    from aver.store.reembedding import is_due

    settings = settings_of(session)
    transactions, embedder = open_patient(settings.home, settings)
    if not is_due(transactions, embedder.encoder_id):
        payload = {"encoder": embedder.encoder_id, "switched": False, "chunks": 0}
        say(session, payload, (f"The home's vectors come from {embedder.encoder_id} already.",))
        return
    jobs, caller = unchecked_jobs(session)
    job = taken(jobs, caller)
    switched = reembed(job, job.transactions, embedder)
    told = f"{job.tally.done} chunks embedded with {embedder.encoder_id}"
    said = f"{told}; the home uses them now." if switched else f"{told}; `aver jobs resume {job.id}` goes on."
    payload = {"encoder": embedder.encoder_id, "switched": switched, "chunks": job.tally.done, "job": job.id}
    say(session, payload, (said,))
    if not switched:
        raise typer.Exit(1)


def unchecked_jobs(session: Session) -> tuple[JobLog, Caller]:
    """Return the jobs of a home whatever encoder it is at, and who asks."""
    from aver.store.doctor import open_unchecked
    from aver.store.jobs import JobLog
    from aver.store.migrate import is_behind, migrate

    settings = settings_of(session)
    transactions = open_unchecked(settings.home, url=settings.store.url)
    if is_behind(transactions.engine):
        migrate(transactions.engine)
    jobs = JobLog(transactions=transactions)
    return jobs, caller_of(session, settings)
