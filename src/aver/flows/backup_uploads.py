"""What was uploaded and isn't ingested yet: the one kind of file in a home that rows of the database point to.

A service writes the file before it records the job, and takes it away after it recorded the job's end. While nobody
may write to the database, the file of every job under way is therefore there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path, PurePosixPath
from typing import Any

from sqlalchemy import Connection, inspect, select, update

from aver.flows.jobs.ingest_asked import UPLOADS
from aver.store.job_tables import job
from aver.values.jobs import JobState


def awaited(connection: Connection) -> tuple[str, ...]:
    """Return the names of the uploads that jobs under way are to read, sorted."""
    paths = (_uploaded(row.arguments) for row in _under_way(connection))
    return tuple(sorted({PurePosixPath(path).name for path in paths if path is not None}))


def move(connection: Connection, home: Path) -> None:
    """Let the jobs under way find their uploads in the folder `home`, wherever it was before."""
    for row in _under_way(connection):
        path = _uploaded(row.arguments)
        if path is not None:
            there = str(home / UPLOADS / PurePosixPath(path).name)
            arguments = json.dumps({**json.loads(row.arguments), "paths": [there]}, sort_keys=True)
            same = (job.c.tenant == row.tenant, job.c.id == row.id)
            connection.execute(update(job).where(*same).values(arguments=arguments))


def _under_way(connection: Connection) -> Sequence[Any]:
    """Return tenant, id and arguments of each job that runs; a home of an early version may have no jobs yet."""
    if not inspect(connection).has_table(job.name):
        return ()
    wanted = select(job.c.tenant, job.c.id, job.c.arguments).where(job.c.state == JobState.RUNNING)
    return connection.execute(wanted).all()


def _uploaded(arguments: str) -> str | None:
    """Return the path of the upload that a job with these arguments reads, None for a job that reads none."""
    asked = json.loads(arguments)
    return str(asked["paths"][0]) if asked.get("uri") is not None and asked.get("paths") else None
