"""`aver enrich`: make what rests on whole documents once they are searchable."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aver.cli.options import LATER, command
from aver.cli.session import Session, now, opened
from aver.values.jobs import JobKind

if TYPE_CHECKING:
    from aver.app import App
    from aver.flows.enrich import EnrichReport
    from aver.store.jobs import JobWriter
    from aver.values.governance import Caller

SHOWN = 20
"""Failures that are listed for people; --json has all of them."""


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "enrich", example="aver enrich --jobs 2")
    def enrich(
        *,
        jobs: Annotated[int, typer.Option(help="Documents worked on at once.", min=1)] = 1,
        again: Annotated[bool, typer.Option("--again", help="Make everything anew, not only what is missing.")] = False,
        later: Annotated[bool, typer.Option("--later", help=LATER)] = False,
        session: Session,
    ) -> None:
        """Make summaries and propositions of documents that lack them; until then stance is pending."""
        asked = {"jobs": jobs, "again": again}
        if later:
            from aver.cli.jobs_work import put_off

            put_off(session, JobKind.ENRICH, asked)
            return
        enrich_asked(session, asked, lambda app, caller: app.jobs.begin(JobKind.ENRICH, asked, caller, now=now))


def enrich_asked(session: Session, asked: Mapping[str, Any], taken: Callable[[App, Caller], JobWriter]) -> None:
    """Enrich under the job that `taken` gives, and tell what was made."""
    from aver.cli.output import say
    from aver.flows.jobs.working import worked_on

    app, caller = opened(session)
    with worked_on(taken(app, caller)) as job:
        report = enrich_under_job(app, asked, caller, job)
    app.store.close()
    say(session, payload_of(report), lines_of(report))
    if report.interrupted or (report.failed and not report.versions):
        raise typer.Exit(1)


def enrich_under_job(app: App, asked: Mapping[str, Any], caller: Caller, job: JobWriter) -> EnrichReport:
    """Enrich what was asked in an open home as `job`."""
    from aver.app import under

    return enriched(under(app, job), job, tenant=caller.tenant, jobs=asked["jobs"], again=asked["again"])


def enriched(app: App, job: JobWriter, *, tenant: str, jobs: int = 1, again: bool = False) -> EnrichReport:
    """Enrich what `tenant` has in an open home, as a part of `job`, with progress on stderr."""
    from aver.app import enrichers
    from aver.cli.progress import shown_enrichment
    from aver.flows.enrich import EnrichTools
    from aver.flows.jobs.enriching import enrich_under

    tools = EnrichTools(store=app.store, now=now, jobs=jobs)
    with shown_enrichment() as show:
        return enrich_under(job, tools, enrichers(app, os.environ), tenant=tenant, again=again, on_progress=show)


def payload_of(report: EnrichReport) -> dict[str, Any]:
    """Return the report as plain JSON."""
    return {
        "versions": report.versions,
        "changed_meanwhile": report.changed,
        "counts": dict(report.counts),
        "seconds": round(report.seconds, 3),
        "interrupted": report.interrupted,
        "failed": [
            {
                "uri": one.uri,
                "kind": one.kind.value,
                "error": type(one.error).__name__,
                "message": one.error.message,
                "hint": one.error.hint,
            }
            for one in report.failed
        ],
    }


def lines_of(report: EnrichReport) -> Iterator[str]:
    """Yield the lines for people."""
    some = "1 document" if report.versions == 1 else f"{report.versions} documents"
    done = f"{some} enriched" if report.versions else "nothing to enrich"
    yield f"{done} in {report.seconds:.1f} s"
    yield from (f"  {count} {name.replace('_', ' ')}" for name, count in report.counts if count)
    if report.changed:
        yield f"  {report.changed} changed meanwhile; the same command makes theirs"
    for one in report.failed[:SHOWN]:
        yield f"  failed   {one.uri} ({one.kind.value}): {one.error.message} ({one.error.hint})"
    if len(report.failed) > SHOWN:
        yield f"  ... {len(report.failed) - SHOWN} more; --json lists all of them"
    if report.interrupted:
        yield "Interrupted. What is stored is complete; the same command goes on from here."
