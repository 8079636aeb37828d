"""Large tables on PostgreSQL: the tenant first in their keys, and their rows in partitions by the tenant's hash.

Hash partitions of a fixed number need no change to the tables when a tenant comes, and one of them can lie on another
server later. A statement that names its tenant touches one; each does, since keys are found by tenant only. SQLite has
no partitions: there a numbered key stays the row id, and what else the tables hold is the same (decision 0014).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sqlalchemy import Connection, ForeignKeyConstraint, PrimaryKeyConstraint, Table, event
from sqlalchemy.engine.mock import MockConnection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import CreateTable

PARTITIONS = 8
"""Fixed: another number would move every row of a home."""

_MAKE = """
DO $$ BEGIN
  FOR n IN 0 .. {last} LOOP
    EXECUTE format('CREATE TABLE {table}_p%%s PARTITION OF {table} '
                   'FOR VALUES WITH (MODULUS {all}, REMAINDER %%s)', n, n);
    EXECUTE format('ALTER TABLE {table}_p%%s ENABLE ROW LEVEL SECURITY', n);
  END LOOP;
END $$"""
"""Row security without a policy: whoever isn't the owner reaches a partition by its table alone. `%%` sends `%`."""


_IN_PARTITIONS = " PARTITION BY HASH (tenant)"
_UNDIVIDED: ContextVar[bool] = ContextVar("undivided", default=False)


@contextmanager
def undivided() -> Iterator[None]:
    """Make tables whole meanwhile, as on a server that holds some of the tenants of a database."""
    before = _UNDIVIDED.set(True)
    try:
        yield
    finally:
        _UNDIVIDED.reset(before)


def in_partitions(table: Table) -> None:
    """Let the rows of `table` lie in partitions by tenant where the database has them."""
    table.dialect_options["postgresql"]["partition_by"] = "HASH (tenant)"
    event.listen(table, "after_create", _divide)


def _divide(table: Table, connection: Connection | MockConnection, **_: object) -> None:
    if isinstance(connection, Connection) and connection.dialect.name == "postgresql" and partitions_of(table):
        connection.exec_driver_sql(_MAKE.format(table=table.name, last=PARTITIONS - 1, all=PARTITIONS))


def is_in_partitions(table: Table) -> bool:
    """Return whether the rows of `table` lie in partitions on PostgreSQL."""
    return bool(table.dialect_options["postgresql"]["partition_by"])


def partitions_of(table: Table) -> tuple[str, ...]:
    """Return the names of the partitions that `table` is made with, none for a table that is made whole."""
    if _UNDIVIDED.get() or not is_in_partitions(table):
        return ()
    return tuple(f"{table.name}_p{number}" for number in range(PARTITIONS))


def points_to(column: str, parent: str, key: str = "key") -> tuple[ForeignKeyConstraint, ForeignKeyConstraint]:
    """Return the foreign key from `column` to a row of `parent` of the same tenant, as each database has it."""
    alone = ForeignKeyConstraint([column], [f"{parent}.{key}"])
    together = ForeignKeyConstraint(["tenant", column], [f"{parent}.tenant", f"{parent}.{key}"])
    return alone.ddl_if(dialect="sqlite"), together.ddl_if(dialect="postgresql")


def key_columns(table: Table) -> tuple[str, ...]:
    """Return the columns of the primary key of `table` on PostgreSQL, the tenant among them wherever keys are numbers.

    Left as they are: tables without a tenant, and API keys, which are looked up before a tenant is known.
    """
    names = tuple(column.name for column in table.primary_key)
    lacks = "tenant" in table.c and "tenant" not in names
    return (
        ("tenant", *names) if lacks and (is_in_partitions(table) or table.autoincrement_column is not None) else names
    )


@compiles(PrimaryKeyConstraint, "postgresql")
def _primary_key(constraint: PrimaryKeyConstraint, compiler: Any, **more: Any) -> str:
    names = key_columns(constraint.table)
    if len(names) == len(constraint.columns):
        return str(compiler.visit_primary_key_constraint(constraint, **more))
    return f"PRIMARY KEY ({', '.join(compiler.preparer.quote(name) for name in names)})"


@compiles(CreateTable, "postgresql")
def _create_table(made: CreateTable, compiler: Any, **more: Any) -> str:
    statement = str(compiler.visit_create_table(made, **more))
    return statement.replace(_IN_PARTITIONS, "") if _UNDIVIDED.get() else statement
