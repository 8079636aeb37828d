"""An ingest as a job: the same ingest, with its progress recorded and an ear for being cancelled (A9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from aver.flows.ingest import IngestTools, ingest
from aver.flows.ingest_outcomes import Progress, Summary
from aver.flows.ingest_prepare import Recipe
from aver.flows.jobs.working import worked_on
from aver.store.jobs import JobWriter
from aver.values.jobs import Tally


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
    on_progress: Callable[[Progress], None] = lambda _: None,
) -> Summary:
    """Ingest as a part of `job`, which goes on afterwards unless it is `stopped`."""

    def moved(progress: Progress) -> None:
        on_progress(progress)
        job.moved(Tally(done=progress.done, total=progress.total, failed=progress.failed))

    summary = ingest(paths, recipe, tools=replace(tools, stop=job.shall_stop), on_progress=moved)
    done = len(summary.outcomes)
    job.tally = Tally(done=done, total=max(done, job.tally.total), failed=len(summary.failed))
    job.stopped = summary.interrupted
    return summary
