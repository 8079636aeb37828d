"""The tables of a home as statements, each table whole, for servers that hold some of the tenants of a database.

There the tenant decides on which server a row lies, so a table needs no partitions on each of them: what is left is
the same columns, keys led by the tenant, foreign keys within a tenant, indexes, triggers and policies.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, Table, create_mock_engine

from aver.store import (  # noqa: F401  (their tables belong to the metadata)
    claim_jobs,
    claim_tables,
    feedback,
    job_tables,
    keys,
    once,
    reembedding,
    run_log,
    schema,
    tenant_places,
    views,
)
from aver.store.metadata import METADATA
from aver.store.partitions import undivided
from aver.store.row_security import guards

OF_NO_TENANT = ("home", "api_key", "tenant_place")
"""What is looked up before a tenant is known: facts of the home, keys of callers, which tenants live here."""


def tables_of_tenants() -> tuple[Table, ...]:
    """Return the tables whose rows are a tenant's, each after those that its foreign keys point to."""
    return tuple(table for table in METADATA.sorted_tables if table.name not in OF_NO_TENANT)


def tenant_column(table: Table) -> Column[str]:
    """Return the column that names the tenant of a row of one of `tables_of_tenants`."""
    return table.c.name if table.name == "tenant" else table.c.tenant


def whole(table: Table) -> tuple[str, ...]:
    """Return the statements that make `table` on PostgreSQL in one piece, with its indexes, triggers and policy."""
    said: list[str] = []

    def told(statement: Any, *_: object) -> None:
        made = str(statement.compile(dialect=mock.dialect)).strip()
        said.append("\n".join(line.rstrip() for line in made.splitlines() if line.strip()))

    mock = create_mock_engine("postgresql://", told, paramstyle="named")
    with undivided():
        table.create(mock, checkfirst=False)
    indexes = sorted(one for one in said if one.startswith(("CREATE INDEX", "CREATE UNIQUE INDEX")))
    triggers = [one for one in said[1:] if one not in indexes]
    return (said[0], *indexes, *triggers, *guards(table, frozenset(column.name for column in table.c)))
