"""Jobs that wait for the review of what they proposed."""

from __future__ import annotations

from alembic import op

from aver.store.claim_jobs import claim_job

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create what is missing; in a home just made, the first migration may have done so already."""
    claim_job.create(op.get_bind(), checkfirst=True)
