"""Keeps a snapshot of each tenant's index in step with the store, inside the reader's transaction.

The tenant's change number is compared first, so an unchanged index costs one row. Sealed segments that
didn't change keep their arrays, and so do versions that didn't; the tail is read again. A snapshot is
replaced as a whole, so threads that still hold the old one are never disturbed.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from aver.index.columns import VersionColumns
from aver.index.lexical import PostingReader
from aver.index.postings import unpack
from aver.index.snapshot import EligibleRows, Matrix, Rows, Segment, Snapshot, Tail, empty_tail
from aver.store import schema
from aver.store.cache_hits import CacheHits
from aver.store.engine import fetched
from aver.store.segments import read_vectors, segment_is, unpack_rows
from aver.store.versions import index_rows
from aver.values.governance import Eligibility

BLOCK_CACHE_BYTES = 64_000_000
_SEQUENCE = "SELECT sequence FROM tenant WHERE name = ?"


class IndexCache:
    """Snapshots by tenant and recently used posting blocks; safe for several threads."""

    def __init__(self, dimension: int, *, vectors: bool = True) -> None:
        """`vectors`: keep those of sealed segments in memory, as an exact search needs them."""
        self.hits = CacheHits()
        self._dimension = dimension
        self._vectors = vectors
        self._snapshots: dict[str, Snapshot] = {}
        self._blocks: OrderedDict[tuple[int, int, int], bytes] = OrderedDict()
        self._block_bytes = 0
        self._lock = threading.Lock()

    def snapshot(self, connection: Connection, tenant: str) -> Snapshot:
        """Return the index of `tenant` as this transaction sees it."""
        rows = fetched(connection, _SEQUENCE, (tenant,))
        sequence = int(rows[0][0]) if rows else 0
        known = self._snapshots.get(tenant)
        is_current = known is not None and known.sequence == sequence
        self.hits.note("index", hits=is_current, misses=not is_current)
        if known is not None and is_current:
            return known
        built = self._build(connection, tenant, sequence, known)
        with self._lock:
            newest = self._snapshots.get(tenant)
            if newest is None or newest.sequence < built.sequence:
                self._snapshots[tenant] = built
        return built

    def opened(self, snapshot: Snapshot, eligible: Eligibility) -> EligibleRows:
        """Return the rows of `snapshot` that `eligible` opens."""
        known = snapshot.has_opened(eligible)
        self.hits.note("eligible_rows", hits=known, misses=not known)
        return snapshot.eligible_rows(eligible)

    def _build(self, connection: Connection, tenant: str, sequence: int, known: Snapshot | None) -> Snapshot:
        kept = {(part.key, part.changed): part for part in known.segments} if known else {}
        listed = connection.execute(
            select(schema.segment.c.key, schema.segment.c.changed)
            .where(schema.segment.c.tenant == tenant)
            .order_by(schema.segment.c.key)
        ).all()
        segments = [kept.get((key, changed)) or self._load_segment(connection, tenant, key) for key, changed in listed]
        older = known if known is not None and known.sequence < sequence else None
        rows, since = (older.versions.rows, older.sequence) if older is not None else ((), 0)
        versions = VersionColumns.of(index_rows(connection, tenant, known=rows, since=since))
        return Snapshot.of(tenant, sequence, versions, segments, self._load_tail(connection, tenant))

    def _load_segment(self, connection: Connection, tenant: str, key: int) -> Segment:
        row = connection.execute(select(schema.segment).where(segment_is(tenant, key))).one()
        rows = unpack_rows(row.ids, row.versions, row.lengths)
        matrix = Matrix.of(read_vectors(connection, tenant, key, row.rows)) if self._vectors else None
        return Segment(key, row.changed, rows, matrix)

    def _load_tail(self, connection: Connection, tenant: str) -> Tail:
        rows = connection.execute(
            select(schema.tail).where(schema.tail.c.tenant == tenant).order_by(schema.tail.c.chunk)
        ).all()
        if not rows:
            return empty_tail(self._dimension)
        parts = [np.frombuffer(row.terms, "<i8") for row in rows]
        terms = np.concatenate(parts).astype(np.int64)
        order = np.argsort(terms, kind="stable")
        return Tail(
            Rows(
                np.frombuffer(b"".join(row.id for row in rows), ">u8").astype(np.uint64).reshape(-1, 2),
                np.asarray([row.version for row in rows], np.int64),
                np.asarray([row.length for row in rows], np.int64),
            ),
            Matrix.of(
                np.frombuffer(b"".join(row.vector for row in rows), "<i2").astype(np.int16).reshape(len(rows), -1)
            ),
            terms[order],
            np.repeat(np.arange(len(rows), dtype=np.int64), [len(part) for part in parts])[order],
            np.frombuffer(b"".join(row.frequencies for row in rows), np.uint8)[order],
        )

    def postings(self, connection: Connection, snapshot: Snapshot) -> PostingReader:
        """Return a reader of posting blocks for one transaction."""
        changed = [segment.changed for segment in snapshot.segments]

        def read(
            terms: Sequence[int], segments: Sequence[int]
        ) -> Iterator[tuple[int, int, NDArray[np.uint16], NDArray[np.uint8]]]:
            moments = list(zip(segments, changed, strict=True))
            keys = [(segment, moment, term) for term in terms for segment, moment in moments]
            blocks = self._blocks_of(connection, snapshot.tenant, keys)
            for place, key in enumerate(keys):
                if blocks[key]:
                    yield *divmod(place, len(moments)), *unpack(blocks[key])

        return read

    def _blocks_of(
        self, connection: Connection, tenant: str, keys: Sequence[tuple[int, int, int]]
    ) -> dict[tuple[int, int, int], bytes]:
        """Return the block of each `(segment, changed, term)`, empty where the segment doesn't hold the term."""
        with self._lock:
            found = {key: self._blocks[key] for key in keys if key in self._blocks}
            for key in found:
                self._blocks.move_to_end(key)
        missing = [key for key in keys if key not in found]
        self.hits.note("posting_blocks", hits=len(found), misses=len(missing))
        if missing:
            stored = _stored_blocks(connection, tenant, missing)
            read = {key: stored.get((key[0], key[2]), b"") for key in missing}
            self._remember(read)
            found |= read
        return found

    def _remember(self, read: Mapping[tuple[int, int, int], bytes]) -> None:
        with self._lock:
            for key, block in read.items():
                if key not in self._blocks:
                    self._blocks[key] = block
                    self._block_bytes += len(block) + 100
            while self._block_bytes > BLOCK_CACHE_BYTES:
                _, dropped = self._blocks.popitem(last=False)
                self._block_bytes -= len(dropped) + 100


def _stored_blocks(
    connection: Connection, tenant: str, keys: Sequence[tuple[int, int, int]]
) -> dict[tuple[int, int], bytes]:
    segments = sorted({segment for segment, _, _ in keys})
    terms = sorted({term for _, _, term in keys})
    asked = [", ".join("?" * len(values)) for values in (segments, terms)]
    wanted = f"tenant = ? AND segment IN ({asked[0]}) AND term IN ({asked[1]})"
    rows = fetched(connection, f"SELECT segment, term, block FROM posting WHERE {wanted}", (tenant, *segments, *terms))  # noqa: S608
    return {(segment, term): block for segment, term, block in rows}
