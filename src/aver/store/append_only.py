"""Tables that only grow: triggers refuse every change of a row but the emptying of the columns that erasure empties."""

from __future__ import annotations

from sqlalchemy import DDL, Connection, Table, event
from sqlalchemy.engine.mock import MockConnection

from aver.store.partitions import partitions_of

_REFUSE = """
CREATE OR REPLACE FUNCTION aver_refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  RAISE EXCEPTION '%% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$"""
"""PostgreSQL's triggers call a function; `%%` is a `%` to SQLAlchemy's DDL."""


def append_only(table: Table, *, erasable: str | None = None) -> None:
    """Let nobody change or remove rows of `table`; the column `erasable` may be set to null, and to nothing else.

    A table in partitions is put there before: each of them can be emptied by its own name.
    """
    kept = ", ".join(f'"{column.name}"' for column in table.c if column.name != erasable)
    update = f"UPDATE OF {kept}" if erasable else "UPDATE"
    refused = [(f"{table.name}_refuses_update", update, ""), (f"{table.name}_refuses_delete", "DELETE", "")]
    if erasable:
        only = f'WHEN (NEW."{erasable}" IS NOT NULL)'
        refused.append((f"{table.name}_{erasable}_only_go", f'UPDATE OF "{erasable}"', only))
    _on_creation(table, "postgresql", _REFUSE)
    for name, verb, when in refused:
        trigger = f"CREATE TRIGGER {name} BEFORE {verb} ON {table.name}"
        _on_creation(table, "sqlite", f"{trigger} {when} BEGIN SELECT RAISE(ABORT, '{table.name} is append-only'); END")
        _on_creation(table, "postgresql", f"{trigger} FOR EACH ROW {when} EXECUTE FUNCTION aver_refuse_change()")
    event.listen(table, "after_create", _keep_filled)


def _keep_filled(table: Table, connection: Connection | MockConnection, **_: object) -> None:
    if connection.dialect.name == "postgresql":
        divided = partitions_of(table) if isinstance(connection, Connection) else ()
        for name in (table.name, *divided):
            emptied = f"CREATE TRIGGER {name}_refuses_truncate BEFORE TRUNCATE ON {name}"
            connection.execute(DDL(f"{emptied} EXECUTE FUNCTION aver_refuse_change()"))  # type: ignore[no-untyped-call]


def _on_creation(table: Table, dialect: str, statement: str) -> None:
    ddl = DDL(statement)  # type: ignore[no-untyped-call]
    event.listen(table, "after_create", ddl.execute_if(dialect=dialect))
