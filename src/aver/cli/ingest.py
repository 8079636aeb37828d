"""`aver ingest`: read files and folders into the home."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.enrich import enriched
from aver.cli.options import LATER, command
from aver.cli.session import Session, caller_of, now, settings_of
from aver.values.jobs import JobKind

if TYPE_CHECKING:
    from aver.app import App
    from aver.config import Settings
    from aver.flows.enrich import EnrichReport
    from aver.flows.extracting import Extracted
    from aver.flows.ingest import IngestTools
    from aver.flows.ingest_outcomes import Summary
    from aver.flows.ingest_prepare import Recipe
    from aver.flows.jobs.ingest_asked import Asked
    from aver.store.jobs import JobWriter
    from aver.values.governance import Caller


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "ingest", example="aver ingest handbook/ --meta handbook/meta.toml")
    def ingest(  # noqa: PLR0913  (as many options as the contract names)
        paths: Annotated[list[Path], typer.Argument(help="Files and folders.", metavar="PATH...")],
        *,
        meta: Annotated[Path | None, typer.Option(help="Governance by glob: TOML, YAML or JSON.")] = None,
        folder_meta: Annotated[
            str | None, typer.Option(help="Files of this name govern the folder they lie in; the nearest wins.")
        ] = None,
        readers: Annotated[str | None, typer.Option(help="Who may read, with commas: user:ann,group:hr.")] = None,
        profile: Annotated[
            str | None, typer.Option(help="Cut for a task: support, policy, legal ... (docs/chunking.md).")
        ] = None,
        chunker: Annotated[str | None, typer.Option(help="How documents are cut (docs/chunking.md).")] = None,
        jobs: Annotated[int | None, typer.Option(help="Parser processes; one per core at most.", min=1)] = None,
        extract: Annotated[
            str | None, typer.Option(help="Propose claims with this domain pack; the job waits for their review.")
        ] = None,
        later: Annotated[bool, typer.Option("--later", help=LATER)] = False,
        session: Session,
    ) -> None:
        """Read files and folders into the home; unchanged files cost a hash, a bad one stops nothing."""
        from aver.flows.jobs.ingest_asked import Asked

        asked = Asked(
            paths=tuple(str(path.absolute()) for path in paths),
            meta=None if meta is None else str(meta.absolute()),
            folder_meta=folder_meta,
            readers=readers,
            profile=profile,
            chunker=chunker,
            jobs=jobs,
            extract=extract,
        )
        if later:
            from aver.cli.jobs_work import put_off

            put_off(session, JobKind.INGEST, asdict(asked), check=lambda settings, who: _checked(asked, settings, who))
            return
        ingest_asked(session, asked, lambda app, caller: app.jobs.begin(JobKind.INGEST, asdict(asked), caller, now=now))


def ingest_asked(session: Session, asked: Asked, taken: Callable[[App, Caller], JobWriter]) -> None:
    """Ingest what was asked under the job that `taken` gives, and tell what became of it."""
    from aver.app import open_app
    from aver.flows.jobs.working import worked_on

    settings = settings_of(session)
    opened = open_app(settings.home, settings)
    caller = caller_of(session, settings)
    _checked(asked, settings, caller)
    with worked_on(taken(opened, caller)) as job:
        summary, further = ingest_under_job(opened, asked, caller, job)
    opened.store.close()
    _report(session, settings, summary, job.id, further)


def _checked(asked: Asked, settings: Settings, caller: Caller) -> None:
    """Raise what is wrong with an ingest before there is a job of it."""
    from aver.flows.packs import pack_named

    asked.recipe(settings, tenant=caller.tenant, encoder="")
    asked.there()
    if asked.extract is not None:
        pack_named(asked.extract, home=settings.home)


def ingest_under_job(home: App, asked: Asked, caller: Caller, job: JobWriter) -> tuple[Summary, Further]:
    """Ingest what was asked into an open home as `job`, and do what follows on it."""
    from aver.app import ingest_tools, open_parsers, under
    from aver.flows.claim_access import Desk
    from aver.flows.extracting import extract_ingested
    from aver.flows.packs import pack_named

    app = under(home, job)
    recipe = asked.recipe(app.settings, tenant=caller.tenant, encoder=app.embedder.encoder_id)
    pack = None if asked.extract is None else pack_named(asked.extract, home=app.settings.home)
    workers = min(asked.jobs or app.settings.jobs, _cores())
    enrichment, proposed = None, None
    with open_parsers(app.settings.limits, jobs=workers) as parsers:
        summary = _ingested(job, asked, recipe, ingest_tools(app, parsers, jobs=workers))
    if summary.stored and not summary.interrupted:
        enrichment = enriched(app, job, tenant=caller.tenant)
    if pack is not None and not job.stopped:
        proposed = extract_ingested(Desk(store=app.store, caller=caller, at=now()), pack, summary, job)
    return summary, Further(enrichment=enrichment, proposed=proposed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """What an ingest did beside storing, None for what it wasn't asked to do."""

    enrichment: EnrichReport | None
    proposed: tuple[Extracted, ...] | None


def _ingested(job: JobWriter, asked: Asked, recipe: Recipe, tools: IngestTools) -> Summary:
    from aver.cli.progress import shown_progress
    from aver.flows.jobs.ingesting import ingest_under

    with shown_progress() as show:
        return ingest_under(job, asked.there(), recipe, tools=tools, uri=asked.uri, on_progress=show)


def _report(session: Session, settings: Settings, summary: Summary, job: str, further: Further) -> None:
    from aver.cli import enrich, extract
    from aver.cli.ingest_report import lines_of, payload_of
    from aver.cli.output import say

    payload, lines = payload_of(summary, home=settings.home, job=job), [*lines_of(summary, job=job)]
    if further.enrichment is not None:
        payload["enrichment"] = enrich.payload_of(further.enrichment)
        lines += enrich.lines_of(further.enrichment)
    if further.proposed is not None:
        payload["claims"] = extract.payload_of(further.proposed)
        lines += extract.lines_of(further.proposed)
    say(session, payload, lines)
    if summary.interrupted or not summary.stored:
        raise typer.Exit(1)


def _cores() -> int:
    import os

    return os.cpu_count() or 1
