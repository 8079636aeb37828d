"""The tables of the run log; the tenant stands in every key, and an event can only be added.

`run` is a fold of `run_event` kept for listing. Words stand in `run_payload` alone, so that they can be
erased while the chain in `run_event` still verifies. `run_head` is the tenant's ledger of closed runs.
Hashes, salts and text are stored as bytes: a damaged one is found by comparing, never by failing to
decode.
"""

from __future__ import annotations

from sqlalchemy import Column, Index, Integer, LargeBinary, Table

from aver.store.append_only import append_only
from aver.store.metadata import METADATA, Text
from aver.store.partitions import in_partitions

run = Table(
    "run",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("run", Text, primary_key=True),
    Column("user", Text, nullable=False),
    Column("started_at", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("events", Integer, nullable=False),
    Column("question", Text),
    Column("outcome", Text),
    Index("run_by_user", "tenant", "user", "started_at"),
)
"""One row per run: `question` is the commitment to the question, `outcome` the class of the decision."""

run_event = Table(
    "run_event",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("run", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("noise", Text, nullable=False),
)
"""`body` holds the canonical JSON as it was hashed; `noise` (milliseconds) stands outside the hash."""

run_payload = Table(
    "run_payload",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("run", Text, primary_key=True),
    Column("commitment", Text, primary_key=True),
    Column("document", Text),
    Column("salt", LargeBinary),
    Column("text", LargeBinary),
    Column("receipt", Text),
    Index("run_payload_by_document", "tenant", "document"),
)
"""The words behind a commitment (UTF-8); erased: `salt` and `text` are null and `receipt` says why."""

run_head = Table(
    "run_head",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("run", Text, nullable=False),
    Column("events", Integer, nullable=False),
    Column("head_hash", LargeBinary, nullable=False),
    Column("previous_mac", LargeBinary, nullable=False),
    Column("mac", LargeBinary, nullable=False),
    Index("run_head_by_run", "tenant", "run", unique=True),
)
"""Closed runs in the order they were closed, each signed together with the one before."""


for _table in (run_event, run_payload):
    in_partitions(_table)

for _table in (run_event, run_head):
    append_only(_table)
