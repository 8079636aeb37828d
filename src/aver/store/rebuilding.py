"""Making the index anew from the chunk table and the text, in one transaction (architecture.md).

Terms are derived and vectors computed again, so this also moves a home to another encoder or analyser.
Readers go on with the old index until the commit; a crash leaves it as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, insert, select, update

from aver.index.vectors import to_fixed
from aver.stages.analyser import ANALYSER_ID, TermVector
from aver.stages.pipeline import reindexed
from aver.store import schema
from aver.store.doctor_text import chunk_of, chunks_by_version
from aver.store.engine import Transactions
from aver.store.near_building import refill
from aver.store.segments import maintain
from aver.store.versions import next_sequence

BATCH = 512
"""Chunks embedded at once."""

_Row = tuple[int, bytes, int, str, TermVector]
"""(key of the chunk, its raw id, key of its version, text to embed, its terms)"""

Encode = Callable[[Sequence[str]], NDArray[np.float32]]


def rebuild(transactions: Transactions, *, encode: Encode, encoder: str) -> int:
    """Replace the index of every tenant; return how many chunks it holds. Raises HomeBusy and StoreDamaged."""
    with transactions.write() as connection:
        for table in (schema.posting, schema.vector_block, schema.segment, schema.tail):
            connection.execute(delete(table))
        name_encoder(connection, encoder)
        tenants = connection.execute(select(schema.version.c.tenant).distinct()).scalars().all()
        count = sum(_rebuild_tenant(connection, tenant, encode) for tenant in sorted(tenants))
        refill(connection)
        return count


def _rebuild_tenant(connection: Connection, tenant: str, encode: Encode) -> int:
    waiting: list[_Row] = []
    done = 0
    for version, chunks in chunks_by_version(connection, tenant):
        waiting += [
            (key, raw, version.key, version.indexed(chunk), version.terms(chunk))
            for key, raw, detail in chunks
            for chunk in (chunk_of(f"chk_{raw.hex()}", detail),)
        ]
        while len(waiting) >= BATCH:
            done += _insert(connection, tenant, waiting[:BATCH], encode)
            del waiting[:BATCH]
    done += _insert(connection, tenant, waiting, encode) if waiting else 0
    next_sequence(connection, tenant)
    return done


def _insert(connection: Connection, tenant: str, rows: Sequence[_Row], encode: Encode) -> int:
    vectors = to_fixed(encode([text for _, _, _, text, _ in rows]))
    values = []
    for (key, raw, version, _, found), vector in zip(rows, vectors, strict=True):
        terms, frequencies, length = found
        values.append(
            {
                "chunk": key,
                "tenant": tenant,
                "id": raw,
                "version": version,
                "length": length,
                "terms": terms.astype("<i8").tobytes(),
                "frequencies": frequencies.tobytes(),
                "vector": vector.astype("<i2").tobytes(),
            }
        )
    connection.execute(insert(schema.tail), values)
    maintain(connection, tenant)
    return len(rows)


def name_encoder(connection: Connection, encoder: str) -> None:
    """Record what the new index is made with, for the home and in every version's pipeline."""
    for name, value in (("encoder", encoder), ("analyser", ANALYSER_ID)):
        connection.execute(update(schema.home).where(schema.home.c.name == name).values(value=value))
    pipelines = connection.execute(select(schema.version.c.pipeline).distinct()).scalars().all()
    for pipeline in pipelines:
        renamed = update(schema.version).where(schema.version.c.pipeline == pipeline)
        connection.execute(renamed.values(pipeline=reindexed(pipeline, encoder=encoder)))
