"""The first schema: every table of the store and the run log."""

from __future__ import annotations

from alembic import op

from aver.store import run_log, schema  # noqa: F401  (their tables belong to the metadata)
from aver.store.metadata import METADATA

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create every table."""
    METADATA.create_all(op.get_bind())
