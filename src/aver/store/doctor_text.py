"""The index of one tenant against the text: what stands there is what the analyser makes of the chunks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, select

from aver.errors import BadInput, StoreDamaged
from aver.index.postings import triples
from aver.index.snapshot import DEAD
from aver.stages.analyser import TermVector, chunk_terms, term_vector
from aver.stages.chunking import indexed_text
from aver.stages.pipeline import cut_into_windows, strategy_of
from aver.store import schema
from aver.store.problems import Problem, ProblemKind
from aver.store.segments import read_postings, segment_is, unpack_rows
from aver.store.versions import version_is
from aver.values.chunks import Chunk
from aver.values.codec import decode
from aver.values.documents import Document
from aver.values.identity import chunk_id, owner_of

Terms = tuple[NDArray[np.int64], NDArray[np.uint8], int]


def text_problems(connection: Connection, tenant: str, every: int) -> Iterator[Problem]:
    """Yield chunks whose span, id or terms differ from the text, looking at the terms of one in `every`."""
    indexed = indexed_terms(connection, tenant, every)
    for version, chunks in chunks_by_version(connection, tenant):
        strategy = strategy_of(version.pipeline)
        for _, raw, detail in chunks:
            name = f"chk_{raw.hex()}"
            try:
                chunk = chunk_of(name, detail)
            except StoreDamaged as error:
                yield Problem(kind=ProblemKind.BLOB, where=name, detail=error.message)
                continue
            if not 0 <= chunk.start <= chunk.end <= len(version.document.text):
                yield Problem(kind=ProblemKind.SPAN, where=name, detail=f"lies outside the text of {version.uri}")
                continue
            span = {"start": chunk.start, "end": chunk.end}
            if name != chunk_id(
                tenant=owner_of(tenant), uri=version.uri, version=version.id, strategy=strategy, **span
            ):
                yield Problem(kind=ProblemKind.IDENTITY, where=name, detail="is not the id of its span")
            if raw in indexed and not _same(indexed[raw], version.terms(chunk)):
                yield Problem(kind=ProblemKind.TERMS, where=name, detail=f"its terms are not those of {version.uri}")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredText:
    """A version's text, as far as its chunks need it to be rendered."""

    key: int
    id: str
    uri: str
    pipeline: str
    document: Document

    def indexed(self, chunk: Chunk) -> str:
        """Return what is indexed for `chunk`."""
        if cut_into_windows(self.pipeline):
            return self.document.text[chunk.start : chunk.end]
        return indexed_text(self.document, chunk)

    def terms(self, chunk: Chunk) -> TermVector:
        """Return the terms of `chunk`; the baseline's windows know nothing of file names."""
        text = self.indexed(chunk)
        return term_vector(text) if cut_into_windows(self.pipeline) else chunk_terms(self.uri, text)


def chunks_by_version(
    connection: Connection, tenant: str
) -> Iterator[tuple[StoredText, tuple[tuple[int, bytes, str], ...]]]:
    """Yield every version of `tenant` with key, raw id and detail of each of its chunks, in order of keys."""
    keys = connection.execute(
        select(schema.version.c.key).where(schema.version.c.tenant == tenant).order_by(schema.version.c.key)
    )
    for key in keys.scalars().all():
        chunks = connection.execute(
            select(schema.chunk.c.key, schema.chunk.c.id, schema.chunk.c.detail)
            .where(schema.chunk.c.tenant == tenant, schema.chunk.c.version == key)
            .order_by(schema.chunk.c.key)
        )
        yield text_of(connection, tenant, key), tuple((one.key, one.id, one.detail) for one in chunks)


def text_of(connection: Connection, tenant: str, key: int) -> StoredText:
    """Return the text of the version of `tenant` with that key."""
    wanted = ("key", "id", "uri", "pipeline", "title", "text", "media_type", "language")
    row = connection.execute(select(*(schema.version.c[name] for name in wanted)).where(version_is(tenant, key))).one()
    document = Document(
        title=row.title, text=row.text, blocks=(), media_type=row.media_type, parser="", language=row.language
    )
    return StoredText(key=row.key, id=row.id, uri=row.uri, pipeline=row.pipeline, document=document)


def chunk_of(name: str, detail: str) -> Chunk:
    """Return the chunk called `name` from its stored detail. Raises StoreDamaged."""
    try:
        chunk: Chunk = decode(Chunk, json.loads(detail)["chunk"])
    except (BadInput, ValueError, KeyError, TypeError) as error:
        raise StoreDamaged(f"what is stored of {name} cannot be read", hint="ingest its document again") from error
    return chunk


def indexed_terms(connection: Connection, tenant: str, every: int) -> dict[bytes, Terms]:
    """Return the terms, frequencies and length that the index holds of one chunk in `every`, by raw id."""
    tail = schema.tail.c
    wanted = (
        select(tail.id, tail.terms, tail.frequencies, tail.length).where(tail.tenant == tenant).order_by(tail.chunk)
    )
    found: dict[bytes, Terms] = {
        row.id: (_whole(row.terms), np.frombuffer(row.frequencies, np.uint8), row.length)
        for position, row in enumerate(connection.execute(wanted))
        if position % every == 0
    }
    segments = connection.execute(select(schema.segment.c.key).where(schema.segment.c.tenant == tenant))
    for key in segments.scalars().all():
        found |= _segment_terms(connection, tenant, key, every)
    return found


def _whole(blob: bytes) -> NDArray[np.int64]:
    return np.frombuffer(blob[: len(blob) // 8 * 8], "<i8").astype(np.int64)


def _segment_terms(connection: Connection, tenant: str, key: int, every: int) -> dict[bytes, Terms]:
    """Return the terms of a segment's living rows; a segment whose columns don't fit has none."""
    row = connection.execute(select(schema.segment).where(segment_is(tenant, key))).one()
    if len(row.ids) != 16 * row.rows or len(row.versions) != 8 * row.rows or len(row.lengths) != 8 * row.rows:
        return {}
    rows = unpack_rows(row.ids, row.versions, row.lengths)
    postings = triples((term, block) for term, block in read_postings(connection, tenant, key) if not len(block) % 3)
    order = np.lexsort((postings.terms, postings.slots))
    terms, frequencies, slots = postings.terms[order], postings.frequencies[order], postings.slots[order]
    ids = rows.ids.astype(">u8")
    found: dict[bytes, Terms] = {}
    for slot in np.flatnonzero(rows.versions != DEAD)[::every].tolist():
        start, end = np.searchsorted(slots, [slot, slot + 1])
        found[ids[slot].tobytes()] = (terms[start:end], frequencies[start:end], int(rows.lengths[slot]))
    return found


def _same(one: Terms, other: Terms) -> bool:
    return np.array_equal(one[0], other[0]) and np.array_equal(one[1], other[1]) and one[2] == other[2]
