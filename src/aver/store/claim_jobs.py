"""Jobs that wait for people: what a job proposed, whether it is decided, and the job going on once it is (J2).

A job whose candidates wait is suspended instead of done. The last decision ends it in the transaction of that decision,
whoever decides and in whatever process, so nothing has to watch for it and nothing is lost with a process.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Column, Connection, Index, Select, Table, func, insert, select, update

from aver.store.claim_tables import claim_standing
from aver.store.job_tables import job, job_event
from aver.store.metadata import METADATA, Text
from aver.values.claims import ClaimState
from aver.values.jobs import JobState, JobStep

claim_job = Table(
    "claim_job",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("job", Text, primary_key=True),
    Column("claim", Text, primary_key=True),
    Index("claim_job_by_claim", "tenant", "claim"),
)
"""The claims that a job proposed, or found proposed."""

UNDECIDED = (ClaimState.CANDIDATE, ClaimState.IN_REVIEW)
_ENDED = (JobStep.RESUMED, JobStep.DONE)


def link(connection: Connection, tenant: str, name: str, claims: Iterable[str]) -> None:
    """Let the job `name` wait for `claims`; those it waits for already stay."""
    one = claim_job.c
    known = set(connection.execute(select(one.claim).where(one.tenant == tenant, one.job == name)).scalars())
    rows = [{"tenant": tenant, "job": name, "claim": claim} for claim in dict.fromkeys(claims) if claim not in known]
    if rows:
        connection.execute(insert(claim_job), rows)


def undecided(connection: Connection, tenant: str, name: str) -> int:
    """Return for how many claims the job `name` waits."""
    claims = _waiting(tenant, name).distinct().subquery()
    return int(connection.execute(select(func.count()).select_from(claims)).scalar_one())


def go_on(connection: Connection, tenant: str, claim: str, *, at: str) -> None:
    """End the jobs that waited for `claim` and wait for nothing any more. Called where a version has been decided."""
    one = claim_job.c
    suspended = (
        select(job.c.id)
        .join(claim_job, (one.tenant == job.c.tenant) & (one.job == job.c.id))
        .where(one.tenant == tenant, one.claim == claim, job.c.state == JobState.SUSPENDED.value)
    )
    for name in connection.execute(suspended).scalars().all():
        if not _waits(connection, tenant, name):
            _end(connection, tenant, name, at)


def _waits(connection: Connection, tenant: str, name: str) -> bool:
    return connection.execute(_waiting(tenant, name).limit(1)).first() is not None


def _waiting(tenant: str, name: str) -> Select[tuple[str]]:
    one, standing = claim_job.c, claim_standing.c
    return (
        select(one.claim)
        .join(claim_standing, (standing.tenant == one.tenant) & (standing.claim == one.claim))
        .where(one.tenant == tenant, one.job == name, standing.state.in_([state.value for state in UNDECIDED]))
    )


def _end(connection: Connection, tenant: str, name: str, at: str) -> None:
    same = (job.c.tenant == tenant, job.c.id == name)
    ended = {"state": JobState.DONE.value, "changed_at": at, "detail": "", "events": job.c.events + len(_ENDED)}
    counts = (job.c.events, job.c.done, job.c.total, job.c.failed)
    row = connection.execute(update(job).where(*same).values(**ended).returning(*counts)).one()
    tally = {"done": row.done, "total": row.total, "failed": row.failed}
    for seq, step in enumerate(_ENDED, row.events - len(_ENDED) + 1):
        said = {"tenant": tenant, "job": name, "seq": seq, "at": at, "step": step.value, "detail": ""}
        connection.execute(insert(job_event).values(**said, **tally))
