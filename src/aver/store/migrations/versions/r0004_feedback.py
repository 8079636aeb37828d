"""What callers said about answers, and the drift alarms that followed."""

from __future__ import annotations

from alembic import op

from aver.store.feedback import drift_alarm, feedback

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create what is missing; in a home just made, the first migration may have done so already."""
    connection = op.get_bind()
    for table in (feedback, drift_alarm):
        table.create(connection, checkfirst=True)
