"""`aver jobs`: list, show, cancel and resume long work, and work on what waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.jobs_work import work
from aver.cli.options import MOST_LISTED, command
from aver.cli.output import print_json, say, table
from aver.cli.session import Session, now, opened
from aver.errors import BadInput
from aver.flows.showing_jobs import job_event_json, job_json
from aver.values.jobs import JobKind

if TYPE_CHECKING:
    from aver.values.jobs import Tally

_ID = Annotated[str, typer.Argument(help="The id of a job.", metavar="ID")]
_EXAMPLE = "job_0123456789abcdef0123456789abcdef"


def add_to(app: typer.Typer) -> None:
    """Add the group with its five commands."""
    group = typer.Typer(no_args_is_help=True, help="List, show, cancel and resume long work; work on what waits.")
    app.add_typer(group, name="jobs")
    command(group, "list", example="aver jobs list")(_list)
    command(group, "show", example=f"aver jobs show {_EXAMPLE}")(_show)
    command(group, "cancel", example=f"aver jobs cancel {_EXAMPLE}")(_cancel)
    command(group, "resume", example=f"aver jobs resume {_EXAMPLE}")(_resume)
    command(group, "work", example="aver jobs work --until-empty")(work)


def _list(
    *,
    limit: Annotated[int, typer.Option(help="How many, newest first.", min=1, max=MOST_LISTED)] = 20,
    session: Session,
) -> None:
    """List your newest jobs; one that says interrupted was left by a crash and can be resumed."""
    app, caller = opened(session)
    found = app.jobs.jobs(caller, limit=limit)
    if session.json:
        print_json({"jobs": [job_json(one) for one in found]})
        return
    rows = [(one.id, one.kind.value, one.begun_at, one.state.value, _far(one.tally)) for one in found]
    table(("id", "kind", "begun at", "state", "progress"), rows)


def _show(identity: _ID, *, session: Session) -> None:
    """Show what a job was asked for and what happened to it."""
    app, caller = opened(session)
    job, events = app.jobs.job(caller, identity), app.jobs.events(caller, identity)
    steps = [job_event_json(one) for one in events]
    lines = [f"{name}: {_words(value)}" for name, value in job_json(job).items() if name != "arguments"]
    lines += [f"  {name}: {_words(value)}" for name, value in job_json(job)["arguments"].items()]
    lines += [f"{one.at}  {one.step.value}  {_far(one.tally)} {one.detail}".rstrip() for one in events]
    say(session, {**job_json(job), "events": steps}, lines)


def _cancel(identity: _ID, *, session: Session) -> None:
    """Ask a job to stop where it is; what it did stays, and it can be resumed."""
    app, caller = opened(session)
    job = app.jobs.cancel(caller, identity, at=now())
    said = "stops after the document in hand" if job.state.value == "running" else "is cancelled"
    say(session, job_json(job), (f"{job.id} {said}; `aver jobs resume {job.id}` goes on.",))


def _resume(identity: _ID, *, session: Session) -> None:
    """Take up a job that was interrupted, cancelled or failed; what is done already costs a look-up.

    One that is suspended goes on by itself once people have decided on what it proposed.
    """
    kind, asked = _asked(session, identity)
    match kind:
        case JobKind.INGEST:
            from aver.cli.ingest import ingest_asked
            from aver.flows.jobs.ingest_asked import asked_of

            ingest_asked(session, asked_of(asked), lambda app, who: app.jobs.resume(who, identity, now=now)[1])
        case JobKind.ENRICH:
            from aver.cli.enrich import enrich_asked

            enrich_asked(session, asked, lambda app, who: app.jobs.resume(who, identity, now=now)[1])
        case JobKind.EXTRACT:
            from aver.cli.extract import extract_asked

            extract_asked(session, asked, lambda app, who: app.jobs.resume(who, identity, now=now)[1])
        case JobKind.REEMBED:
            from aver.cli.reembed import reembed_asked

            reembed_asked(session, lambda jobs, who: jobs.resume(who, identity, now=now)[1])
        case JobKind.ASK:
            raise BadInput(
                f"{identity} was asked of a service, which goes on with it by itself",
                hint="start `aver serve`, or ask again with `aver ask --doc`",
            )


def _asked(session: Session, identity: str) -> tuple[JobKind, dict[str, Any]]:
    """Return what the job was asked for, from a home whose encoder may be due for a change."""
    from aver.cli.reembed import unchecked_jobs

    jobs, caller = unchecked_jobs(session)
    job = jobs.job(caller, identity)
    return job.kind, dict(job.arguments)


def _far(tally: Tally) -> str:
    failed = f", {tally.failed} failed" if tally.failed else ""
    return f"{tally.done} of {tally.total}{failed}" if tally.total else "-"


def _words(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
