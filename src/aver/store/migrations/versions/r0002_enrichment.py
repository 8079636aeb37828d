"""What is made of a version after it is searchable: summaries, propositions, lifelines."""

from __future__ import annotations

from alembic import op

from aver.store import schema

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the table; in a home just made, the first migration already did."""
    schema.enrichment.create(op.get_bind(), checkfirst=True)
