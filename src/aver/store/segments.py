"""Sealing, merging and clearing segments; each inside the caller's write transaction.

The tail takes new chunks; past `SEAL_AT` rows its oldest become a sealed segment, and `MERGE_AT` small
segments become one. A deletion rewrites the blocks it touches at once, so that no posting and no
vector of a deleted chunk stays anywhere (A9); its slot remains as a dead row until the next merge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, update

from aver.index.postings import MAX_ROWS, Triples, blocks, pack, triples, unpack
from aver.index.snapshot import DEAD, Rows
from aver.store import schema
from aver.store.engine import insert_rows
from aver.store.near_vectors import clear_near
from aver.store.versions import next_sequence

SEAL_AT = 8_192
MERGE_AT = 8
VECTOR_BLOCK_ROWS = 4_096

_ID = np.dtype(">u8")


def pack_rows(rows: Rows) -> dict[str, bytes]:
    """Return the blob columns of a segment's rows."""
    return {
        "ids": rows.ids.astype(_ID).tobytes(),
        "versions": rows.versions.astype("<i8").tobytes(),
        "lengths": rows.lengths.astype("<i8").tobytes(),
    }


def unpack_rows(ids: bytes, versions: bytes, lengths: bytes) -> Rows:
    """Return the rows packed by `pack_rows`."""
    return Rows(
        np.frombuffer(ids, _ID).astype(np.uint64).reshape(-1, 2),
        np.frombuffer(versions, "<i8").astype(np.int64),
        np.frombuffer(lengths, "<i8").astype(np.int64),
    )


def segment_is(tenant: str, key: int) -> ColumnElement[bool]:
    """Return the condition that a row is the segment `key` of `tenant`."""
    return (schema.segment.c.tenant == tenant) & (schema.segment.c.key == key)


def maintain(connection: Connection, tenant: str) -> None:
    """Seal the tail of `tenant` when it is long, merge its segments when many are small."""
    while _tail_length(connection, tenant) >= SEAL_AT:
        _seal(connection, tenant)
    while len(small := _small_segments(connection, tenant)) >= MERGE_AT:
        _merge(connection, tenant, small)


def _tail_length(connection: Connection, tenant: str) -> int:
    counted = select(func.count()).select_from(schema.tail).where(schema.tail.c.tenant == tenant)
    return int(connection.execute(counted).scalar_one())


def _seal(connection: Connection, tenant: str) -> None:
    """Move the oldest rows of the tail, at most a segment full, into a new segment."""
    taken = tuple(
        connection.execute(
            select(schema.tail).where(schema.tail.c.tenant == tenant).order_by(schema.tail.c.chunk).limit(MAX_ROWS)
        )
    )
    rows = Rows(
        np.frombuffer(b"".join(row.id for row in taken), _ID).astype(np.uint64).reshape(-1, 2),
        np.asarray([row.version for row in taken], np.int64),
        np.asarray([row.length for row in taken], np.int64),
    )
    terms = [np.frombuffer(row.terms, "<i8") for row in taken]
    slots = np.repeat(np.arange(len(taken), dtype=np.uint16), [len(part) for part in terms])
    frequencies = np.frombuffer(b"".join(row.frequencies for row in taken), np.uint8)
    vectors = np.frombuffer(b"".join(row.vector for row in taken), "<i2").astype(np.int16).reshape(len(taken), -1)
    write_segment(
        connection, tenant, rows, vectors, Triples(np.concatenate(terms).astype(np.int64), slots, frequencies)
    )
    connection.execute(
        delete(schema.tail).where(schema.tail.c.tenant == tenant, schema.tail.c.chunk <= taken[-1].chunk)
    )


