"""Working on a job: whatever happens inside, the record says how it ended.

Kill -9 leaves it as running with a free lock, which reads as interrupted; Ctrl-C and `aver jobs cancel`
leave it cancelled, an error leaves it failed with the error's class. All three can be resumed. A process that is told
to go leaves its job as interrupted too, and so does one whose database is gone. Whoever lost a job to another process
says nothing of it any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from aver.errors import JobLost, StoreUnreachable
from aver.store.jobs import JobWriter
from aver.values.jobs import JobStep


@contextmanager
def worked_on(job: JobWriter) -> Iterator[JobWriter]:
    """Give the job to the work inside, and record its end.

    Work that stopped early because `job.shall_stop()` said so, or because of Ctrl-C, says that by `stopped`.
    """
    try:
        yield job
        job.end_as_worked()
    except (JobLost, StoreUnreachable):
        job.leave()
        raise
    except KeyboardInterrupt:
        job.end(JobStep.CANCELLED)
        raise
    except Exception as error:
        job.end(JobStep.FAILED, type(error).__name__)
        raise
