"""`aver ingest`: read files and folders into the home."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aver.cli.enrich import enriched
from aver.cli.options import command
from aver.cli.session import Session, caller_of, now, settings_of
from aver.values.jobs import JobKind

if TYPE_CHECKING:
    from aver.app import App
    from aver.config import Settings
    from aver.flows.enrich import EnrichReport
    from aver.flows.ingest import IngestTools
    from aver.flows.ingest_outcomes import Summary
    from aver.flows.ingest_prepare import Recipe
    from aver.parsers.sandbox import ParserPool
    from aver.stages.chunking import Profile
    from aver.stages.metadata import Rule
    from aver.store.jobs import JobWriter
    from aver.values.governance import Caller


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the command line asked for, as a job keeps it: paths are absolute, rules are read again each time."""

    paths: tuple[str, ...]
    meta: str | None = None
    folder_meta: str | None = None
    readers: str | None = None
    profile: str | None = None
    chunker: str | None = None
    jobs: int | None = None


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
        session: Session,
    ) -> None:
        """Read files and folders into the home; unchanged files cost a hash, a bad one stops nothing."""
        asked = Asked(
            paths=tuple(str(path.absolute()) for path in paths),
            meta=None if meta is None else str(meta.absolute()),
            folder_meta=folder_meta,
            readers=readers,
            profile=profile,
            chunker=chunker,
            jobs=jobs,
        )
        ingest_asked(session, asked, lambda app, caller: app.jobs.begin(JobKind.INGEST, asdict(asked), caller, now=now))


def ingest_asked(session: Session, asked: Asked, taken: Callable[[App, Caller], JobWriter]) -> None:
    """Ingest what was asked under the job that `taken` gives, and tell what became of it."""
    from aver.app import open_app, open_parsers
    from aver.flows.jobs.working import worked_on

    settings = settings_of(session)
    rules = _rules(asked.meta)
    opened = open_app(settings.home, settings)
    caller = caller_of(session, settings)
    recipe = _recipe(opened, caller, rules, asked)
    workers = min(asked.jobs or settings.jobs, _cores())
    paths = [Path(path) for path in asked.paths]
    _refuse_missing(paths)
    enrichment = None
    with worked_on(taken(opened, caller)) as job:
        with open_parsers(settings.limits, jobs=workers) as parsers:
            summary = _ingested(job, paths, recipe, _tools(opened, parsers, workers))
        if summary.stored and not summary.interrupted:
            enrichment = enriched(opened, job, tenant=caller.tenant)
    opened.store.close()
    _report(session, settings, summary, job.id, enrichment)


def _refuse_missing(paths: list[Path]) -> None:
    from aver.errors import BadInput

    for path in paths:
        if not path.exists():
            raise BadInput(f"{path}: there is no such file or folder", hint="name a file or folder that is there")


def _rules(meta: str | None) -> tuple[Rule, ...]:
    from aver.errors import BadMetadata
    from aver.stages.metadata import rules_of

    if meta is None:
        return ()
    path = Path(meta)
    try:
        return rules_of(path.read_bytes(), path.name)
    except OSError as error:
        raise BadMetadata(f"{path}: {error.strerror or error}", hint="name a readable file after --meta") from error


def _cut(settings: Settings, chunker: str | None, profile: str | None) -> Profile:
    """Return how to cut: what --chunker or --profile names, else what the settings say. Raises BadInput."""
    from aver.errors import BadInput
    from aver.stages.chunking import CHUNKERS, PROFILES, Profile

    if profile is not None and chunker is not None:
        raise BadInput("--profile and --chunker both say how to cut", hint="give one of them")
    if profile is not None and profile not in PROFILES:
        raise BadInput(f"--profile {profile}: there is no such profile", hint=f"choose {' or '.join(PROFILES)}")
    if profile is not None:
        return PROFILES[profile]
    chosen = chunker or settings.ingest.chunker
    if chosen not in CHUNKERS:
        raise BadInput(f"--chunker {chosen}: there is no such chunker", hint=f"choose {' or '.join(CHUNKERS)}")
    return Profile(strategy=chosen, options=settings.chunk_options, why="the settings")


def _recipe(app: App, caller: Caller, rules: tuple[Rule, ...], asked: Asked) -> Recipe:
    from aver.flows.ingest_prepare import Recipe
    from aver.parsers.identities import PARSERS
    from aver.stages.identity import default_readers
    from aver.stages.metadata import readers_of
    from aver.values.governance import Governance

    settings = app.settings
    cut = _cut(settings, asked.chunker, asked.profile)
    readers = asked.readers
    who = default_readers(settings.identity.mode) if readers is None else readers_of(readers, "--readers")
    return Recipe(
        rules=rules,
        defaults=Governance(tenant=caller.tenant, readers=who),
        chunker=cut.strategy,
        options=cut.options,
        parsers=PARSERS,
        encoder=app.embedder.encoder_id,
        max_bytes=settings.limits.max_bytes,
        metadata_files=frozenset() if asked.meta is None else frozenset({Path(asked.meta).resolve()}),
        folder_metadata=asked.folder_meta,
    )


def _tools(app: App, parsers: ParserPool, jobs: int) -> IngestTools:
    from aver.flows.ingest import IngestTools
    from aver.flows.ingest_prepare import Reader
    from aver.parsers.dispatch import SUPPORTED, suffix_of

    return IngestTools(
        reader=Reader(
            store=app.store,
            parse=lambda data, uri: parsers.parse(data, name=uri),
            tokenizer=app.tokenizer,
        ),
        encode=app.embedder.encode,
        supports=lambda name: suffix_of(name) in SUPPORTED,
        now=now,
        jobs=jobs,
        batch_chunks=app.settings.ingest.batch_chunks,
    )


def _ingested(job: JobWriter, paths: list[Path], recipe: Recipe, tools: IngestTools) -> Summary:
    from aver.cli.progress import shown_progress
    from aver.flows.jobs.ingesting import ingest_under

    with shown_progress() as show:
        return ingest_under(job, paths, recipe, tools=tools, on_progress=show)


def _report(session: Session, settings: Settings, summary: Summary, job: str, enrichment: EnrichReport | None) -> None:
    from aver.cli import enrich
    from aver.cli.ingest_report import lines_of, payload_of
    from aver.cli.output import say

    payload, lines = payload_of(summary, home=settings.home, job=job), [*lines_of(summary, job=job)]
    if enrichment is not None:
        payload["enrichment"] = enrich.payload_of(enrichment)
        lines += enrich.lines_of(enrichment)
    say(session, payload, lines)
    if summary.interrupted or not summary.stored:
        raise typer.Exit(1)


def _cores() -> int:
    import os

    return os.cpu_count() or 1
