"""An ingest as a job: the same ingest, with its progress recorded and an ear for being cancelled (A9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from aver.flows.ingest import IngestTools, ingest_entries
from aver.flows.ingest_outcomes import Progress, Summary
from aver.flows.ingest_prepare import Recipe
from aver.flows.ingest_walk import Entry, Found, walk
from aver.flows.jobs.working import worked_on
from aver.store.jobs import JobWriter
from aver.values.jobs import Tally

NAMED = 50
"""Failed files that the record of a job names; the rest is counted."""


def ingest_job(
    job: JobWriter,
    paths: Sequence[Path],
    recipe: Recipe,
    *,
    tools: IngestTools,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Summary:
    """Ingest under `job`, record its end, and return what `ingest` does, raising what it raises."""
    with worked_on(job):
        return ingest_under(job, paths, recipe, tools=tools, on_progress=on_progress)


def ingest_under(
    job: JobWriter,
    paths: Sequence[Path],
    recipe: Recipe,
    *,
    tools: IngestTools,
    uri: str | None = None,
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Summary:
    """Ingest as a part of `job`, which goes on afterwards unless it is `stopped`; with `uri` the one file has that."""

    def moved(progress: Progress) -> None:
        on_progress(progress)
        job.moved(Tally(done=progress.done, total=progress.total, failed=progress.failed))

    def entries() -> Iterator[Entry]:
        if uri is not None:
            return iter([Found(path=paths[0], uri=uri)])
        metadata, folders = recipe.metadata_files, recipe.folder_metadata
        return walk(paths, supports=tools.supports, metadata=metadata, folder_metadata=folders)

    summary = ingest_entries(entries, recipe, tools=replace(tools, stop=job.shall_stop), on_progress=moved)
    done = len(summary.outcomes)
    job.tally = Tally(done=done, total=max(done, job.tally.total), failed=len(summary.failed))
    job.detail = _failures(summary)
    job.stopped = summary.interrupted
    return summary


def _failures(summary: Summary) -> str:
    """Return what could not be read, a line each: its uri and the name of the error."""
    lines = [f"{one.uri}: {type(one.error).__name__}" for one in summary.failed[:NAMED]]
    more = len(summary.failed) - len(lines)
    return "\n".join([*lines, f"and {more} more"] if more else lines)