def write_segment(
    connection: Connection, tenant: str, rows: Rows, vectors: NDArray[np.int16], postings: Triples
) -> int:
    """Write a sealed segment of at most 65,536 rows and return its key."""
    key = connection.execute(
        insert(schema.segment)
        .values(
            tenant=tenant,
            changed=next_sequence(connection, tenant),
            rows=len(rows.lengths),
            alive=int(np.count_nonzero(rows.versions != DEAD)),
            **pack_rows(rows),
        )
        .returning(schema.segment.c.key)
    ).scalar_one()
    insert_rows(connection, schema.posting, [(tenant, key, term, block) for term, block in blocks(postings)])
    for number, start in enumerate(range(0, len(vectors), VECTOR_BLOCK_ROWS)):
        part = vectors[start : start + VECTOR_BLOCK_ROWS].astype("<i2").tobytes()
        connection.execute(insert(schema.vector_block).values(tenant=tenant, segment=key, number=number, vectors=part))
    return int(key)


def _small_segments(connection: Connection, tenant: str) -> tuple[tuple[int, int], ...]:
    """Return `(key, alive rows)` of the segments below half a segment, smallest first, at most one merge full."""
    rows = connection.execute(
        select(schema.segment.c.key, schema.segment.c.alive)
        .where(schema.segment.c.tenant == tenant, schema.segment.c.alive < MAX_ROWS // 2)
        .order_by(schema.segment.c.alive, schema.segment.c.key)
    )
    chosen: list[tuple[int, int]] = []
    total = 0
    for key, alive in rows:
        if total + alive > MAX_ROWS:
            break
        chosen.append((key, alive))
        total += alive
    return tuple(chosen)


def _merge(connection: Connection, tenant: str, small: Sequence[tuple[int, int]]) -> None:
    """Replace the `small` segments by one that holds their living rows."""
    keys = sorted(key for key, _ in small)
    parts = [_living(connection, tenant, key) for key in keys]
    ends = np.cumsum([len(rows.lengths) for rows, _, _ in parts])
    joined = Rows(
        np.concatenate([rows.ids for rows, _, _ in parts]),
        np.concatenate([rows.versions for rows, _, _ in parts]),
        np.concatenate([rows.lengths for rows, _, _ in parts]),
    )
    shifted = [
        Triples(found.terms, (found.slots + np.int64(end - len(rows.lengths))).astype(np.uint16), found.frequencies)
        for (rows, _, found), end in zip(parts, ends, strict=True)
    ]
    if len(joined.lengths):
        vectors = np.concatenate([vectors for _, vectors, _ in parts])
        write_segment(connection, tenant, joined, vectors, Triples.joined(shifted))
    drop(connection, tenant, keys)


def _living(connection: Connection, tenant: str, key: int) -> tuple[Rows, NDArray[np.int16], Triples]:
    """Return a segment's rows, vectors and postings without its dead slots, slots renumbered."""
    row = connection.execute(select(schema.segment).where(segment_is(tenant, key))).one()
    rows = unpack_rows(row.ids, row.versions, row.lengths)
    alive = rows.versions != DEAD
    renumbered = np.cumsum(alive) - 1
    found = triples(read_postings(connection, tenant, key))
    kept = alive[found.slots]
    return (
        Rows(rows.ids[alive], rows.versions[alive], rows.lengths[alive]),
        read_vectors(connection, tenant, key, row.rows)[alive],
        Triples(found.terms[kept], renumbered[found.slots[kept]].astype(np.uint16), found.frequencies[kept]),
    )


def drop(connection: Connection, tenant: str, keys: Sequence[int]) -> None:
    """Remove segments with all their blocks."""
    for table, column in (
        (schema.posting, schema.posting.c.segment),
        (schema.vector_block, schema.vector_block.c.segment),
        (schema.segment, schema.segment.c.key),
    ):
        connection.execute(delete(table).where(table.c.tenant == tenant, column.in_(keys)))
    next_sequence(connection, tenant)


def read_postings(connection: Connection, tenant: str, key: int) -> Iterator[tuple[int, bytes]]:
    """Yield `(term key, block)` of a segment in rising order of term."""
    posting = schema.posting.c
    its = (posting.tenant == tenant, posting.segment == key)
    statement = select(posting.term, posting.block).where(*its).order_by(posting.term)
    return ((term, block) for term, block in connection.execute(statement))


def read_vectors(connection: Connection, tenant: str, key: int, rows: int) -> NDArray[np.int16]:
    """Return a segment's vectors (rows, d)."""
    block = schema.vector_block.c
    its = (block.tenant == tenant, block.segment == key)
    size = connection.execute(select(func.sum(func.length(block.vectors))).where(*its)).scalar() or 0
    vectors = np.empty(size // 2, dtype=np.int16)
    filled = 0
    statement = select(block.vectors).where(*its).order_by(block.number)
    for stored in connection.execute(statement).scalars():
        part = np.frombuffer(stored, "<i2")
        vectors[filled : filled + len(part)] = part
        filled += len(part)
    return vectors.reshape(rows, -1)


def clear_versions(connection: Connection, tenant: str, versions: Sequence[int]) -> dict[str, int]:
    """Take every row of `versions` out of tail, segments and derived tables; return how much of what went."""
    gone = {"tail_rows": 0, "segment_rows": 0, "postings": 0, "vectors": 0}
    cleared = connection.execute(
        delete(schema.tail).where(schema.tail.c.tenant == tenant, schema.tail.c.version.in_(versions))
    )
    gone["tail_rows"] = cleared.rowcount
    keys = connection.execute(select(schema.segment.c.key).where(schema.segment.c.tenant == tenant)).scalars().all()
    for key in keys:
        _clear_segment(connection, tenant, key, np.asarray(versions, np.int64), gone)
    clear_near(connection, tenant, versions)
    next_sequence(connection, tenant)
    return gone


def _clear_segment(
    connection: Connection, tenant: str, key: int, versions: NDArray[np.int64], gone: dict[str, int]
) -> None:
    row = connection.execute(select(schema.segment).where(segment_is(tenant, key))).one()
    rows = unpack_rows(row.ids, row.versions, row.lengths)
    dead = np.isin(rows.versions, versions)
    if not dead.any():
        return
    gone["segment_rows"] += int(dead.sum())
    gone["postings"] += _clear_postings(connection, tenant, key, dead)
    gone["vectors"] += _clear_vectors(connection, tenant, key, dead)
    rows.ids[dead], rows.versions[dead], rows.lengths[dead] = 0, DEAD, 0
    connection.execute(
        update(schema.segment)
        .where(segment_is(tenant, key))
        .values(
            alive=int(np.count_nonzero(rows.versions != DEAD)),
            changed=next_sequence(connection, tenant),
            **pack_rows(rows),
        )
    )


def _clear_postings(connection: Connection, tenant: str, key: int, dead: NDArray[np.bool_]) -> int:
    """Rewrite the posting blocks that name a dead slot; return how many postings went."""
    removed = 0
    changed: list[dict[str, object]] = []
    emptied: list[dict[str, object]] = []
    for term, block in tuple(read_postings(connection, tenant, key)):
        slots, frequencies = unpack(block)
        kept = ~dead[slots]
        if kept.all():
            continue
        removed += int((~kept).sum())
        target: dict[str, object] = {"which": term}
        if kept.any():
            changed.append({**target, "block": pack(slots[kept], frequencies[kept])})
        else:
            emptied.append(target)
    posting = schema.posting.c
    same = (posting.tenant == tenant) & (posting.segment == key) & (posting.term == bindparam("which"))
    if changed:
        connection.execute(update(schema.posting).where(same), changed)
    if emptied:
        connection.execute(delete(schema.posting).where(same), emptied)
    return removed


def _clear_vectors(connection: Connection, tenant: str, key: int, dead: NDArray[np.bool_]) -> int:
    """Zero the vectors of dead slots, block by block; return how many."""
    block = schema.vector_block.c
    for number in sorted({int(slot) // VECTOR_BLOCK_ROWS for slot in np.flatnonzero(dead)}):
        same = (block.tenant == tenant) & (block.segment == key) & (block.number == number)
        stored = connection.execute(select(block.vectors).where(same)).scalar_one()
        start = number * VECTOR_BLOCK_ROWS
        part = dead[start : start + VECTOR_BLOCK_ROWS]
        vectors = np.frombuffer(stored, "<i2").reshape(len(part), -1).copy()
        vectors[part] = 0
        connection.execute(update(schema.vector_block).where(same).values(vectors=vectors.tobytes()))
    return int(dead.sum())
