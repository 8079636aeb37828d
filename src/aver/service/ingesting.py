"""Ingesting beside answering: one job at a time on a thread of its own, taken up again after a restart (A9, M5).

Parsers run in processes of their own. The encoder's threads are shared: they are handed a few texts at a time, so that
a question waits for those and not for a whole batch.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path

from aver.app import App, enrichers, ingest_tools, open_parsers
from aver.errors import BadInput, HomeBusy, NotFound, TooManyJobs
from aver.flows.enrich import EnrichTools
from aver.flows.jobs.enriching import enrich_under
from aver.flows.jobs.ingest_asked import Asked, asked_of
from aver.flows.jobs.ingesting import ingest_under
from aver.flows.jobs.working import worked_on
from aver.flows.tools import utc_now
from aver.service.measures import Measures
from aver.service.sparing import SparingEmbedder
from aver.store.jobs import JobWriter
from aver.values.governance import Caller
from aver.values.jobs import Job, JobKind, JobState

UPLOADS = "uploads"
"""The folder of a home in which uploads lie until their job is over."""
FORGOTTEN_SECONDS = 86_400
"""No job waits so long."""
_LOG = logging.getLogger("aver.service")


class Ingesting:
    """The ingests of a service; each tenant may have `most` under way or waiting."""

    def __init__(self, app: App, environment: Mapping[str, str], *, most: int, measures: Measures) -> None:
        gauge = SparingEmbedder(app.gauge)
        embedder = gauge if app.embedder is app.gauge else SparingEmbedder(app.embedder)
        self._app = replace(app, embedder=embedder, gauge=gauge)
        self._environment = environment
        self._most = most
        self._measures = measures
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="ingest-worker")
        self._leaving = threading.Event()
        self._lock = threading.Lock()
        self._by_tenant: Counter[str] = Counter()

    @property
    def uploads(self) -> Path:
        """Where uploads are kept until they are ingested."""
        return self._app.settings.home / UPLOADS

    @property
    def in_hand(self) -> int:
        """Jobs under way or waiting."""
        return sum(self._by_tenant.values())

    def begin(self, caller: Caller, asked: Asked) -> Job:
        """Record a job and let it wait for its turn. Raises TooManyJobs, BadInput and BadMetadata."""
        asked.recipe(self._app.settings, tenant=caller.tenant, encoder=self._app.embedder.encoder_id)
        with self._lock:
            if self._by_tenant[caller.tenant] >= self._most:
                raise TooManyJobs("this tenant has as many jobs waiting as it may", hint="wait for one to be done")
            self._by_tenant[caller.tenant] += 1
        try:
            job = self._app.jobs.begin(JobKind.INGEST, asdict(asked), caller, now=utc_now)
        except BaseException:
            self._done(caller.tenant)
            raise
        self._submit(job, asked)
        return self._app.jobs.job(caller, job.id)

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
        count = 0
        found = [(one, asked_of(dict(one.arguments))) for one in self._app.jobs.interrupted(JobKind.INGEST)]
        self._forget_uploads({path for _, asked in found for path in asked.paths})
        for one, asked in found:
            if not asked.served:
                continue
            owner = Caller(user=one.user, tenant=one.tenant, principals=frozenset(), roles=frozenset())
            try:
                job = self._app.jobs.resume(owner, one.id, now=utc_now)[1]
            except (HomeBusy, BadInput):
                _LOG.info("%s is taken up elsewhere", one.id)
                continue
            with self._lock:
                self._by_tenant[one.tenant] += 1
            self._submit(job, asked)
            count += 1
        return count

    def close(self) -> None:
        """Stop after the document in hand; what isn't done is taken up by the next service."""
        self._leaving.set()
        self._pool.shutdown(wait=True)

    def _forget_uploads(self, wanted: Collection[str]) -> None:
        """Delete what was uploaded long ago by a process that was killed before there was a job."""
        for path in self.uploads.glob("*"):
            if str(path) not in wanted and time.time() - path.stat().st_mtime > FORGOTTEN_SECONDS:
                path.unlink(missing_ok=True)

    def _submit(self, job: JobWriter, asked: Asked) -> None:
        job.leaving = self._leaving.is_set
        self._pool.submit(self._work, job, asked)

    def _done(self, tenant: str) -> None:
        with self._lock:
            self._by_tenant[tenant] -= 1

    def _work(self, job: JobWriter, asked: Asked) -> None:
        state = JobState.FAILED
        try:
            with worked_on(job):
                self._ingest(job, asked)
            ended = JobState.CANCELLED if job.stopped else JobState.DONE
            state = JobState.INTERRUPTED if job.left else ended
        except Exception as error:
            _LOG.error("%s failed with %s", job.id, type(error).__name__)
        finally:
            self._done(job.tenant)
            self._measures.ended(state.value)
        if asked.uri is not None and not job.left:
            Path(asked.paths[0]).unlink(missing_ok=True)

    def _ingest(self, job: JobWriter, asked: Asked) -> None:
        job.moved(job.tally)
        if job.shall_stop():
            job.stopped = True
            return
        settings = self._app.settings
        if asked.uri is None:
            for path in (*asked.paths, *(() if asked.meta is None else (asked.meta,))):
                self.below_roots(job.tenant, path)
        recipe = asked.recipe(settings, tenant=job.tenant, encoder=self._app.embedder.encoder_id)
        with open_parsers(settings.limits, jobs=1) as parsers:
            tools = ingest_tools(self._app, parsers, jobs=1)
            summary = ingest_under(job, asked.there(), recipe, tools=tools, uri=asked.uri)
        self._measures.ingested(summary)
        if summary.stored and not summary.interrupted:
            making = EnrichTools(store=self._app.store, now=utc_now, jobs=1)
            enrich_under(job, making, enrichers(self._app, self._environment), tenant=job.tenant)
