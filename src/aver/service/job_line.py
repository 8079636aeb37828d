"""Jobs of one kind in line for threads of their own: bounded for each tenant, taken up again after a restart (A9, M5).

A job that a service leaves reads as interrupted; the next service on the home goes on with it.
"""

from __future__ import annotations

import logging
import threading
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from aver.errors import BadInput, HomeBusy, TooManyJobs
from aver.flows.jobs.working import worked_on
from aver.flows.tools import utc_now
from aver.service.measures import Measures
from aver.store.jobs import JobLog, JobWriter
from aver.values.governance import Caller
from aver.values.jobs import Job, JobKind, JobState

Work: TypeAlias = Callable[[JobWriter], None]
"""Does a job, and says by `stopped` that it ended early because it was told to."""
_LOG = logging.getLogger("aver.service")


class JobLine:
    """The jobs of one kind; each tenant may have `most` under way or waiting."""

    def __init__(self, log: JobLog, kind: JobKind, *, most: int, threads: int, name: str, measures: Measures) -> None:
        self._log = log
        self._kind = kind
        self._most = most
        self._measures = measures
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._leaving = threading.Event()
        self._lock = threading.Lock()
        self._by_tenant: Counter[str] = Counter()

    @property
    def in_hand(self) -> int:
        """Jobs under way or waiting."""
        return sum(self._by_tenant.values())

    def begin(
        self, caller: Caller, arguments: Mapping[str, object], work: Work, *, over: Callable[[], None] = lambda: None
    ) -> Job:
        """Record a job and let it wait for its turn; `over` is called once it has ended. Raises TooManyJobs."""
        with self._lock:
            if self._by_tenant[caller.tenant] >= self._most:
                raise TooManyJobs("this tenant has as many jobs waiting as it may", hint="wait for one to be done")
            self._by_tenant[caller.tenant] += 1
        try:
            job = self._log.begin(self._kind, arguments, caller, now=utc_now)
        except BaseException:
            self._done(caller.tenant)
            raise
        self._submit(job, work, over)
        return self._log.job(caller, job.id)

    def left(self) -> tuple[Job, ...]:
        """Return the jobs, whosever they are, that a process which is gone has left; oldest first."""
        return self._log.interrupted(self._kind)

    def take_up(self, left: Job, work: Work, *, over: Callable[[], None] = lambda: None) -> bool:
        """Go on with a job that was left; False where somebody else does."""
        owner = Caller(user=left.user, tenant=left.tenant, principals=frozenset(), roles=frozenset())
        try:
            job = self._log.resume(owner, left.id, now=utc_now)[1]
        except (HomeBusy, BadInput):
            _LOG.info("%s is taken up elsewhere", left.id)
            return False
        with self._lock:
            self._by_tenant[left.tenant] += 1
        self._submit(job, work, over)
        return True

    def close(self) -> None:
        """Let the work stop where it can; what isn't done is taken up by the next service."""
        self._leaving.set()
        self._pool.shutdown(wait=True)

    def _submit(self, job: JobWriter, work: Work, over: Callable[[], None]) -> None:
        job.leaving = self._leaving.is_set
        self._pool.submit(self._work, job, work, over)

    def _work(self, job: JobWriter, work: Work, over: Callable[[], None]) -> None:
        state = JobState.FAILED
        try:
            with worked_on(job):
                _begun(job, work)
            ended = JobState.CANCELLED if job.stopped else JobState.DONE
            state = JobState.INTERRUPTED if job.left else ended
        except Exception as error:
            _LOG.error("%s failed with %s", job.id, type(error).__name__)
        finally:
            self._done(job.tenant)
            self._measures.ended(state.value)
        if not job.left:
            over()

    def _done(self, tenant: str) -> None:
        with self._lock:
            self._by_tenant[tenant] -= 1


def _begun(job: JobWriter, work: Work) -> None:
    """Do the work, unless the job was to stop before its turn came."""
    job.moved(job.tally)
    if job.shall_stop():
        job.stopped = True
        return
    work(job)
