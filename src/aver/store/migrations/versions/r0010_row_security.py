"""Row-level security by tenant, for whoever isn't the owner of the tables (PostgreSQL only)."""

from __future__ import annotations

from alembic import op
from sqlalchemy import inspect

from aver.store.metadata import METADATA
from aver.store.row_security import guard

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Guard every table there is; a table that a later migration makes is guarded by that one."""
    connection = op.get_bind()
    there = frozenset(inspect(connection).get_table_names())
    for table in METADATA.sorted_tables:
        if table.name in there:
            guard(connection, table)
