"""The backstop behind the explicit predicates: PostgreSQL itself hides the rows of other tenants.

Every transaction says whose rows it is about (`aver.tenant`, set with its begin and gone with its end); a session that
says nothing sees nothing. The server holds this against every role but the owner of the tables, so the application
connects as another one (docs/postgres-roles.sql). It is never the filter: each query names its tenant itself, and
would be as right without this. Readers, clearance and validity stay with those predicates: they are judged per
question over an index that all callers of a tenant share, and a policy over arrays would keep indexes from being used.
"""

from __future__ import annotations

from sqlalchemy import Connection, Table

EVERY_TENANT = "*"
"""What a transaction says that looks past tenants: migrations, `aver doctor`, the keys of a home."""

_SAID = "(SELECT current_setting('aver.tenant', true))"
_OWNER = {"posting": "segment", "vector_block": "segment"}
"""Tables whose rows belong to the tenant of the row that they point to."""


def guard(connection: Connection, table: Table) -> None:
    """Let every role but the owner see and write only rows of the tenant that its transaction names."""
    mine = _condition(table)
    if mine is None or connection.dialect.name != "postgresql":
        return
    for statement in (
        f"ALTER TABLE {table.name} ENABLE ROW LEVEL SECURITY",
        f"DROP POLICY IF EXISTS one_tenant ON {table.name}",
        f"CREATE POLICY one_tenant ON {table.name} USING ({_SAID} = '{EVERY_TENANT}' OR {mine})",
    ):
        connection.exec_driver_sql(statement)


def _condition(table: Table) -> str | None:
    """Return when a row belongs to the tenant named, None for a table of no tenant."""
    if table.name == "tenant":
        return f"name = {_SAID}"
    if "tenant" in table.c:
        return f"tenant = {_SAID}"
    if parent := _OWNER.get(table.name):
        return f"{parent} IN (SELECT key FROM {parent} WHERE tenant = {_SAID})"  # noqa: S608
    return None
