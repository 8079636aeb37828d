"""Vectors lying once more as pgvector's halfvec under an HNSW graph: a derived table, there only where it was built.

It belongs to no migration, since its type belongs to an extension that a home need not have. Once it is there, every
writer keeps it: a row comes with its chunk and goes with it, in the same transaction, whatever the settings of that
process are. `exact` is the vector as the index stores it, from which scores are computed; `vector` is the same rounded
to 11 bits, in units of 1/32767, and only finds. All vectors have one length, so the inner product orders as the cosine.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from sqlalchemy import Column, Connection, LargeBinary, MetaData, Table

from aver.errors import BadConfiguration
from aver.store.engine import Transactions, fetched
from aver.store.metadata import Key, Text

SETTING = "[store] unsafe_approximate"

NEAR_VECTOR = Table(
    "near_vector",
    MetaData(),
    Column("tenant", Text, primary_key=True),
    Column("id", LargeBinary(16), primary_key=True),
    Column("version", Key, nullable=False),
    Column("exact", LargeBinary, nullable=False),
)
"""The derived table without its column `vector`, whose type SQLAlchemy doesn't know."""

Rows = Sequence[tuple[bytes, int, bytes]]
"""(raw id of the chunk, key of its version, fixed-point vector) each."""

_BUILT = (
    "SELECT quote_ident(n.nspname), a.atttypmod FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid "
    "JOIN pg_namespace n ON n.oid = t.typnamespace "
    "WHERE a.attrelid = to_regclass(quote_ident(current_schema()) || '.near_vector') AND a.attname = 'vector'"
)


def pgvector_at(connection: Connection) -> str | None:
    """Return the quoted schema of pgvector where the derived table is built, else None."""
    rows = fetched(connection, _BUILT, ()) if connection.dialect.name == "postgresql" else ()
    return str(rows[0][0]) if rows else None


def require_near(transactions: Transactions) -> None:
    """Raise BadConfiguration unless the home has the derived table."""
    with transactions.read() as connection:
        required(connection)


def required(connection: Connection) -> str:
    """Return what `pgvector_at` does. Raises BadConfiguration where the derived table isn't built."""
    if connection.dialect.name != "postgresql":
        raise BadConfiguration(f"{SETTING} needs a home in PostgreSQL", hint='take it out, or set it to "off"')
    if (place := pgvector_at(connection)) is None:
        raise BadConfiguration(
            f"{SETTING} is on, but this home has no near_vector table to search",
            hint='run `aver approximate` as the role that owns the tables, or set it to "off"',
        )
    return place


def add_near(connection: Connection, tenant: str, rows: Rows) -> None:
    """Put the vectors of new chunks of `tenant` into the derived table, where there is one."""
    if rows and (place := pgvector_at(connection)) is not None:
        insert_near(connection, place, tenant, rows)


def clear_near(connection: Connection, tenant: str, versions: Sequence[int]) -> None:
    """Take every row of `versions` out of the derived table, where there is one."""
    if pgvector_at(connection) is not None:
        statement = "DELETE FROM near_vector WHERE tenant = %s AND version = ANY(%s::bigint[])"
        connection.exec_driver_sql(statement, (tenant, [int(key) for key in versions]))


def clear_near_tenant(connection: Connection, tenant: str) -> None:
    """Take every row of `tenant` out of the derived table, where there is one."""
    if pgvector_at(connection) is not None:
        connection.exec_driver_sql("DELETE FROM near_vector WHERE tenant = %s", (tenant,))


def insert_near(connection: Connection, place: str, tenant: str, rows: Rows) -> None:
    """Send rows as arrays, which row-level security lets in; pgvector reads its vectors from text."""
    statement = (
        "INSERT INTO near_vector (tenant, id, version, exact, vector) "  # noqa: S608 - a quoted schema
        f"SELECT %s, u.id, u.version, u.exact, u.vector::{place}.halfvec "
        "FROM unnest(%s::bytea[], %s::bigint[], %s::bytea[], %s::text[]) AS u (id, version, exact, vector)"
    )
    ids, versions, exact = (list(column) for column in zip(*rows, strict=True))
    texts = [str(np.frombuffer(vector, "<i2").tolist()) for vector in exact]
    connection.exec_driver_sql(statement, (tenant, ids, versions, exact, texts))
