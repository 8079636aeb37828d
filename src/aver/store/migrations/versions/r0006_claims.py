"""Claims that people stand behind, and the queue of their review."""

from __future__ import annotations

from alembic import op

from aver.store.claim_tables import TABLES

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Create what is missing; in a home just made, the first migration may have done so already."""
    connection = op.get_bind()
    for table in TABLES:
        table.create(connection, checkfirst=True)
