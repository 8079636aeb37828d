"""The tables of a logical database: whole ones on each shard, and a coordinator's with one foreign partition on each.

A partitioned table with foreign partitions can have no key, no foreign key and no trigger for rows of its own, so all
of these stand on the shards, where a tenant's rows are all there is to compare with. What its transactions say to the
shards: `store/shards.py`; why: decision 0017.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Column, Connection
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import CreateColumn

from aver.store.metadata import METADATA
from aver.store.revisions import newest
from aver.store.row_security import guards
from aver.store.shards import SAID
from aver.store.whole_tables import OF_NO_TENANT, tables_of_tenants, tenant_column, whole
from aver.values.identity import BASELINE

_DIALECT = postgresql.dialect(paramstyle="named")  # type: ignore[no-untyped-call]
_OWNER = f"CASE WHEN right($1, {len(BASELINE)}) = E'\\x1f{BASELINE[1:]}' THEN left($1, -{len(BASELINE)}) ELSE $1 END"
_REFUSE = """CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF coalesce(current_setting('aver.tenant', true), '') {which} ('', '*') THEN
    RAISE EXCEPTION '{why}' USING ERRCODE = 'AV001';
  END IF;
  RETURN NULL;
END $$"""
_HEAR = f"""CREATE OR REPLACE FUNCTION aver_hear() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN
  IF NEW.version <> '{{known}}' THEN
    RAISE EXCEPTION 'its tables are at migration {{known}}, not %', NEW.version USING ERRCODE = 'AV002';
  END IF;
  PERFORM set_config('aver.tenant', NEW.tenant, true);
  RETURN NULL;
END $$;
CREATE TRIGGER {SAID}_heard BEFORE INSERT ON {SAID} FOR EACH ROW EXECUTE FUNCTION aver_hear()"""
_SLOT = f"""CREATE OR REPLACE FUNCTION aver_slot(text, bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$ SELECT hashtextextended({_OWNER}, $2) $$"""
_SLOTS = "CREATE OPERATOR CLASS aver_slots FOR TYPE text USING hash AS OPERATOR 1 =, FUNCTION 2 aver_slot(text, bigint)"
_SAYING = f"{SAID} (tenant TEXT NOT NULL, version TEXT NOT NULL)"
_OVER_SERVERS = """SELECT relname FROM pg_class c WHERE relkind = 'p' AND relnamespace = current_schema()::regnamespace
AND EXISTS (SELECT FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid
            WHERE inhparent = c.oid AND part.relkind = 'f') ORDER BY relname <> 'aver_said'"""
"""The first is what every transaction of a process has locked."""
_SAYS_WHOSE = """SELECT tgrelid::regclass::text, tgname FROM pg_trigger JOIN pg_class c ON c.oid = tgrelid
WHERE relnamespace = current_schema()::regnamespace AND tgname = relname || '_says_whose'"""


def shard_statements() -> tuple[str, ...]:
    """Return what makes the tables of a shard in an empty schema."""
    return tuple(statement for table in tables_of_tenants() for statement in whole(table))


def shard_guards() -> tuple[str, ...]:
    """Return what lets a shard hear whose rows a transaction is about and of which version of Aver it comes."""
    why = "a change on a shard says whose rows it is about"
    refuse = _REFUSE.format(name="aver_refuse_unsaid", which="IN", why=why)
    return (
        f"CREATE TABLE {_SAYING}",
        _HEAR.format(known=newest()),
        refuse,
        *(_before_change(table.name, "aver_refuse_unsaid") for table in tables_of_tenants()),
    )


def unguard_shard(connection: Connection) -> None:
    """Take `shard_guards` away, inside a write transaction on the shard."""
    for table, trigger in connection.exec_driver_sql(_SAYS_WHOSE).all():
        connection.exec_driver_sql(f"DROP TRIGGER {trigger} ON {table}")
    connection.exec_driver_sql(f"DROP TABLE {SAID}")


def withdraw(connection: Connection) -> None:
    """Take the tables of tenants, which hold no row, from a coordinator, inside a write transaction.

    Until they are made again nobody is served; whoever is being served is waited for.
    """
    names = connection.exec_driver_sql(_OVER_SERVERS).scalars().all()
    for name in (*names, *(table.name for table in tables_of_tenants())):
        connection.exec_driver_sql(f"DROP TABLE IF EXISTS {name} CASCADE")


def coordinator_statements(servers: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Return what makes the tables of a coordinator over `(foreign server, schema there)`; tenants are dealt by hash.

    Those of tenants have been withdrawn; windows kept for comparison lie where their tenant does.
    """
    tables = tables_of_tenants()
    refuse = _REFUSE.format(name="aver_refuse_said", which="NOT IN", why="facts of a home change by themselves")
    made = ["DROP OPERATOR FAMILY IF EXISTS aver_slots USING hash", _SLOT, _SLOTS]
    made += [f"CREATE TABLE {_SAYING} PARTITION BY HASH (tenant aver_slots)", *_foreign(SAID, servers)]
    for table in tables:
        by = tenant_column(table)
        columns = ", ".join(_column(column, plain=column is by) for column in table.c)
        made.append(f"CREATE TABLE {table.name} ({columns}) PARTITION BY HASH ({by.name} aver_slots)")
        made += (*_foreign(table.name, servers), *guards(table, frozenset(column.name for column in table.c)))
    return (*made, refuse, *(_before_change(name, "aver_refuse_said") for name in OF_NO_TENANT))


def _column(column: Column[Any], *, plain: bool) -> str:
    """Return a column as a coordinator has it; `plain`: with no collation of its own.

    What a join says of tenants the planner says again with their collation, and postgres_fdw sends no such condition.
    """
    made = str(CreateColumn(column).compile(dialect=_DIALECT))
    return made.replace(' COLLATE "C"', "") if plain else made


def _before_change(table: str, function: str) -> str:
    trigger = f"CREATE OR REPLACE TRIGGER {table}_says_whose BEFORE INSERT OR UPDATE OR DELETE ON {table}"
    return f"{trigger} FOR EACH STATEMENT EXECUTE FUNCTION {function}()"


def _foreign(table: str, servers: Sequence[tuple[str, str]]) -> list[str]:
    return [
        f"CREATE FOREIGN TABLE {table}_s{number} PARTITION OF {table} "
        f"FOR VALUES WITH (MODULUS {len(servers)}, REMAINDER {number}) "
        f"SERVER \"{server}\" OPTIONS (schema_name '{schema}', table_name '{table}')"
        for number, (server, schema) in enumerate(servers)
    ]


def numbered_behind(connection: Connection) -> None:
    """Let a coordinator, inside a write transaction, go on numbering behind the highest key of every shard."""
    for table in METADATA.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            highest = f"(SELECT max({column.name}) FROM {table.name})"  # noqa: S608 - our own names
            sequence = f"pg_get_serial_sequence('{table.name}', '{column.name}')"
            connection.exec_driver_sql(f"SELECT setval({sequence}, {highest}) WHERE {highest} IS NOT NULL")
