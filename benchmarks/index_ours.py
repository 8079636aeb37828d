"""Aver's side: the corpus written through the store's own functions in the state steady ingestion leaves.

Full segments of 65,536 rows as merging makes them, then segments of `SEAL_AT` rows, the rest in the
unsealed tail. `ingest_rate` times the whole add path, document by document, on a small part.
"""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from benchmarks.index_corpus import DIMENSION, VOCABULARY, Caller, Corpus, Query
from numpy.typing import NDArray
from sqlalchemy import Connection, insert

from aver.index.postings import MAX_ROWS, Triples
from aver.index.snapshot import Rows
from aver.index.vectors import to_fixed
from aver.stages.analyser import term_key
from aver.store import schema
from aver.store.engine import Transactions, insert_rows, open_engine
from aver.store.metadata import METADATA
from aver.store.segments import SEAL_AT, write_segment
from aver.store.store import Store
from aver.store.versions import governance_columns
from aver.store.writing import IndexedChunk, NewVersion
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document
from aver.values.governance import Eligibility, Governance

DATABASE = "aver.db"
_EMPTY_CONTENT = {
    "content_hash": "",
    "pipeline": "benchmark",
    "ingested_at": "2026-01-01T00:00:00Z",
    "title": "",
    "text": "",
    "tree": b"",
    "media_type": "text/plain",
    "language": "en",
    "warnings": 0,
}


def open_store(folder: Path, url: str = "") -> Store:
    """Return the store in `folder`, or in the PostgreSQL database at `url`, its tables made if need be."""
    engine = open_engine(folder / DATABASE, url)
    with engine.connect() as connection:
        METADATA.create_all(connection)
    return Store(Transactions(engine), dimension=DIMENSION)


def eligibility(caller: Caller, *, day: int = 0) -> Eligibility:
    """Return the caller's eligibility on one of 28 days; all days open the same rows."""
    return Eligibility(
        tenant=f"tenant{caller.tenant}",
        principals=frozenset(f"group{group}" for group in caller.groups),
        clearance=1,
        as_of=f"2026-06-{1 + day % 28:02d}",
        policy_version="1",
    )


def build(corpus: Corpus, folder: Path, url: str = "") -> None:
    """Write versions, segments and tails of every tenant."""
    store = open_store(folder, url)
    keys = np.array([term_key(f"w{word}") for word in range(VOCABULARY)], dtype=np.int64)
    with store.transactions.write() as connection:
        connection.execute(insert(schema.version), list(_version_rows(corpus)))
    for tenant in range(int(corpus.tenant_of.max()) + 1):
        rows = np.flatnonzero(corpus.tenant_of[corpus.version_of] == tenant)
        with store.transactions.write() as connection:
            _write_tenant(connection, corpus, f"tenant{tenant}", rows, keys)
    store.transactions.wipe_journal()
    store.close()


def _version_rows(corpus: Corpus) -> Iterator[dict[str, object]]:
    for version, groups in enumerate(corpus.readers):
        tenant = f"tenant{corpus.tenant_of[version]}"
        governance = Governance(tenant=tenant, readers=frozenset(f"group{group}" for group in groups))
        follows = version > 0 and corpus.document_of[version - 1] == corpus.document_of[version]
        document = f"doc{corpus.document_of[version]}"
        yield {
            "key": version + 1,
            "tenant": tenant,
            "id": f"ver{version}",
            "document": document,
            "uri": f"{document}.md",
            "number": 2 if follows else 1,
            "changed": 1,
            **_EMPTY_CONTENT,
            **governance_columns(governance),
        }


def _write_tenant(
    connection: Connection, corpus: Corpus, tenant: str, rows: NDArray[np.int64], keys: NDArray[np.int64]
) -> None:
    lengths = corpus.lengths[rows]
    start = 0
    for size in (MAX_ROWS, SEAL_AT):
        while len(rows) - start >= size:
            part = slice(start, start + size)
            columns = Rows(corpus.ids[rows[part]], corpus.version_of[rows[part]].astype(np.int64) + 1, lengths[part])
            vectors = to_fixed(corpus.vectors[rows[part]])
            write_segment(connection, tenant, columns, vectors, _triples(corpus, rows[part], keys))
            start += size
    _write_tail(connection, corpus, tenant, rows[start:], keys)


