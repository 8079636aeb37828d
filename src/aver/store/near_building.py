"""Making the derived table of near vectors from the index, and making it anew when the index is.

One transaction, so a search finds the old table or the whole new one. Meanwhile other writers wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np
from sqlalchemy import Connection, select
from sqlalchemy.exc import DBAPIError

from aver.errors import BadConfiguration
from aver.index.snapshot import DEAD
from aver.store import schema
from aver.store.engine import fetched
from aver.store.near_vectors import NEAR_VECTOR, SETTING, insert_near, pgvector_at
from aver.store.row_security import guard
from aver.store.segments import read_vectors, unpack_rows

OLDEST = (0, 8)
"""pgvector's first version with iterative scans."""

_BATCH = 1_000
_NOT_ALLOWED = "42501"
"""insufficient_privilege (PostgreSQL, appendix A)."""

_EXTENSION = (
    "SELECT quote_ident(n.nspname), e.extversion FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace "
    "WHERE e.extname = 'vector'"
)
_LENGTH = (
    "SELECT atttypmod FROM pg_attribute WHERE attname = 'vector' "
    "AND attrelid = to_regclass(quote_ident(current_schema()) || '.near_vector')"
)


def build(connection: Connection, dimension: int) -> int:
    """Make the derived table anew, inside a write transaction; return how many vectors it holds.

    Raises BadConfiguration where pgvector is missing or too old, and where the role may not make tables.
    """
    if connection.dialect.name != "postgresql":
        raise BadConfiguration(f"{SETTING} needs a home in PostgreSQL", hint="a folder is always searched exactly")
    found = fetched(connection, _EXTENSION, ())
    if not found or tuple(int(part) for part in found[0][1].split(".")[:2]) < OLDEST:
        has = f"pgvector {found[0][1]}" if found else "no pgvector"
        raise BadConfiguration(
            f"{SETTING} needs pgvector 0.8 or newer, and this database has {has}",
            hint="install it on the server, then run CREATE EXTENSION vector in this database as a superuser",
        )
    halfvec = f"{found[0][0]}.halfvec"
    with _as_owner():
        connection.exec_driver_sql("DROP TABLE IF EXISTS near_vector")
        NEAR_VECTOR.create(connection)
        guard(connection, NEAR_VECTOR)
        connection.exec_driver_sql(f"ALTER TABLE near_vector ADD COLUMN vector {halfvec}({dimension}) NOT NULL")
        count = sum(fill_near(connection, tenant) for tenant in _tenants(connection))
        connection.exec_driver_sql("CREATE INDEX near_vector_by_version ON near_vector (tenant, version)")
        connection.exec_driver_sql(
            f"CREATE INDEX near_vector_graph ON near_vector USING hnsw (vector {halfvec}_ip_ops)"
        )
        connection.exec_driver_sql("ANALYZE near_vector")
    return count


def drop(connection: Connection) -> bool:
    """Remove the derived table; return whether there was one. Raises BadConfiguration for a role that may not."""
    there = pgvector_at(connection) is not None
    if there:
        with _as_owner():
            connection.exec_driver_sql("DROP TABLE near_vector")
    return there


def refill(connection: Connection) -> None:
    """Put the index's vectors in the place of those that were there, where there is a derived table.

    Raises BadConfiguration where they are of another length and the role doesn't own the table.
    """
    if (place := pgvector_at(connection)) is None:
        return
    connection.exec_driver_sql("DELETE FROM near_vector")
    tenants = _tenants(connection)
    vectors = (rows[0][2] for tenant in tenants for rows in sources(connection, tenant) if rows)
    length = len(next(vectors, b"")) // 2
    if length not in (0, fetched(connection, _LENGTH, ())[0][0]):
        with _as_owner():
            connection.exec_driver_sql(f"ALTER TABLE near_vector ALTER COLUMN vector TYPE {place}.halfvec({length})")
    for tenant in tenants:
        fill_near(connection, tenant)


def sources(connection: Connection, tenant: str) -> Iterator[list[tuple[bytes, int, bytes]]]:
    """Yield what the index holds of `tenant`: the tail, then each segment."""
    tail, segment = schema.tail.c, schema.segment
    found = connection.execute(select(tail.id, tail.version, tail.vector).where(tail.tenant == tenant))
    yield [(row.id, row.version, row.vector) for row in found]
    for key in connection.execute(select(segment.c.key).where(segment.c.tenant == tenant)).scalars().all():
        row = connection.execute(select(segment).where(segment.c.tenant == tenant, segment.c.key == key)).one()
        versions = unpack_rows(row.ids, row.versions, row.lengths).versions
        vectors = read_vectors(connection, tenant, key, row.rows)
        yield [
            (row.ids[16 * slot : 16 * slot + 16], int(versions[slot]), vectors[slot].tobytes())
            for slot in np.flatnonzero(versions != DEAD).tolist()
        ]


def fill_near(connection: Connection, tenant: str) -> int:
    """Copy the index's vectors of `tenant` into the derived table, where there is one; return how many."""
    if (place := pgvector_at(connection)) is None:
        return 0
    count = 0
    for rows in sources(connection, tenant):
        for start in range(0, len(rows), _BATCH):
            insert_near(connection, place, tenant, rows[start : start + _BATCH])
        count += len(rows)
    return count


def _tenants(connection: Connection) -> Sequence[str]:
    return connection.execute(select(schema.tenant.c.name)).scalars().all()


@contextmanager
def _as_owner() -> Iterator[None]:
    """Say what is missing where the role may not make or change tables."""
    try:
        yield
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", "") != _NOT_ALLOWED:
            raise
        raise BadConfiguration(
            f"this role may not make or change the table of {SETTING}",
            hint="run `aver approximate` and docs/postgres-roles.sql as the role that owns the tables",
        ) from error
