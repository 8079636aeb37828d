"""The index of one tenant against itself and against the chunk table; no text is read here.

Every chunk stands in exactly one place, the tail or a segment; every blob has the size its rows ask for;
slots rise and are alive; a dead slot holds nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Row, select

from aver.index.postings import MAX_ROWS, unpack
from aver.index.snapshot import DEAD, Rows
from aver.index.vectors import SCALE
from aver.store import schema
from aver.store.problems import Problem, ProblemKind
from aver.store.segments import VECTOR_BLOCK_ROWS, read_postings, segment_is, unpack_rows

_UNIT = (0.97, 1.03)
"""Bounds of a stored vector's length: rounding of 384 components moves it by less than 0.001."""


def index_problems(connection: Connection, tenant: str, dimension: int) -> Iterator[Problem]:
    """Yield what is wrong with the tail and segments of `tenant`."""
    places: Counter[tuple[bytes, int]] = Counter()
    for row in connection.execute(select(schema.tail).where(schema.tail.c.tenant == tenant)):
        places[(row.id, row.version)] += 1
        yield from _tail_row(connection, row, dimension)
    keys = connection.execute(select(schema.segment.c.key).where(schema.segment.c.tenant == tenant)).scalars().all()
    for key in keys:
        row = connection.execute(select(schema.segment).where(segment_is(tenant, key))).one()
        rows = _rows_of(row)
        if rows is None:
            yield _blob(f"segment {key}", "its row columns do not have the length of its rows")
            continue
        alive = rows.versions != DEAD
        ids = rows.ids.astype(">u8")
        places.update((ids[slot].tobytes(), int(rows.versions[slot])) for slot in np.flatnonzero(alive))
        yield from _segment_rows(row, rows, alive)
        yield from _segment_postings(connection, tenant, key, alive)
        yield from _segment_vectors(connection, tenant, key, alive, dimension)
    yield from _places(connection, tenant, places)


def _places(connection: Connection, tenant: str, places: Counter[tuple[bytes, int]]) -> Iterator[Problem]:
    chunk = schema.chunk.c
    stored = {
        (row.id, row.version)
        for row in connection.execute(select(chunk.id, chunk.version).where(chunk.tenant == tenant))
    }
    for identity, version in sorted(stored - places.keys()):
        yield Problem(
            kind=ProblemKind.NOT_INDEXED, where=f"chk_{identity.hex()}", detail=f"no index row under version {version}"
        )
    for identity, version in sorted(places.keys() - stored):
        detail = f"an index row under version {version} without a chunk"
        yield Problem(kind=ProblemKind.ORPHAN, where=f"chk_{identity.hex()}", detail=detail)
    for (identity, _), count in sorted(places.items()):
        if count > 1:
            yield Problem(kind=ProblemKind.INDEXED_TWICE, where=f"chk_{identity.hex()}", detail=f"{count} index rows")


def _tail_row(connection: Connection, row: Row[tuple[object, ...]], dimension: int) -> Iterator[Problem]:
    where = f"tail row {row.chunk}"
    chunk = schema.chunk.c
    named = connection.execute(select(chunk.id).where(chunk.tenant == row.tenant, chunk.key == row.chunk)).scalar()
    if named is not None and named != row.id:
        yield Problem(kind=ProblemKind.IDENTITY, where=where, detail="names another chunk than it points to")
    if len(row.terms) != 8 * len(row.frequencies) or len(row.vector) != 2 * dimension:
        yield _blob(where, "terms, frequencies or vector do not have their length")
        return
    terms = np.frombuffer(row.terms, "<i8")
    if not np.all(terms[1:] > terms[:-1]) or not np.frombuffer(row.frequencies, np.uint8).all():
        yield Problem(kind=ProblemKind.POSTING, where=where, detail="terms do not rise or a frequency is 0")
    if not _is_unit(np.frombuffer(row.vector, "<i2")[None, :]).all():
        yield Problem(kind=ProblemKind.VECTOR, where=where, detail="not a unit vector")


def _rows_of(row: Row[tuple[object, ...]]) -> Rows | None:
    fits = len(row.ids) == 16 * row.rows and len(row.versions) == len(row.lengths) == 8 * row.rows
    return unpack_rows(row.ids, row.versions, row.lengths) if fits and 0 < row.rows <= MAX_ROWS else None


def _segment_rows(row: Row[tuple[object, ...]], rows: Rows, alive: NDArray[np.bool_]) -> Iterator[Problem]:
    where = f"segment {row.key}"
    if row.alive != int(alive.sum()):
        yield Problem(kind=ProblemKind.COUNT, where=where, detail=f"says {row.alive} alive, has {int(alive.sum())}")
    if rows.ids[~alive].any() or rows.lengths[~alive].any():
        yield Problem(kind=ProblemKind.DEAD_SLOT, where=where, detail="a dead slot keeps an id or a length")


def _segment_postings(connection: Connection, tenant: str, key: int, alive: NDArray[np.bool_]) -> Iterator[Problem]:
    for term, block in read_postings(connection, tenant, key):
        where = f"segment {key} term {term}"
        if not block or len(block) % 3:
            yield _blob(where, f"a block of {len(block)} bytes")
            continue
        slots, frequencies = unpack(block)
        if not np.all(slots[1:] > slots[:-1]) or slots[-1] >= len(alive) or not frequencies.all():
            yield Problem(kind=ProblemKind.POSTING, where=where, detail="slots do not rise, or lie outside, or count 0")
        elif not alive[slots].all():
            yield Problem(kind=ProblemKind.DEAD_SLOT, where=where, detail="a posting of a dead slot")


def _segment_vectors(
    connection: Connection, tenant: str, key: int, alive: NDArray[np.bool_], dimension: int
) -> Iterator[Problem]:
    where = f"segment {key}"
    table = schema.vector_block.c
    its = (table.tenant == tenant, table.segment == key)
    found = connection.execute(select(table.number, table.vectors).where(*its).order_by(table.number))
    stored = 0
    for number, vectors in found:
        part = alive[number * VECTOR_BLOCK_ROWS : (number + 1) * VECTOR_BLOCK_ROWS]
        if number != stored or len(vectors) != 2 * dimension * len(part):
            yield _blob(f"{where} vectors {number}", f"{len(vectors)} bytes for {len(part)} rows")
            return
        stored += 1
        rows = np.frombuffer(vectors, "<i2").reshape(len(part), -1)
        if rows[~part].any():
            yield Problem(kind=ProblemKind.DEAD_SLOT, where=f"{where} vectors {number}", detail="a dead slot's vector")
        if not _is_unit(rows[part]).all():
            yield Problem(kind=ProblemKind.VECTOR, where=f"{where} vectors {number}", detail="not unit vectors")
    if stored != -(-len(alive) // VECTOR_BLOCK_ROWS):
        yield _blob(where, f"{stored} blocks of vectors for {len(alive)} rows")


def _is_unit(fixed: NDArray[np.int16]) -> NDArray[np.bool_]:
    length = np.sqrt((fixed.astype(np.float32) ** 2).sum(axis=1)) / SCALE
    within: NDArray[np.bool_] = (length >= _UNIT[0]) & (length <= _UNIT[1])
    return within


def _blob(where: str, detail: str) -> Problem:
    return Problem(kind=ProblemKind.BLOB, where=where, detail=detail)
