"""The tables of jobs; the tenant stands in every key. They lie in the store's own file (decision 0009)."""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Integer, Table

from aver.store.metadata import METADATA, Text

job = Table(
    "job",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("user", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("arguments", Text, nullable=False),
    Column("begun_at", Text, nullable=False),
    Column("changed_at", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("cancel_asked", Boolean, nullable=False),
    Column("detail", Text, nullable=False),
)
"""One row per job; `events` numbers its events, `cancel_asked` is how another process stops it."""

job_event = Table(
    "job_event",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("job", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("step", Text, nullable=False),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Column("detail", Text, nullable=False),
)
"""What happened to a job, in order: counts and names of errors, never text of a document."""
