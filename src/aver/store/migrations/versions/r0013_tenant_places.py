"""Which tenants live in a home for sure, where several homes share their tenants."""

from __future__ import annotations

from alembic import op

from aver.store.row_security import guard
from aver.store.tenant_places import tenant_place

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Create what is missing; in a home just made, the first migration may have done so already."""
    tenant_place.create(op.get_bind(), checkfirst=True)
    guard(op.get_bind(), tenant_place)
