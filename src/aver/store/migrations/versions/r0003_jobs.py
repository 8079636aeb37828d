"""Jobs, vectors waiting for the switch to another encoder, and a way to unfinished runs that costs nothing."""

from __future__ import annotations

from alembic import op

from aver.store.job_tables import job, job_event
from aver.store.reembedding import waiting_vector

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Create what is missing; in a home just made, the first migration may have done so already."""
    connection = op.get_bind()
    for table in (job, job_event, waiting_vector):
        table.create(connection, checkfirst=True)
    op.execute("CREATE INDEX IF NOT EXISTS run_unfinished ON run (tenant) WHERE state = 'open'")
