"""What a home holds of its encoder: the id, and one text with the vector that was made of it.

An encoder behind a server may become another under the same name. One stored vector, made again, tells.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, inspect, select

from aver.index.snapshot import DEAD
from aver.store import schema
from aver.store.doctor_text import chunk_of, text_of
from aver.store.engine import Transactions
from aver.store.home import existing, facts
from aver.store.segments import VECTOR_BLOCK_ROWS, unpack_rows
from aver.store.shards import over_shards


@dataclass(frozen=True, slots=True, kw_only=True)
class Sampled:
    """The recorded encoder, "" where there is no home yet, and a text with its fixed-point vector (d,), if any."""

    encoder: str = ""
    text: str = ""
    vector: NDArray[np.int16] | None = None


def sampled(folder: Path, *, url: str = "") -> Sampled:
    """Return what the home holds of its encoder; arguments as of `aver.store.home.open_home`."""
    engine = existing(folder, url)
    if engine is None:
        return Sampled()
    try:
        if not inspect(engine).has_table(schema.home.name):
            return Sampled()
        with Transactions(over_shards(engine)).read() as connection:
            known = facts(connection)
            found = None if known is None else _tail(connection) or _segment(connection)
            if known is None or found is None:
                return Sampled(encoder="" if known is None else known.encoder)
            raw, vector = found
            row = connection.execute(select(schema.chunk).where(schema.chunk.c.id == raw).limit(1)).one()
            text = text_of(connection, row.tenant, row.version).indexed(chunk_of(f"chk_{raw.hex()}", row.detail))
            return Sampled(encoder=known.encoder, text=text, vector=np.frombuffer(vector, "<i2").astype(np.int16))
    finally:
        engine.dispose()


def _tail(connection: Connection) -> tuple[bytes, bytes] | None:
    """Return id and vector of a chunk that no segment holds yet."""
    row = connection.execute(select(schema.tail.c.id, schema.tail.c.vector).limit(1)).first()
    return None if row is None else (row.id, row.vector)


def _segment(connection: Connection) -> tuple[bytes, bytes] | None:
    """Return id and vector of the first living chunk in the first block of the first segment that has one."""
    table, block = schema.segment.c, schema.vector_block.c
    for row in connection.execute(select(schema.segment).where(table.alive > 0).order_by(table.key)):
        first = (block.tenant == row.tenant, block.segment == row.key, block.number == 0)
        vectors = connection.execute(select(block.vectors).where(*first)).scalar()
        versions = unpack_rows(row.ids, row.versions, row.lengths).versions[:VECTOR_BLOCK_ROWS]
        alive = np.flatnonzero(versions != DEAD)
        if vectors and len(alive):
            slot, width = int(alive[0]), len(vectors) // len(versions)
            return row.ids[16 * slot : 16 * slot + 16], vectors[width * slot : width * (slot + 1)]
    return None
