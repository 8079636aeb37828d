"""Vectors of another encoder, made beside those in use and put in their place in one commit (A9).

Batches of new vectors are committed to a table of their own, so a crash costs one batch. Until `switch`
commits nothing that a search reads has changed; afterwards no vector of the old encoder is left. A vector
waits under the id of its chunk and the change number of its version: what was changed, deleted or put
back meanwhile is embedded again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from sqlalchemy import Column, Connection, LargeBinary, Row, Select, Table, delete, func, insert, select, update

from aver.errors import AnalyserMismatch, HomeMissing
from aver.index.snapshot import DEAD
from aver.index.vectors import to_fixed
from aver.stages.analyser import ANALYSER_ID
from aver.store import schema
from aver.store.doctor_text import chunk_of, text_of
from aver.store.engine import Transactions
from aver.store.home import facts
from aver.store.metadata import METADATA, Text
from aver.store.near_building import refill
from aver.store.rebuilding import Encode, name_encoder
from aver.store.segments import VECTOR_BLOCK_ROWS, segment_is, unpack_rows
from aver.store.versions import next_sequence

BATCH = 512
"""Chunks embedded and committed together."""

waiting_vector = Table(
    "waiting_vector",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("id", LargeBinary(16), primary_key=True),
    Column("encoder", Text, nullable=False),
    Column("changed", schema.version.c.changed.type, nullable=False),
    Column("vector", LargeBinary, nullable=False),
)
"""A new vector per chunk id, until the switch to its encoder."""


def is_due(transactions: Transactions, encoder: str) -> bool:
    """Return whether the home's vectors come from another encoder. Raises HomeMissing and AnalyserMismatch."""
    with transactions.read() as connection:
        known = facts(connection)
    if known is None:
        raise HomeMissing("the home was never finished", hint="run `aver init` again")
    if known.analyser != ANALYSER_ID:
        raise AnalyserMismatch(
            f"this home's postings come from {known.analyser}, this version analyses with {ANALYSER_ID}",
            hint="`aver doctor --rebuild` makes the whole index anew from the stored text",
        )
    return known.encoder != encoder


def counted(transactions: Transactions, encoder: str) -> tuple[int, int]:
    """Return how many chunks have a vector waiting, and how many chunks there are."""
    with transactions.read() as connection:
        total = int(connection.execute(select(func.count()).select_from(schema.chunk)).scalar_one())
        lacking = int(connection.execute(select(func.count()).select_from(_lacking(encoder).subquery())).scalar_one())
    return total - lacking, total


def embed_batch(transactions: Transactions, *, encode: Encode, encoder: str) -> int:
    """Embed up to `BATCH` chunks that have no vector waiting, commit them, and return how many those were."""
    with transactions.read() as connection:
        rows = connection.execute(_lacking(encoder).order_by(schema.chunk.c.key).limit(BATCH)).all()
        texts = tuple(_texts(connection, rows))
    if not rows:
        return 0
    vectors = to_fixed(encode(texts)).astype("<i2")
    values = [
        {"tenant": row.tenant, "id": row.id, "encoder": encoder, "changed": row.changed, "vector": vector.tobytes()}
        for row, vector in zip(rows, vectors, strict=True)
    ]
    with transactions.write() as connection:
        for row in rows:
            same = (waiting_vector.c.tenant == row.tenant, waiting_vector.c.id == row.id)
            connection.execute(delete(waiting_vector).where(*same))
        connection.execute(insert(waiting_vector), values)
    return len(rows)


def switch(transactions: Transactions, *, encoder: str, dimension: int) -> bool:
    """Put every waiting vector in its place and name the encoder; False where a chunk still lacks one."""
    with transactions.write() as connection:
        if connection.execute(_lacking(encoder).limit(1)).first() is not None:
            return False
        tail, vector = schema.tail.c, waiting_vector.c
        replaced = select(vector.vector).where(vector.tenant == tail.tenant, vector.id == tail.id).scalar_subquery()
        connection.execute(update(schema.tail).values(vector=replaced))
        tenants = connection.execute(select(schema.version.c.tenant).distinct()).scalars().all()
        for tenant in sorted(tenants):
            keys = connection.execute(select(schema.segment.c.key).where(schema.segment.c.tenant == tenant))
            for key in keys.scalars().all():
                _refill(connection, tenant, key, dimension)
            next_sequence(connection, tenant)
        name_encoder(connection, encoder)
        refill(connection)
        connection.execute(delete(waiting_vector))
        return True


def clear_waiting(connection: Connection, tenant: str, versions: Sequence[int]) -> int:
    """Remove the waiting vectors of the chunks of these versions of `tenant`; return how many went."""
    chunk, vector = schema.chunk.c, waiting_vector.c
    chunks = select(chunk.id).where(chunk.tenant == tenant, chunk.version.in_(versions))
    return connection.execute(delete(waiting_vector).where(vector.tenant == tenant, vector.id.in_(chunks))).rowcount


def _lacking(encoder: str) -> Select[tuple[object, ...]]:
    """Return the chunks without a vector by `encoder` that was made of their version as it stands."""
    chunk, version, vector = schema.chunk.c, schema.version.c, waiting_vector.c
    made = select(vector.id).where(
        vector.tenant == chunk.tenant,
        vector.id == chunk.id,
        vector.encoder == encoder,
        vector.changed == version.changed,
    )
    return (
        select(chunk.key, chunk.tenant, chunk.id, chunk.detail, chunk.version, version.changed)
        .join(schema.version, (version.tenant == chunk.tenant) & (version.key == chunk.version))
        .where(~made.exists())
    )


def _texts(connection: Connection, rows: Sequence[Row[tuple[object, ...]]]) -> Iterator[str]:
    """Yield what is embedded for each of `rows`, loading each version once in a row."""
    known = None
    for row in rows:
        if known is None or known.key != row.version:
            known = text_of(connection, row.tenant, row.version)
        yield known.indexed(chunk_of(f"chk_{row.id.hex()}", row.detail))


def _refill(connection: Connection, tenant: str, key: int, dimension: int) -> None:
    """Write the vector blocks of a segment anew; dead slots stay zero."""
    row = connection.execute(select(schema.segment).where(segment_is(tenant, key))).one()
    rows = unpack_rows(row.ids, row.versions, row.lengths)
    alive = np.flatnonzero(rows.versions != DEAD)
    names = [row.ids[16 * slot : 16 * slot + 16] for slot in alive.tolist()]
    found = dict(_vectors(connection, tenant, names))
    vectors = np.zeros((row.rows, dimension), dtype="<i2")
    for slot, name in zip(alive.tolist(), names, strict=True):
        vectors[slot] = np.frombuffer(found[name], "<i2")
    block = schema.vector_block
    connection.execute(delete(block).where(block.c.tenant == tenant, block.c.segment == key))
    for number, start in enumerate(range(0, row.rows, VECTOR_BLOCK_ROWS)):
        part = vectors[start : start + VECTOR_BLOCK_ROWS].tobytes()
        connection.execute(insert(block).values(tenant=tenant, segment=key, number=number, vectors=part))
    changed = next_sequence(connection, tenant)
    connection.execute(update(schema.segment).where(segment_is(tenant, key)).values(changed=changed))


def _vectors(connection: Connection, tenant: str, names: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    for start in range(0, len(names), BATCH):
        some = waiting_vector.c.id.in_(names[start : start + BATCH])
        rows = connection.execute(
            select(waiting_vector.c.id, waiting_vector.c.vector).where(waiting_vector.c.tenant == tenant, some)
        )
        yield from ((row.id, row.vector) for row in rows)
