"""Enriching as a part of a job: what an ingest ends with, and what `aver enrich` is (A6, A7, A9)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aver.flows.enrich import Enricher, EnrichProgress, EnrichReport, EnrichTools, enrich
from aver.store.jobs import JobWriter
from aver.values.jobs import JobKind, Tally


def enrich_under(
    job: JobWriter,
    tools: EnrichTools,
    enrichers: Sequence[Enricher],
    *,
    tenant: str,
    again: bool = False,
    on_progress: Callable[[EnrichProgress], None] | None = None,
) -> EnrichReport:
    """Make what the versions of `tenant` lack, stopping when `job` shall; an ingest's own counts stay as they are."""

    def moved(progress: EnrichProgress) -> None:
        if on_progress is not None:
            on_progress(progress)
        own = Tally(done=progress.done, total=progress.total, failed=progress.failed)
        job.moved(own if job.kind is JobKind.ENRICH else job.tally)

    report = enrich(tools, enrichers, tenant=tenant, again=again, on_progress=moved, shall_stop=job.shall_stop)
    job.stopped = report.interrupted
    return report
