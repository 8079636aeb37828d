"""Rows of what was made of a version: written for one, read under an eligibility, gone with the version.

A row made by another producer counts as missing, so that nothing of two makers is ever mixed; the next enrichment
replaces it. Where a chat model had a hand in it, its name stands behind the producer's: reading takes that for the
producer's work, the work list does not.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import Connection, Row, delete, insert, literal, or_, select

from aver.index.snapshot import Snapshot
from aver.store import schema
from aver.store.problems import Problem, ProblemKind
from aver.values.enrichment import Enrichment, EnrichmentKind, Unenriched
from aver.values.governance import Eligibility

_BATCH = 500


def versions_lacking(
    connection: Connection, tenant: str, kind: EnrichmentKind, producer: str
) -> tuple[Unenriched, ...]:
    """Return the versions of `tenant` without an enrichment of `kind` by `producer`, by key. For writers."""
    version, row = schema.version.c, schema.enrichment.c
    its = (row.tenant == version.tenant, row.tenant == tenant, row.version == version.key)
    made = select(row.version).where(*its, row.kind == kind.value, row.producer == producer)
    wanted = select(version.key, version.tenant, version.document, version.id, version.uri, version.changed)
    found = connection.execute(wanted.where(version.tenant == tenant, ~made.exists()).order_by(version.key))
    return tuple(
        Unenriched(key=key, tenant=owner, document=document, version=identity, uri=uri, changed=changed)
        for key, owner, document, identity, uri, changed in found
    )


def save_enrichment(
    connection: Connection,
    made_of: Unenriched,
    *,
    kind: EnrichmentKind,
    producer: str,
    payload: bytes,
    at: str,
    vectors: bytes = b"",
) -> bool:
    """Store what was made of a version in place of what stood there, inside a write transaction.

    Returns False, and stores nothing, when the version was deleted or changed since it was listed.
    """
    version, row = schema.version.c, schema.enrichment.c
    same = (version.key == made_of.key, version.id == made_of.version, version.changed == made_of.changed)
    if connection.execute(select(version.key).where(version.tenant == made_of.tenant, *same)).first() is None:
        return False
    there = (row.tenant == made_of.tenant, row.version == made_of.key)
    connection.execute(delete(schema.enrichment).where(*there, row.kind == kind.value))
    connection.execute(
        insert(schema.enrichment).values(
            tenant=made_of.tenant,
            version=made_of.key,
            kind=kind.value,
            producer=producer,
            payload=payload,
            vectors=vectors,
            created_at=at,
        )
    )
    return True


def enrichments_of(
    connection: Connection,
    snapshot: Snapshot,
    eligibility: Eligibility,
    *,
    kind: EnrichmentKind,
    producer: str,
    documents: Iterable[str],
    payloads: bool = True,
) -> tuple[Enrichment, ...]:
    """Return what `producer` made of the eligible version of each of `documents`, in the order asked.

    A document without it, or without an eligible version, is left out. `payloads` False reads vectors only.
    """
    mask = snapshot.versions.eligible(eligibility)
    asked = tuple(dict.fromkeys(documents))
    found: dict[str, Enrichment] = {}
    for row in _rows(connection, eligibility.tenant, asked, kind, producer, payloads):
        position = snapshot.versions.position(row.key)
        if position is not None and mask[position]:
            found[row.document] = Enrichment(
                kind=kind,
                producer=row.producer,
                document=row.document,
                version=row.id,
                uri=row.uri,
                payload=row.payload,
                vectors=row.vectors,
            )
    return tuple(found[document] for document in asked if document in found)


def _rows(
    connection: Connection,
    tenant: str,
    documents: Sequence[str],
    kind: EnrichmentKind,
    producer: str,
    payloads: bool,
) -> Iterator[Row[tuple[object, ...]]]:
    row, version = schema.enrichment.c, schema.version.c
    payload = row.payload if payloads else literal(b"").label("payload")
    by = or_(row.producer == producer, row.producer.startswith(f"{producer} ", autoescape=True))
    made = (row.version == version.key, row.kind == kind.value, by)
    wanted = [version.key, version.id, version.document, version.uri, row.producer, row.vectors, payload]
    statement = select(*wanted).where(*made)
    for start in range(0, len(documents), _BATCH):
        some = version.document.in_(documents[start : start + _BATCH])
        yield from connection.execute(statement.where(version.tenant == tenant, row.tenant == tenant, some))


def clear_enrichments(connection: Connection, tenant: str, versions: Sequence[int]) -> int:
    """Remove everything made of the versions of `tenant` with these keys; return how many rows went."""
    made = (schema.enrichment.c.tenant == tenant, schema.enrichment.c.version.in_(versions))
    return connection.execute(delete(schema.enrichment).where(*made)).rowcount


def enrichment_problems(connection: Connection) -> Iterator[Problem]:
    """Yield rows that hang on no version or on one of another tenant, and payloads that can't be unpacked."""
    row, version = schema.enrichment.c, schema.version.c
    rows = connection.execute(
        select(row.version, row.kind, row.tenant, row.payload, version.tenant.label("owner"))
        .select_from(schema.enrichment.outerjoin(schema.version, version.key == row.version))
        .order_by(row.version, row.kind)
    )
    for one in rows:
        where = f"{one.kind} of version {one.version}"
        if one.owner is None:
            yield Problem(kind=ProblemKind.ORPHAN, where=where, detail="its version is missing")
        elif one.owner != one.tenant:
            yield Problem(kind=ProblemKind.LINK, where=where, detail="its version belongs to another tenant")
        try:
            zlib.decompress(one.payload)
        except zlib.error:
            yield Problem(kind=ProblemKind.BLOB, where=where, detail="cannot be unpacked")