def _triples(corpus: Corpus, rows: NDArray[np.int64], keys: NDArray[np.int64]) -> Triples:
    sizes = corpus.offsets[rows + 1] - corpus.offsets[rows]
    slots = np.repeat(np.arange(len(rows)), sizes)
    places = np.arange(len(slots)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + corpus.offsets[rows][slots]
    return Triples(keys[corpus.words[places]], slots.astype(np.uint16), corpus.counts[places])


def _write_tail(
    connection: Connection, corpus: Corpus, tenant: str, rows: NDArray[np.int64], keys: NDArray[np.int64]
) -> None:
    chunks, tails = [], []
    for row in rows.tolist():
        chunk = _indexed(corpus, row, keys)
        raw = corpus.ids[row].astype(">u8").tobytes()
        version = int(corpus.version_of[row]) + 1
        chunks.append((row + 1, tenant, raw, version, 0, 0, "prose", "{}"))
        blocks = (chunk.terms.tobytes(), chunk.frequencies.tobytes(), chunk.vector.tobytes())
        tails.append((row + 1, tenant, raw, version, chunk.length, *blocks))
    insert_rows(connection, schema.chunk, chunks)
    insert_rows(connection, schema.tail, tails)


def _indexed(corpus: Corpus, row: int, keys: NDArray[np.int64], start: int = 0) -> IndexedChunk:
    part = slice(corpus.offsets[row], corpus.offsets[row + 1])
    terms, counts = keys[corpus.words[part]], corpus.counts[part]
    order = np.argsort(terms)
    length = int(counts.sum(dtype=np.int64))
    end = start + 10
    return IndexedChunk(
        chunk=Chunk(start=start, end=end, kind=ChunkKind.PROSE, section=(), parent=(0, end), tokens=length),
        terms=terms[order],
        frequencies=counts[order],
        length=length,
        vector=to_fixed(corpus.vectors[row][None, :])[0],
    )


def ingest_rate(corpus: Corpus, folder: Path, *, chunks: int, url: str = "") -> float:
    """Return chunks per second of `Store.add`, one document a durable transaction, sealing included."""
    folder.mkdir()
    store = open_store(folder, url)
    versions = new_versions(corpus, chunks)
    started = time.perf_counter()
    for version in versions:
        store.add([version])
    seconds = time.perf_counter() - started
    store.close()
    return sum(len(version.chunks) for version in versions) / seconds


def new_versions(corpus: Corpus, chunks: int) -> list[NewVersion]:
    """Return the documents of the first `chunks` chunks, all in one tenant."""
    keys = np.array([term_key(f"w{word}") for word in range(VOCABULARY)], dtype=np.int64)
    rows = np.arange(min(chunks, len(corpus.version_of)))
    documents = np.split(rows, np.flatnonzero(np.diff(corpus.version_of[rows])) + 1)
    return [_new_version(corpus, number, part, keys) for number, part in enumerate(documents)]


def _new_version(corpus: Corpus, number: int, rows: NDArray[np.int64], keys: NDArray[np.int64]) -> NewVersion:
    text = "x" * (10 * len(rows))
    return NewVersion(
        uri=f"doc-{number}.md",
        content_hash=f"{number:064x}",
        pipeline="benchmark",
        strategy="benchmark",
        ingested_at="2026-01-01T00:00:00Z",
        document=Document(title="", text=text, blocks=(), media_type="text/plain", parser="benchmark", language="en"),
        governance=Governance(tenant="t", readers=frozenset({"group0"})),
        chunks=tuple(_indexed(corpus, row, keys, 10 * place) for place, row in enumerate(rows.tolist())),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """A fresh process: memory (MB) before, with the largest and with all tenants open, and at most; seconds to open."""

    before: float
    after_largest: float
    after_all: float
    peak: float
    seconds: float


def cold_open(folder: Path, queries: list[Query], tenants: int) -> Opened:
    """Open the store in a new process, ask every query, and return what memory and time that took."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_open_and_ask, (folder, [_portable(query) for query in queries], tenants))


def _portable(query: Query) -> tuple[Eligibility, list[int], NDArray[np.int16]]:
    return eligibility(query.caller), terms_of(query), to_fixed(query.vector[None, :])[0]


def terms_of(query: Query) -> list[int]:
    """Return the term keys of the query's words."""
    return [term_key(f"w{word}") for word in query.words]


def _open_and_ask(
    folder: Path, queries: list[tuple[Eligibility, list[int], NDArray[np.int16]]], tenants: int
) -> Opened:
    store = open_store(folder)
    before = resident()
    started = time.perf_counter()
    store.search_lexical(queries[0][1], 10, eligible=queries[0][0])
    seconds = time.perf_counter() - started
    for who, terms, vector in queries:
        store.search_lexical(terms, 100, eligible=who)
        store.search_dense(vector, 100, eligible=who)
    largest = resident()
    for tenant in range(tenants):
        who = Eligibility(
            tenant=f"tenant{tenant}",
            principals=frozenset({"group0"}),
            clearance=1,
            as_of="2026-06-01",
            policy_version="1",
        )
        store.search_lexical(queries[0][1], 10, eligible=who)
    after = resident()
    store.close()
    return Opened(before=before, after_largest=largest, after_all=after, peak=_peak(), seconds=seconds)


def resident() -> float:
    """Return the process's resident memory in MB (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 1e6


def _peak() -> float:
    """Return the most memory the process has had resident, in MB (Linux; getrusage would count its parent's)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) * 1024 / 1e6
