"""Every row of a home carried into another database, and read again there before it counts.

What is stored is the same in both databases, down to the bytes of a block, so a home is its rows: carrying them with
their keys keeps every id, rank, hash and signature. Rows travel in the order of their keys, a few hundred at a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    Table,
    UniqueConstraint,
    delete,
    exists,
    func,
    inspect,
    select,
    text,
)

from aver.errors import FromLaterVersion
from aver.store.engine import dialect_of, insert_rows
from aver.store.metadata import METADATA, Text
from aver.store.near_building import fill_near
from aver.store.near_vectors import NEAR_VECTOR, clear_near_tenant
from aver.store.partitions import partitions_of
from aver.store.revisions import VERSIONS
from aver.store.shards import COORDINATOR, SAID
from aver.values.identity import baseline_tenant

_BATCH = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A table as one database holds it: its rows, and the SHA-256 (hex) of all their values in the order of keys."""

    table: str
    rows: int
    digest: str


def carry(source: Connection, target: Connection) -> tuple[Carried, ...]:
    """Copy every row into the empty tables of `target`, inside its transaction; return what was read.

    Raises FromLaterVersion for a table that this version of Aver doesn't know.
    """
    inside = {name for table in METADATA.sorted_tables for name in partitions_of(table)}
    beside = {VERSIONS, NEAR_VECTOR.name, SAID, COORDINATOR}
    unknown = set(inspect(source).get_table_names()) - METADATA.tables.keys() - inside - beside
    if unknown:
        raise FromLaterVersion(f"no table of this version is named {min(unknown)}", hint="upgrade Aver, then try again")
    carried = tuple(_carried(source, table, target) for table in METADATA.sorted_tables)
    dialect_of(target.engine).settle(target)
    return carried


def held(connection: Connection) -> tuple[Carried, ...]:
    """Return every table as this transaction sees it."""
    return tuple(_carried(connection, table, None) for table in METADATA.sorted_tables)


def carry_tenant(
    source: Connection, target: Connection, tenant: str, tables: Sequence[Table] | None = None
) -> tuple[Carried, ...]:
    """Copy every row of `tenant` beside those of others, inside the target's transaction; return what was read.

    Keys stay: on PostgreSQL the tenant is a part of each. Both homes have the same migrations. `tables`: these alone.
    """
    carried = tuple(_carried(source, table, target, tenant) for table in tables or _of_tenants())
    fill_near(target, tenant)
    return carried


def held_of(connection: Connection, tenant: str, tables: Sequence[Table] | None = None) -> tuple[Carried, ...]:
    """Return the rows of `tenant` in every table, or in these, as this transaction sees them."""
    return tuple(_carried(connection, table, None, tenant) for table in tables or _of_tenants())


def carry_tables(source: Connection, target: Connection, tables: Sequence[Table]) -> None:
    """Copy every row of these tables, inside the target's transaction."""
    for table in tables:
        _carried(source, table, target)


def remove_tenant(connection: Connection, tenant: str) -> None:
    """Remove every row of `tenant`, of append-only tables too, which takes the owner of the tables."""
    clear_near_tenant(connection, tenant)
    for table in reversed(_of_tenants()):
        connection.exec_driver_sql(f"ALTER TABLE {table.name} DISABLE TRIGGER USER")
        connection.execute(delete(table).where(_is_of(table, tenant)))
        connection.exec_driver_sql(f"ALTER TABLE {table.name} ENABLE TRIGGER USER")


def number_behind(connection: Connection, tenant: str) -> None:
    """Let numbering go on behind the keys that came with `tenant`; nobody else may be writing."""
    for table in _of_tenants():
        column = table.autoincrement_column
        if column is not None:
            sequence = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
            highest = select(func.max(column)).where(_is_of(table, tenant))
            behind = func.setval(text(sequence), func.greatest(highest.scalar_subquery(), func.nextval(text(sequence))))
            connection.execute(select(behind))


def _of_tenants() -> tuple[Table, ...]:
    """Return the tables that hold rows of tenants, but for where a tenant lives."""
    tables = (table for table in METADATA.sorted_tables if table.name != "tenant_place")
    return tuple(table for table in tables if "tenant" in table.c or table.name == "tenant")


def _is_of(table: Table, tenant: str) -> ColumnElement[bool]:
    column = table.c.name if table.name == "tenant" else table.c.tenant
    return column.in_((tenant, baseline_tenant(tenant)))


def is_empty(connection: Connection) -> bool:
    """Return whether no table there is holds a row."""
    there = set(inspect(connection).get_table_names())
    tables = [table for table in METADATA.sorted_tables if table.name in there]
    return not any(connection.execute(select(exists(select(1).select_from(table)))).scalar() for table in tables)


def _carried(source: Connection, table: Table, target: Connection | None, tenant: str | None = None) -> Carried:
    digest, count = hashlib.sha256(), 0
    for rows in _parts(source, table, tenant):
        if target is not None:
            insert_rows(target, table, [tuple(row) for row in rows])
        for row in rows:
            digest.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
        count += len(rows)
    return Carried(table=table.name, rows=count, digest=digest.hexdigest())


def _parts(connection: Connection, table: Table, tenant: str | None) -> Iterator[Sequence[Row[tuple[object, ...]]]]:
    wanted = select(table).order_by(*_order(connection, table))
    if tenant is not None:
        wanted = wanted.where(_is_of(table, tenant))
    return connection.execute(wanted.execution_options(yield_per=_BATCH)).partitions()


def _order(connection: Connection, table: Table) -> tuple[ColumnElement[Any], ...]:
    """Return the key by code points: the tenant's columns of a coordinator say nothing of how they are sorted."""
    key = _key(table)
    if connection.dialect.name == "sqlite":
        return key
    return tuple(column.collate("C") if column.type is Text else column for column in key)


def _key(table: Table) -> tuple[Column[object], ...]:
    """Return the columns of the primary key, or of the first constraint that names a row."""
    if table.primary_key.columns:
        return tuple(table.primary_key.columns)
    unique = (one for one in table.constraints if isinstance(one, UniqueConstraint))
    return min((tuple(one.columns) for one in unique), key=lambda columns: [column.name for column in columns])
