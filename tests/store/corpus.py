"""Small made-up versions, callers and a brute-force oracle for the index tests."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import event, inspect

from aver.index.vectors import SCALE, to_fixed
from aver.stages.analyser import term_keys, term_vector
from aver.store import schema  # noqa: F401
from aver.store.engine import Transactions, open_engine
from aver.store.metadata import METADATA
from aver.store.store import Store
from aver.store.writing import IndexedChunk, NewVersion
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document
from aver.values.governance import Eligibility, Governance
from tests.store.adapters import url_of

DIMENSION = 384
WORDS = ("refund", "annual", "monthly", "sensor", "glass", "window", "policy", "of", "the", "x86_64", "würde")


def open_store(folder: Path) -> Store:
    """Return a store on fresh or existing tables for `folder`, without a home's checks."""
    return Store(open_tables(folder), dimension=DIMENSION)


def open_tables(folder: Path) -> Transactions:
    """Return transactions on fresh or existing tables for `folder`; power loss is none of a test's business."""
    engine = open_engine(folder / "aver.db", url_of(folder))

    @event.listens_for(engine, "connect")
    def _fast(connection: Any, _record: object) -> None:
        off = "SET synchronous_commit = off" if engine.dialect.name == "postgresql" else "PRAGMA synchronous=OFF"
        connection.cursor().execute(off)

    with engine.connect() as connection:
        if not set(METADATA.tables) <= set(inspect(connection).get_table_names()):
            METADATA.create_all(connection)
    return Transactions(engine)


def vector_of(text: str) -> NDArray[np.int16]:
    """Return a fixed-point unit vector that depends on `text` alone: a bag of hashed words."""
    total = np.zeros(DIMENSION, dtype=np.float64)
    for key in term_keys(text):
        total += np.random.default_rng(key & 0xFFFFFFFF).standard_normal(DIMENSION)
    norm = float(np.linalg.norm(total)) or 1.0
    fixed: NDArray[np.int16] = to_fixed((total / norm).astype(np.float32)[None, :])[0]
    return fixed


def new_version(uri: str, paragraphs: Sequence[str], governance: Governance) -> NewVersion:
    """Return a version whose chunks are its paragraphs."""
    text = "\n\n".join(paragraphs)
    chunks: list[IndexedChunk] = []
    start = 0
    for paragraph in paragraphs:
        terms, frequencies, length = term_vector(paragraph)
        chunk = Chunk(
            start=start,
            end=start + len(paragraph),
            kind=ChunkKind.PROSE,
            section=(),
            parent=(0, len(text)),
            tokens=length,
        )
        chunks.append(
            IndexedChunk(chunk=chunk, terms=terms, frequencies=frequencies, length=length, vector=vector_of(paragraph))
        )
        start += len(paragraph) + 2
    document = Document(title=uri, text=text, blocks=(), media_type="text/plain", parser="test", language="en")
    return NewVersion(
        uri=uri,
        content_hash=hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest(),
        pipeline="test",
        strategy="paragraph",
        ingested_at="2026-01-01T00:00:00Z",
        document=document,
        governance=governance,
        chunks=tuple(chunks),
    )


def eligibility(*principals: str, tenant: str = "t", **more: object) -> Eligibility:
    """Return the eligibility of a caller with these principals."""
    return Eligibility(
        tenant=tenant,
        principals=frozenset(principals),
        clearance=1,
        as_of="2026-06-01",
        policy_version="1",
        **more,  # type: ignore[arg-type]
    )


@dataclass(frozen=True)
class OracleRow:
    """One chunk as the oracle sees it."""

    id: str
    text: str


def brute_bm25(rows: Sequence[OracleRow], query: str) -> Mapping[str, float]:
    """Return BM25 by the formula, over exactly `rows`, in plain Python floats."""
    documents = {row.id: Counter(term_keys(row.text)) for row in rows}
    lengths = {row: sum(counts.values()) for row, counts in documents.items()}
    average = sum(lengths.values()) / len(rows) if rows else 1.0
    scores: dict[str, float] = {}
    for term in sorted(set(term_keys(query))):
        holders = [row for row, counts in documents.items() if term in counts]
        idf = math.log(1.0 + (len(rows) - len(holders) + 0.5) / (len(holders) + 0.5))
        for row in holders:
            tf = float(documents[row][term])
            norm = 1.2 * (1.0 - 0.75 + 0.75 * (lengths[row] / average))
            scores[row] = scores.get(row, 0.0) + idf * (tf * 2.2) / (tf + norm)
    return {row: round(score, 6) for row, score in scores.items() if score > 0}


def brute_reach(rows: Sequence[OracleRow], query: str) -> float:
    """Return the share of the query's idf in terms that some of `rows` holds; 0 without rows."""
    documents = [frozenset(term_keys(row.text)) for row in rows]
    held = {term: sum(term in terms for terms in documents) for term in set(term_keys(query))}
    idf = {term: math.log(1.0 + (len(rows) - count + 0.5) / (count + 0.5)) for term, count in held.items()}
    return math.fsum(idf[term] for term, count in held.items() if count) / math.fsum(idf.values()) if rows else 0.0


def brute_cosine(rows: Sequence[OracleRow], query: str) -> Mapping[str, float]:
    """Return the exact fixed-point cosine of every row, with Python integers."""
    wanted = [int(x) for x in vector_of(query)]
    return {
        row.id: round(sum(a * int(b) for a, b in zip(wanted, vector_of(row.text), strict=True)) / SCALE**2, 6)
        for row in rows
    }


def ranked(scores: Mapping[str, float], k: int) -> list[tuple[str, float]]:
    """Return the k best, ties by id."""
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:k]


def governed(*readers: str, tenant: str = "t", **more: object) -> Governance:
    """Return a governance with these readers."""
    return Governance(tenant=tenant, readers=frozenset(readers), **more)  # type: ignore[arg-type]
