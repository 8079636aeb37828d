"""Writers that name one tenant: keys by the sequence, policies that know a tenant's baseline (PostgreSQL only)."""

from __future__ import annotations

from alembic import op
from sqlalchemy import inspect

from aver.store.metadata import METADATA
from aver.store.row_security import guard

revision = "0011"
down_revision = "0010"

_BEHIND_THE_HIGHEST = (
    "SELECT setval(pg_get_serial_sequence('chunk', 'key'), max(key)) FROM chunk HAVING max(key) IS NOT NULL"
)


def upgrade() -> None:
    """Let the sequence of chunk keys go on behind those given without it, and write every policy anew."""
    connection = op.get_bind()
    if connection.dialect.name != "postgresql":
        return
    connection.exec_driver_sql(_BEHIND_THE_HIGHEST)
    there = frozenset(inspect(connection).get_table_names())
    for table in METADATA.sorted_tables:
        if table.name in there:
            guard(connection, table)
