"""The tables of claims and of their review; the tenant stands in every key, and a version can only be added.

`claim_standing` is a fold of `claim_event`. Words stand in two columns that deletion empties (`words`); every other
column of a version or an event is guarded by a trigger. A claim is in service for a caller while every citation has
an anchor in the version of its document that this caller reads now.
"""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    LargeBinary,
    Table,
    text,
)

from aver.store.append_only import append_only
from aver.store.metadata import METADATA, Key, Text
from aver.store.partitions import points_to

claim = Table(
    "claim",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("id", Text, primary_key=True),
    Column("at", Text, nullable=False),
    Column("own", Text),
)
"""A line of versions; `own` is the governance of its author's words as JSON, null where only sources govern."""

claim_version = Table(
    "claim_version",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("claim", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("origin", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("supersedes", Integer),
    Column("confidence", Float),
    Column("words", LargeBinary),
)
"""What a version says (`words`, JSON) and who said it; `words` is null once a cited document was deleted."""

claim_event = Table(
    "claim_event",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("claim", Text, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("act", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("about", Key, nullable=False),
    Column("words", Text),
)
"""Who did what to which version, and why (`words`); `about` is the key of the changed version it concerns, else 0."""

claim_standing = Table(
    "claim_standing",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("claim", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("receipt", Text, nullable=False),
    Index("claim_standing_by_state", "tenant", "state"),
    Index(
        "claim_has_one_frozen",
        "tenant",
        "claim",
        unique=True,
        sqlite_where=text("state = 'frozen'"),
        postgresql_where=text("state = 'frozen'"),
    ),
)
"""The state of every version; no claim ever has two frozen ones."""

claim_source = Table(
    "claim_source",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("claim", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("document", Text, nullable=False),
    Column("version", Text, nullable=False),
    Index("claim_source_by_document", "tenant", "document"),
    Index("claim_source_by_version", "tenant", "version"),
)
"""The document and version that each citation was taken from."""

claim_anchor = Table(
    "claim_anchor",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("claim", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("version", Key, primary_key=True, autoincrement=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("although_superseded", Boolean, nullable=False),
    Index("claim_anchor_by_version", "version"),
    *points_to("version", "version"),
)
"""Where a citation was verified to stand, by version; `although_superseded` where a person looked and said so."""

claim_vector = Table(
    "claim_vector",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("claim", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("encoder", Text, primary_key=True),
    Column("vector", LargeBinary, nullable=False),
)
"""The fixed-point vector of a version's statement, by encoder."""

claim_clock = Table(
    "claim_clock",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("sequence", Key, nullable=False),
)
"""Rises with every change a search for claims can see; each search compares it first."""

review_item = Table(
    "review_item",
    METADATA,
    Column("key", Key, primary_key=True, autoincrement=True),
    Column("tenant", Text, nullable=False),
    Column("claim", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("why", Text, nullable=False),
    Column("changed", Key, nullable=False),
    Column("queued_at", Text, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("leased_by", Text, nullable=False),
    Column("leased_until", Text, nullable=False),
    Column("escalated_by", Text, nullable=False),
    Index("review_item_open", "tenant", "open", "key"),
    Index("review_item_once", "tenant", "claim", "number", "changed", unique=True),
    sqlite_autoincrement=True,
)
"""What waits for a person; `changed` is the key of the version that changed a source, 0 for a candidate."""


for _table in (claim_version, claim_event):
    append_only(_table, erasable="words")

TABLES = (
    claim,
    claim_version,
    claim_event,
    claim_standing,
    claim_source,
    claim_anchor,
    claim_vector,
    claim_clock,
    review_item,
)
