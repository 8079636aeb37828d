"""The log of who was shown which version."""

from __future__ import annotations

from alembic import op

from aver.store.views import view_row

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create what is missing; in a home just made, the first migration may have done so already."""
    view_row.create(op.get_bind(), checkfirst=True)
