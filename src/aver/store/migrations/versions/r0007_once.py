"""Idempotency keys of the service."""

from __future__ import annotations

from alembic import op

from aver.store.once import done_once

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create what is missing; in a home just made, the first migration may have done so already."""
    done_once.create(op.get_bind(), checkfirst=True)
