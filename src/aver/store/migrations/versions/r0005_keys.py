"""API keys of the service."""

from __future__ import annotations

from alembic import op

from aver.store.keys import api_key

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create what is missing; in a home just made, the first migration may have done so already."""
    api_key.create(op.get_bind(), checkfirst=True)
