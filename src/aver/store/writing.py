"""Adding a version: document, text, chunks and index rows become visible in one commit.

Ingesting the same bytes through the same pipeline again changes nothing (A9). Other governance for the
same bytes is a change of the version, not a new one; other bytes at the same uri are a new version
that follows the old; bytes that were there before are that version again, put back on top, so an id
never tells how many versions lie between.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, delete, insert, update

from aver.store import schema
from aver.store.claim_sources import source_changed
from aver.store.engine import insert_rows, new_keys
from aver.store.enrichments import clear_enrichments
from aver.store.near_vectors import add_near
from aver.store.segments import clear_versions, maintain
from aver.store.versions import (
    StoredVersion,
    change_governance,
    find,
    governance_columns,
    latest,
    next_sequence,
    pack_tree,
    version_is,
)
from aver.values.cell_names import moved
from aver.values.chunks import Chunk
from aver.values.codec import encode
from aver.values.documents import Document
from aver.values.governance import Governance
from aver.values.identity import chunk_id, document_id, owner_of, version_id


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedChunk:
    """A chunk with what the index stores of it: sorted term keys, frequencies, length, fixed-point vector."""

    chunk: Chunk
    terms: NDArray[np.int64]
    frequencies: NDArray[np.uint8]
    length: int
    vector: NDArray[np.int16]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewVersion:
    """A parsed, chunked and embedded file, ready to be stored. `pipeline` names parser, chunker, analyser, encoder."""

    uri: str
    content_hash: str
    pipeline: str
    strategy: str
    ingested_at: str
    document: Document
    governance: Governance
    chunks: tuple[IndexedChunk, ...]


class Change(StrEnum):
    """What ingesting one file changed."""

    ADDED = "added"
    NEW_VERSION = "new_version"
    REINSTATED = "reinstated"
    REINDEXED = "reindexed"
    GOVERNANCE = "governance"
    UNCHANGED = "unchanged"


def planned_change(known: StoredVersion | None, content_hash: str, pipeline: str, governance: Governance) -> Change:
    """Return what storing these bytes would change, given the newest version at the uri."""
    if known is None:
        return Change.ADDED
    if known.content_hash != content_hash:
        return Change.NEW_VERSION
    if known.pipeline != pipeline:
        return Change.REINDEXED
    return Change.UNCHANGED if known.governance == governance else Change.GOVERNANCE


def add_version(connection: Connection, new: NewVersion) -> Change:
    """Store `new` inside a write transaction and return what changed."""
    tenant = new.governance.tenant
    known = latest(connection, tenant, new.uri)
    change = planned_change(known, new.content_hash, new.pipeline, new.governance)
    if known is not None and change is Change.UNCHANGED:
        return change
    if known is not None and change is Change.GOVERNANCE:
        change_governance(connection, [known.key], new.governance)
        source_changed(connection, new.governance, known.document, known.key, at=new.ingested_at, reread=True)
        return change
    owner = owner_of(tenant)
    document = document_id(tenant=owner, uri=new.uri)
    if known is None:
        connection.execute(insert(schema.document).values(tenant=tenant, id=document, uri=new.uri))
    identity = version_id(tenant=owner, uri=new.uri, document=document, content=new.content_hash.encode())
    before = known if change is Change.REINDEXED else find(connection, tenant, identity)
    number = 1 if known is None else known.number + 1
    if before is None:
        key = _insert_version(connection, new, document, identity, number)
    else:
        key = _replace_index(connection, before, new, before.number if change is Change.REINDEXED else number)
    _insert_chunks(connection, new, key, identity)
    maintain(connection, tenant)
    reread = change is Change.REINDEXED
    source_changed(connection, new.governance, document, key, at=new.ingested_at, reread=reread)
    return change if before is None or change is Change.REINDEXED else Change.REINSTATED


def _insert_version(connection: Connection, new: NewVersion, document: str, identity: str, number: int) -> int:
    tenant = new.governance.tenant
    statement = insert(schema.version).values(
        tenant=tenant,
        id=identity,
        document=document,
        number=number,
        changed=next_sequence(connection, tenant),
        **_content_columns(new),
        **governance_columns(new.governance),
    )
    return int(connection.execute(statement.returning(schema.version.c.key)).scalar_one())


def _content_columns(new: NewVersion) -> dict[str, object]:
    return {
        "uri": new.uri,
        "content_hash": new.content_hash,
        "pipeline": new.pipeline,
        "ingested_at": new.ingested_at,
        "title": new.document.title,
        "text": new.document.text,
        "tree": pack_tree(new.document),
        "media_type": new.document.media_type,
        "language": new.document.language,
        "warnings": len(new.document.warnings),
    }


def _replace_index(connection: Connection, known: StoredVersion, new: NewVersion, number: int) -> int:
    """Put the same bytes, read anew, in the place of what was indexed of them; return the version's key.

    Read as before, they keep what was made of them and when they came: that a version which somebody may not read lay
    on top of them meanwhile shows in nothing (C5).
    """
    tenant = new.governance.tenant
    columns = _content_columns(new)
    clear_versions(connection, tenant, [known.key])
    if known.pipeline == new.pipeline:
        columns["ingested_at"] = known.ingested_at
    else:
        clear_enrichments(connection, tenant, [known.key])
    connection.execute(delete(schema.chunk).where(schema.chunk.c.tenant == tenant, schema.chunk.c.version == known.key))
    connection.execute(
        update(schema.version)
        .where(version_is(tenant, known.key))
        .values(
            number=number,
            changed=next_sequence(connection, tenant),
            **columns,
            **governance_columns(new.governance),
        )
    )
    return known.key


def _insert_chunks(connection: Connection, new: NewVersion, key: int, identity: str) -> None:
    """Write the chunks of a version and their tail rows."""
    tenant, owner = new.governance.tenant, owner_of(new.governance.tenant)
    keys = new_keys(connection, schema.chunk.c.key, len(new.chunks))
    rows: list[tuple[object, ...]] = []
    tails: list[tuple[object, ...]] = []
    near: list[tuple[bytes, int, bytes]] = []
    for number, part in zip(keys, new.chunks, strict=True):
        start, end = part.chunk.start, part.chunk.end
        name = chunk_id(tenant=owner, uri=new.uri, version=identity, strategy=new.strategy, start=start, end=end)
        raw = bytes.fromhex(name.removeprefix("chk_"))
        detail = {"chunk": encode(part.chunk), **table_detail(new.document, part.chunk)}
        rows.append(
            (number, tenant, raw, key, start, end, part.chunk.kind.value, json.dumps(detail, separators=(",", ":")))
        )
        terms, vector = part.terms.astype("<i8").tobytes(), part.vector.astype("<i2").tobytes()
        tails.append((number, tenant, raw, key, part.length, terms, part.frequencies.tobytes(), vector))
        near.append((raw, key, vector))
    insert_rows(connection, schema.chunk, rows)
    insert_rows(connection, schema.tail, tails)
    add_near(connection, tenant, near)


def table_detail(document: Document, chunk: Chunk) -> dict[str, object]:
    """Return what is stored of the cells that a table chunk shows, header rows included.

    `cells` are `(row, column, start, end, is_header)`; `origin` is the name of the table's first cell, left out
    where the format names none.
    """
    if chunk.table_number is None or chunk.rows is None:
        return {"cells": []}
    tables = (block.table for block in document.blocks if block.table is not None)
    table = next(table for table in tables if table.number == chunk.table_number)
    first, last = chunk.rows
    cells = [
        (cell.row, cell.column, cell.start, cell.end, cell.is_header)
        for cell in table.cells
        if first <= cell.row < last or cell.row < table.header_rows
    ]
    names = (moved(cell.ref, rows=-cell.row, columns=-cell.column) for cell in table.cells if cell.ref)
    origin = next(names, None)
    return {"cells": cells} if origin is None else {"cells": cells, "origin": origin}


def add_versions(connection: Connection, versions: Sequence[NewVersion]) -> tuple[Change, ...]:
    """Store several versions in one transaction."""
    return tuple(add_version(connection, new) for new in versions)
