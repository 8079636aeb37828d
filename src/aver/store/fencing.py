"""Work on a job that another process has taken up can't be stored any more, whatever its process believes.

A lock says who works on a job while the database hears its holder. A host that is cut off loses the lock without
knowing it. So the job counts its takers, and every transaction of the work begins by asking whether the count is still
the one it was taken with. The answer holds to the end of the transaction: until then nobody can take the job up.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine, select

from aver.errors import JobLost
from aver.store.engine import Transactions
from aver.store.job_tables import job
from aver.store.row_security import EVERY_TENANT


class Fenced(Transactions):
    """The transactions of taker number `attempt` of a job; writing raises JobLost once there was another taker."""

    def __init__(self, engine: Engine, *, tenant: str, name: str, attempt: int) -> None:
        super().__init__(engine)
        self._tenant, self._name, self._attempt = tenant, name, attempt

    @contextmanager
    def write(self, tenant: str = EVERY_TENANT) -> Iterator[Connection]:
        """Begin as the only writer, if the job is still this taker's. Raises JobLost and HomeBusy."""
        with super().write(tenant) as connection:
            same = (job.c.tenant == self._tenant, job.c.id == self._name)
            asked = select(job.c.attempts).where(*same).with_for_update(read=True)
            if connection.execute(asked).scalar() != self._attempt:
                raise lost(self._name)
            yield connection


def lost(name: str) -> JobLost:
    """Return the error of a job that somebody else works on by now."""
    return JobLost(f"{name} was taken up by another process", hint="that one goes on with it; nothing is missing")
