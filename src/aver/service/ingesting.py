"""Ingesting beside answering: one job at a time on a thread of its own, taken up again after a restart (A9, M5).

Parsers run in processes of their own. The encoder's threads are shared: they are handed a few texts at a time, so that
a question waits for those and not for a whole batch.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path

from aver.app import App, enrichers, ingest_tools, open_parsers, under
from aver.errors import NotFound
from aver.flows.enrich import EnrichTools
from aver.flows.jobs.enriching import enrich_under
from aver.flows.jobs.ingest_asked import UPLOADS, Asked, asked_of
from aver.flows.jobs.ingesting import ingest_under
from aver.flows.tools import utc_now
from aver.service.job_line import JobLine
from aver.service.measures import Measures
from aver.service.sparing import SparingEmbedder
from aver.store.jobs import JobWriter
from aver.values.governance import Caller
from aver.values.jobs import Job, JobKind

FORGOTTEN_SECONDS = 86_400
"""No job waits so long."""


class Ingesting:
    """The ingests of a service; each tenant may have `most` under way or waiting."""

    def __init__(self, app: App, environment: Mapping[str, str], *, most: int, measures: Measures) -> None:
        gauge = SparingEmbedder(app.gauge)
        embedder = gauge if app.embedder is app.gauge else SparingEmbedder(app.embedder)
        self._app = replace(app, embedder=embedder, gauge=gauge)
        self._environment = environment
        self._measures = measures
        self._line = JobLine(app.jobs, JobKind.INGEST, most=most, threads=1, name="ingest-worker", measures=measures)

    @property
    def uploads(self) -> Path:
        """Where uploads are kept until they are ingested."""
        return self._app.settings.home / UPLOADS

    @property
    def in_hand(self) -> int:
        """Jobs under way or waiting."""
        return self._line.in_hand

    def begin(self, caller: Caller, asked: Asked) -> Job:
        """Record a job and let it wait for its turn. Raises TooManyJobs, BadInput and BadMetadata."""
        asked.recipe(self._app.settings, tenant=caller.tenant, encoder=self._app.embedder.encoder_id)
        return self._line.begin(caller, asdict(asked), partial(self._ingest, asked), over=partial(_forget, asked))

    def below_roots(self, tenant: str, written: str) -> Path:
        """Return the resolved path if it lies below a folder that admins of `tenant` may ingest.

        Raises NotFound, the same for what isn't there.
        """
        roots = self._app.settings.service.roots_of(tenant)
        try:
            path = Path(written).resolve(strict=True)
        except (OSError, RuntimeError, ValueError):
            path = None
        if path is None or not Path(written).is_absolute() or not any(path.is_relative_to(root) for root in roots):
            raise NotFound("no such folder below those that may be ingested", hint="see ingest_roots in aver.toml")
        return path

    def take_up(self) -> int:
        """Go on with every job that a service began and did not end; return how many."""
        found = [(one, asked_of(dict(one.arguments))) for one in self._line.left()]
        self._forget_uploads({path for _, asked in found for path in asked.paths})
        served = ((one, asked) for one, asked in found if asked.served)
        return sum(
            self._line.take_up(one, partial(self._ingest, asked), over=partial(_forget, asked)) for one, asked in served
        )

    def close(self) -> None:
        """Stop after the document in hand; what isn't done is taken up by the next service."""
        self._line.close()

    def _forget_uploads(self, wanted: Collection[str]) -> None:
        """Delete what was uploaded long ago by a process that was killed before there was a job."""
        for path in self.uploads.glob("*"):
            if str(path) not in wanted and time.time() - path.stat().st_mtime > FORGOTTEN_SECONDS:
                path.unlink(missing_ok=True)

    def _ingest(self, asked: Asked, job: JobWriter) -> None:
        settings = self._app.settings
        if asked.uri is None:
            for path in (*asked.paths, *(() if asked.meta is None else (asked.meta,))):
                self.below_roots(job.tenant, path)
        recipe = asked.recipe(settings, tenant=job.tenant, encoder=self._app.embedder.encoder_id)
        app = under(self._app, job)
        with open_parsers(settings.limits, jobs=1) as parsers:
            tools = ingest_tools(app, parsers, jobs=1)
            summary = ingest_under(job, asked.there(), recipe, tools=tools, uri=asked.uri)
        self._measures.ingested(summary)
        if summary.stored and not summary.interrupted:
            making = EnrichTools(store=app.store, now=utc_now, jobs=1)
            enrich_under(job, making, enrichers(app, self._environment), tenant=job.tenant)


def _forget(asked: Asked) -> None:
    """Delete the copy that an upload was read from."""
    if asked.uri is not None:
        Path(asked.paths[0]).unlink(missing_ok=True)
