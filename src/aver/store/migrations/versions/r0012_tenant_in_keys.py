"""The tenant in the rows of blocks and, on PostgreSQL, in every key, with large tables in partitions (decision 0014).

A table that changes is renamed, made anew, filled, counted and dropped, all in the transaction of the migrations.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alembic import op
from sqlalchemy import Connection, Select, Table, func, inspect, literal_column, select, table, text

from aver.errors import StoreDamaged
from aver.store.metadata import METADATA
from aver.store.partitions import is_in_partitions, key_columns
from aver.store.row_security import guard

revision = "0012"
down_revision = "0011"

_BLOCKS = ("posting", "vector_block")
"""Their rows said their segment alone."""


def upgrade() -> None:
    """Change what is not so yet; a home just made is."""
    connection = op.get_bind()
    there = frozenset(inspect(connection).get_table_names())
    tables = [one for one in METADATA.sorted_tables if one.name in there]
    if connection.dialect.name == "sqlite":
        _make_anew(connection, [one for one in tables if one.name in _BLOCKS and not _says_tenant(connection, one)])
        return
    plain = frozenset(
        connection.scalars(
            text(
                "SELECT relname FROM pg_class WHERE relkind = 'r' AND NOT relispartition "
                "AND relnamespace = current_schema()::regnamespace"
            )
        )
    )
    large = [one for one in tables if is_in_partitions(one) and one.name in plain]
    for one in large:
        _step_aside(connection, one.name)
    _make_anew(connection, large)
    for one in tables:
        if one not in large and large:
            _lead_key(connection, one)
            _point_again(connection, one)


def _says_tenant(connection: Connection, one: Table) -> bool:
    return "tenant" in _columns(connection, one.name)


def _columns(connection: Connection, name: str) -> frozenset[str]:
    return frozenset(column["name"] for column in inspect(connection).get_columns(name))


def _step_aside(connection: Connection, name: str) -> None:
    """Rename what belongs to the table called `name`: names of indexes and sequences are the schema's."""
    indexes = "SELECT indexname FROM pg_indexes WHERE schemaname = current_schema() AND tablename = :name"
    for index in connection.scalars(text(indexes), {"name": name}).all():
        connection.execute(text(f'ALTER INDEX "{index}" RENAME TO "old_{index}"'))
    connection.execute(text(f"ALTER SEQUENCE IF EXISTS {name}_key_seq RENAME TO old_{name}_key_seq"))


def _make_anew(connection: Connection, tables: Sequence[Table]) -> None:
    for one in tables:
        connection.execute(text(f"ALTER TABLE {one.name} RENAME TO old_{one.name}"))
    for one in tables:
        one.create(connection)
        guard(connection, one)
    for one in tables:
        _fill(connection, one)
    for one in reversed(tables):
        cascade = "CASCADE" if connection.dialect.name == "postgresql" else ""
        connection.execute(text(f"DROP TABLE old_{one.name} {cascade}"))


def _fill(connection: Connection, one: Table) -> None:
    """Copy every row, and go on numbering behind the highest key. Raises StoreDamaged where rows were lost."""
    held = _columns(connection, f"old_{one.name}")
    names = [column.name for column in one.c if column.name in held or column.name == "tenant"]
    connection.execute(one.insert().from_select(names, _rows(one, names, held)))
    old, new = (
        connection.execute(select(func.count()).select_from(table(name))).scalar_one()
        for name in (f"old_{one.name}", one.name)
    )
    if old != new:
        raise StoreDamaged(f"{old - new} rows of {one.name} hang on nothing", hint="nothing was changed; `aver doctor`")
    if connection.dialect.name == "postgresql":
        if one.autoincrement_column is not None:
            behind = f"SELECT setval(pg_get_serial_sequence('{one.name}', 'key'), max(key)) FROM {one.name}"  # noqa: S608
            connection.execute(text(f"{behind} HAVING max(key) IS NOT NULL"))
        connection.execute(text(f"ANALYZE {one.name}"))


def _rows(one: Table, names: Sequence[str], held: frozenset[str]) -> Select[*tuple[Any, ...]]:
    """Return the rows as they were, each block with the tenant of its segment."""
    before = table(f"old_{one.name}").alias("held")
    if "tenant" in held:
        return select(*(literal_column(f'held."{name}"') for name in names)).select_from(before)
    segment = METADATA.tables["segment"]
    columns = (segment.c.tenant if name == "tenant" else literal_column(f'held."{name}"') for name in names)
    return select(*columns).select_from(before.join(segment, segment.c.key == literal_column("held.segment")))


def _lead_key(connection: Connection, one: Table) -> None:
    """Put the tenant first in the key of a table that stays whole."""
    held = tuple(inspect(connection).get_pk_constraint(one.name)["constrained_columns"])
    if (wanted := key_columns(one)) != held:
        names = ", ".join(f'"{name}"' for name in wanted)
        connection.execute(text(f"ALTER TABLE {one.name} DROP CONSTRAINT {one.name}_pkey, ADD PRIMARY KEY ({names})"))


def _point_again(connection: Connection, one: Table) -> None:
    """Add the foreign keys to tables made anew, which went with the old ones."""
    for key in one.foreign_key_constraints:
        ends = [(end.parent.name, end.column.name) for end in key.elements]
        if len(ends) > 1 and is_in_partitions(key.referred_table):
            here, far = (", ".join(f'"{name}"' for name in names) for names in zip(*ends, strict=True))
            points = f"FOREIGN KEY ({here}) REFERENCES {key.referred_table.name} ({far})"
            connection.execute(text(f"ALTER TABLE {one.name} ADD {points}"))
