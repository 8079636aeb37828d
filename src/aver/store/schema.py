"""The tables of documents, chunks and index blocks; the tenant stands in every row and names it.

Text lives once, in `version.text`; a chunk is a span of it. Sealed chunks have their postings and
vectors in blocks per segment, unsealed ones in `tail`. Everything changes in one transaction, so what
a commit says is visible to the next query of every process, and nothing half-visible ever is.
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
    UniqueConstraint,
)

from aver.store.metadata import METADATA, Key, Text
from aver.store.partitions import in_partitions, points_to

home = Table(
    "home",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)
"""Facts about this home: its id, the encoder its vectors come from, the analyser of its postings."""

tenant = Table(
    "tenant",
    METADATA,
    Column("name", Text, primary_key=True),
    Column("sequence", Key, nullable=False),
)
"""One row per tenant; `sequence` rises with every change the index can see."""

document = Table(
    "document",
    METADATA,
    Column("tenant", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("uri", Text, nullable=False),
    UniqueConstraint("tenant", "id"),
    UniqueConstraint("tenant", "uri"),
)

version = Table(
    "version",
    METADATA,
    Column("key", Key, primary_key=True, autoincrement=True),
    Column("tenant", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("uri", Text, nullable=False),
    Column("number", Integer, nullable=False),
    Column("changed", Key, nullable=False),
    Column("content_hash", Text, nullable=False),
    Column("pipeline", Text, nullable=False),
    Column("ingested_at", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("tree", LargeBinary, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("warnings", Integer, nullable=False),
    Column("readers", Text, nullable=False),
    Column("classification", Integer, nullable=False),
    Column("jurisdictions", Text, nullable=False),
    Column("products", Text, nullable=False),
    Column("tiers", Text, nullable=False),
    Column("valid_from", Text),
    Column("valid_until", Text),
    Column("status", Text, nullable=False),
    Column("superseded_by", Text, nullable=False),
    Column("authority", Float, nullable=False),
    Column("origin_system", Text, nullable=False),
    Column("retention_until", Text),
    Column("legal_hold", Boolean, nullable=False),
    Column("redacted", Boolean, nullable=False),
    UniqueConstraint("tenant", "id"),
    Index("version_by_document", "tenant", "document"),
    Index("version_by_change", "tenant", "changed"),
)
"""One version of a document with its governance; sets are stored one name a line, sorted."""

chunk = Table(
    "chunk",
    METADATA,
    Column("key", Key, primary_key=True, autoincrement=True),
    Column("tenant", Text, nullable=False),
    Column("id", LargeBinary(16), nullable=False),
    Column("version", Key, nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("detail", Text, nullable=False),
    UniqueConstraint("tenant", "id"),
    Index("chunk_by_version", "version"),
    *points_to("version", "version"),
)
"""A chunk: the span it covers and, as JSON in `detail`, the rest of `aver.values.chunks.Chunk`."""

tail = Table(
    "tail",
    METADATA,
    Column("chunk", Key, primary_key=True, autoincrement=False),
    Column("tenant", Text, nullable=False),
    Column("id", LargeBinary(16), nullable=False),
    Column("version", Key, nullable=False),
    Column("length", Integer, nullable=False),
    Column("terms", LargeBinary, nullable=False),
    Column("frequencies", LargeBinary, nullable=False),
    Column("vector", LargeBinary, nullable=False),
    Index("tail_by_tenant", "tenant", "chunk").ddl_if(dialect="sqlite"),
    *points_to("chunk", "chunk"),
)
"""What the index needs of a chunk until its segment is sealed."""

segment = Table(
    "segment",
    METADATA,
    Column("key", Key, primary_key=True, autoincrement=True),
    Column("tenant", Text, nullable=False),
    Column("changed", Key, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("alive", Integer, nullable=False),
    Column("ids", LargeBinary, nullable=False),
    Column("versions", LargeBinary, nullable=False),
    Column("lengths", LargeBinary, nullable=False),
    Index("segment_by_tenant", "tenant", "key").ddl_if(dialect="sqlite"),
    sqlite_autoincrement=True,
)
"""A sealed segment's rows: chunk ids (16 bytes each), version keys (int64), lengths in terms (int64)."""

posting = Table(
    "posting",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("segment", Key, primary_key=True, autoincrement=False),
    Column("term", Key, primary_key=True, autoincrement=False),
    Column("block", LargeBinary, nullable=False),
    *points_to("segment", "segment"),
    sqlite_with_rowid=False,
)
"""Posting blocks (aver.index.postings), appended in the order of the primary key when a segment is sealed."""

vector_block = Table(
    "vector_block",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("segment", Key, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("vectors", LargeBinary, nullable=False),
    *points_to("segment", "segment"),
)
"""Fixed-point vectors of a segment, `VECTOR_BLOCK_ROWS` rows a block."""

enrichment = Table(
    "enrichment",
    METADATA,
    Column("version", Key, primary_key=True, autoincrement=False),
    Column("kind", Text, primary_key=True),
    Column("tenant", Text, nullable=False),
    Column("producer", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("vectors", LargeBinary, nullable=False),
    Column("created_at", Text, nullable=False),
    *points_to("version", "version"),
)
"""What was made of a version (aver.values.enrichment); `vectors` is fixed point int16 by the home's encoder."""

receipt = Table(
    "receipt",
    METADATA,
    Column("tenant", Text, nullable=False),
    Column("id", Text, nullable=False),
    Column("document", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("actor", Text, nullable=False),
    Column("body", Text, nullable=False),
    UniqueConstraint("tenant", "id"),
)
"""What a deletion removed: counts and hashes, never text."""


for _table in (version, chunk, tail, segment, posting, vector_block, enrichment):
    in_partitions(_table)
