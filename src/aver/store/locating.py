"""From a span of a document's text to the chunk that holds it, under an eligibility."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from aver.index.snapshot import Snapshot
from aver.store import schema
from aver.values.governance import Eligibility


def chunks_holding(
    connection: Connection,
    snapshot: Snapshot,
    eligibility: Eligibility,
    *,
    version: str,
    spans: Sequence[tuple[int, int]],
) -> tuple[str | None, ...]:
    """Return for each half-open span the smallest chunk of `version` that holds it whole.

    None where no chunk does, and for every span of a version that `eligibility` doesn't open.
    """
    tenant = eligibility.tenant
    key = connection.scalar(
        select(schema.version.c.key).where(schema.version.c.tenant == tenant, schema.version.c.id == version)
    )
    position = None if key is None else snapshot.versions.position(key)
    if position is None or not snapshot.versions.eligible(eligibility)[position]:
        return (None,) * len(spans)
    column = schema.chunk.c
    rows = connection.execute(select(column.id, column.start, column.end).where(column.version == key))
    chunks = sorted((last - first, identity, first, last) for identity, first, last in rows)
    return tuple(
        next((f"chk_{identity.hex()}" for _, identity, first, last in chunks if first <= start and end <= last), None)
        for start, end in spans
    )
