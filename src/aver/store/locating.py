"""Whole texts of documents, and the chunks that hold a span of them, under an eligibility."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, select

from aver.index.snapshot import Snapshot
from aver.store import schema
from aver.store.versions import version_is
from aver.values.governance import Eligibility, Status


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
    its = (column.tenant == tenant, column.version == key)
    rows = connection.execute(select(column.id, column.start, column.end).where(*its))
    chunks = sorted((last - first, identity, first, last) for identity, first, last in rows)
    return tuple(
        next((f"chk_{identity.hex()}" for _, identity, first, last in chunks if first <= start and end <= last), None)
        for start, end in spans
    )


def texts_of(
    connection: Connection, snapshot: Snapshot, eligibility: Eligibility, documents: Sequence[str]
) -> dict[str, str]:
    """Return the canonical text of the eligible version of each of `documents` that has one, by document id."""
    opened = _opened(connection, snapshot, eligibility, documents)
    column = schema.version.c
    found = connection.execute(select(column.key, column.text).where(version_is(eligibility.tenant, *opened)))
    return {opened[key]: text for key, text in found}


def current_contents(
    connection: Connection, snapshot: Snapshot, eligibility: Eligibility, documents: Sequence[str]
) -> dict[str, str]:
    """Return the content hash of the eligible version of each of `documents`, by document id.

    A document that is superseded or archived is not current and is left out.
    """
    opened = _opened(connection, snapshot, eligibility, documents)
    current = {
        row.key: row.document
        for row in snapshot.versions.rows
        if row.key in opened and row.governance.status is Status.ACTIVE and not row.governance.superseded_by
    }
    column = schema.version.c
    found = connection.execute(select(column.key, column.content_hash).where(version_is(eligibility.tenant, *current)))
    return {current[key]: content for key, content in found}


def _opened(
    connection: Connection, snapshot: Snapshot, eligibility: Eligibility, documents: Sequence[str]
) -> dict[int, str]:
    """Return by key the eligible versions of `documents`."""
    mask = snapshot.versions.eligible(eligibility)
    column = schema.version.c
    rows = connection.execute(
        select(column.key, column.document).where(column.tenant == eligibility.tenant, column.document.in_(documents))
    ).all()
    return {
        key: document
        for key, document in rows
        if (position := snapshot.versions.position(key)) is not None and mask[position]
    }
