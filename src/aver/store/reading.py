"""Reading text back: only under an eligibility, checked again in the same transaction.

The ids came from the index, but what decides here is the mask of this snapshot: a chunk whose version
is no longer eligible is not returned, whoever asks for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Connection, Row, select

from aver.index.snapshot import Snapshot
from aver.stages.chunking.render import SEPARATOR, name_of
from aver.store import schema
from aver.store.versions import governance_of, version_is
from aver.values.chunks import Chunk
from aver.values.codec import decode
from aver.values.evidence import Freshness, Passage
from aver.values.governance import Eligibility, Status
from aver.values.sealed import Sealed

_BATCH = 500


def confirmed(
    connection: Connection, snapshot: Snapshot, eligibility: Eligibility, chunks: Sequence[str]
) -> frozenset[str]:
    """Return which chunk ids `eligibility` still opens in this snapshot (C6)."""
    open_versions = _open_versions(snapshot, eligibility)
    return frozenset(
        _printed(row.id) for row in _chunk_rows(connection, eligibility.tenant, chunks) if row.version in open_versions
    )


def passages(
    connection: Connection, snapshot: Snapshot, eligibility: Eligibility, chunks: Sequence[str]
) -> tuple[Passage, ...]:
    """Return the eligible ones of `chunks` as passages, in the order asked."""
    open_versions = _open_versions(snapshot, eligibility)
    rows = [row for row in _chunk_rows(connection, eligibility.tenant, chunks) if row.version in open_versions]
    versions = _versions(connection, eligibility.tenant, {row.version for row in rows})
    found = {_printed(row.id): _passage(row, versions[row.version]) for row in rows}
    return tuple(found[chunk] for chunk in chunks if chunk in found)


def _open_versions(snapshot: Snapshot, eligibility: Eligibility) -> frozenset[int]:
    mask = snapshot.versions.eligible(eligibility)
    return frozenset(snapshot.versions.keys[mask].tolist())


def _chunk_rows(connection: Connection, tenant: str, chunks: Sequence[str]) -> Iterable[Row[tuple[object, ...]]]:
    raw = [bytes.fromhex(chunk.removeprefix("chk_")) for chunk in chunks]
    for start in range(0, len(raw), _BATCH):
        yield from connection.execute(
            select(schema.chunk).where(
                schema.chunk.c.tenant == tenant, schema.chunk.c.id.in_(raw[start : start + _BATCH])
            )
        )


def _printed(raw: bytes) -> str:
    return f"chk_{raw.hex()}"


def _versions(connection: Connection, tenant: str, keys: Iterable[int]) -> dict[int, Row[tuple[object, ...]]]:
    columns = [column for column in schema.version.c if column.name != "tree"]
    statement = select(*columns).where(version_is(tenant, *keys))
    return {row.key: row for row in connection.execute(statement)}


def _passage(row: Row[tuple[object, ...]], version: Row[tuple[object, ...]]) -> Passage:
    detail = json.loads(row.detail)
    chunk = decode(Chunk, detail["chunk"])
    governance = governance_of(version)
    owner = version.document

    def sealed(span: tuple[int, int] | None) -> Sealed:
        return Sealed(version.text[span[0] : span[1]] if span else "", owner)

    return Passage(
        chunk=_printed(row.id),
        document=owner,
        version=version.id,
        uri=version.uri,
        title=Sealed(version.title, owner),
        text=sealed((chunk.start, chunk.end)),
        start=chunk.start,
        end=chunk.end,
        kind=chunk.kind,
        section_path=Sealed(section_path(chunk), owner),
        header=sealed(chunk.header),
        lead_in=sealed(chunk.lead_in),
        qualifier=sealed(chunk.qualifier),
        page=chunk.page,
        table_number=chunk.table_number,
        rows=chunk.rows,
        table_cells=tuple((row, column, start, end, head) for row, column, start, end, head in detail["cells"]),
        table_origin=Sealed(detail.get("origin", ""), owner),
        items=chunk.items,
        freshness=_freshness(governance.status, governance.superseded_by),
        successors=governance.superseded_by,
        authority=governance.authority,
        origin_system=governance.origin_system,
        ingested_at=version.ingested_at,
        valid_from=governance.valid_from,
        valid_until=governance.valid_until,
        content_hash=version.content_hash,
        tokens=chunk.tokens,
    )


def section_path(chunk: Chunk) -> str:
    """Return the named titles above a chunk joined by " > "; synthetic names never appear (A3)."""
    return SEPARATOR.join(name for name in map(name_of, chunk.section) if name)


def _freshness(status: Status, successors: tuple[str, ...]) -> Freshness:
    if status is Status.ARCHIVED:
        return Freshness.ARCHIVED
    return Freshness.SUPERSEDED if status is Status.SUPERSEDED or successors else Freshness.ACTIVE
