"""The backstop behind the explicit predicates: PostgreSQL itself hides the rows of other tenants.

Every transaction says whose rows it is about (`aver.tenant`, set with its begin and gone with its end); a session that
says nothing sees nothing. The server holds this against every role but the owner of the tables, so the application
connects as another one (docs/postgres-roles.sql). It is never the filter: each query names its tenant itself, and
would be as right without this. Readers, clearance and validity stay with those predicates: they are judged per
question over an index that all callers of a tenant share, and a policy over arrays would keep indexes from being used.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, Table, text

from aver.values.identity import BASELINE

EVERY_TENANT = "*"
"""What a transaction says that looks past tenants: migrations, `aver doctor`, the keys of a home."""

_SAID = "(SELECT current_setting('aver.tenant', true))"
_BASELINE = f"(SELECT current_setting('aver.tenant', true) || E'{BASELINE.encode('unicode_escape').decode()}')"
"""The windows kept for comparison, which are their tenant's (aver.values.identity)."""


def only_tenant(tenants: Iterable[str]) -> str:
    """Return what a transaction says that is about rows of `tenants`: the one there is, else every tenant."""
    named = frozenset(tenants)
    return min(named) if len(named) == 1 else EVERY_TENANT


def guard(connection: Connection, table: Table) -> None:
    """Let every role but the owner see and write only rows of the tenant that its transaction names.

    A table whose rows don't say their tenant yet is left to the migration that adds it.
    """
    if connection.dialect.name != "postgresql":
        return
    named = "SELECT attname FROM pg_attribute WHERE attrelid = to_regclass(:name) AND attnum > 0"
    for statement in guards(table, frozenset(connection.scalars(text(named), {"name": table.name}))):
        connection.exec_driver_sql(statement)


def guards(table: Table, columns: frozenset[str]) -> tuple[str, ...]:
    """Return the statements that guard `table` with these columns, none where its rows don't say their tenant."""
    mine = _condition(columns, table)
    if mine is None:
        return ()
    return (
        f"ALTER TABLE {table.name} ENABLE ROW LEVEL SECURITY",
        f"DROP POLICY IF EXISTS one_tenant ON {table.name}",
        f"CREATE POLICY one_tenant ON {table.name} USING ({_SAID} = '{EVERY_TENANT}' OR {mine})",
    )


def _condition(columns: frozenset[str], table: Table) -> str | None:
    """Return when a row belongs to the tenant named, None for a table of no tenant."""
    if table.name == "tenant":
        return _named("name")
    return _named("tenant") if "tenant" in columns else None


def _named(column: str) -> str:
    return f"{column} = {_SAID} OR {column} = {_BASELINE}"
