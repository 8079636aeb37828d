"""`unsafe_approximate` against the exact search on real vectors: recall, rows the graph found, CPU, by eligible share.

    python -m benchmarks.approximate --rows 40000 --cache FOLDER

Passages and questions of `benchmarks.index_real_vectors` go through `Store.add` into a PostgreSQL that is started for
the run, ten passages a document; who may read a document is drawn at random. Recall@k is the share of the exact top k
(fixed-point cosine over every eligible row, ties by id) that is returned. "Graph" is the setting without its rule for
few eligible rows. CPU is this process's and that of the server process behind its connection, milliseconds a question.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

import numpy as np
import psycopg
from benchmarks.index_real_vectors import RealVectors, real_vectors
from numpy.typing import NDArray

from aver.demo.server import running
from aver.index.vectors import SCALE
from aver.store import near_search
from aver.store.engine import Transactions, open_engine
from aver.store.home import create_home
from aver.store.near_building import build
from aver.store.store import Store
from aver.store.writing import IndexedChunk, NewVersion
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document
from aver.values.evidence import Hit
from aver.values.governance import Eligibility, Governance

PROFILES = (("42 %", 0.42), ("4 %", 0.04), ("0.1 %", 0.001))
PASSAGES_A_DOCUMENT = 10
AT_ONCE = 100
OVERFETCHES = (1, 2, 4, 8)
DEPTH = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """The store's places: readers (documents, profiles), and the row of each chunk id."""

    readers: NDArray[np.bool_]
    rows: dict[str, int]


def fill(store: Store, found: RealVectors, *, seed: int) -> Filled:
    """Add every passage, and return who may read what."""
    count = -(-len(found.passages) // PASSAGES_A_DOCUMENT)
    readers = np.random.default_rng(seed).random((count, len(PROFILES))) < [share for _, share in PROFILES]
    readers[0] = True
    versions = [_version(number, found.passages, readers[number]) for number in range(count)]
    for start in range(0, count, AT_ONCE):
        store.add(versions[start : start + AT_ONCE])
    every = Filled(readers=readers, rows={})
    with store.transactions.read() as connection:
        stored = connection.exec_driver_sql(
            "SELECT c.id, v.uri, c.start FROM chunk c JOIN version v ON v.key = c.version"
        )
        every.rows.update({f"chk_{raw.hex()}": int(uri) * PASSAGES_A_DOCUMENT + start for raw, uri, start in stored})
    return every


def _version(number: int, passages: NDArray[np.int16], readers: NDArray[np.bool_]) -> NewVersion:
    rows = passages[number * PASSAGES_A_DOCUMENT : (number + 1) * PASSAGES_A_DOCUMENT]
    names = frozenset(name for (name, _), may in zip(PROFILES, readers, strict=True) if may)
    return NewVersion(
        uri=str(number),
        content_hash=hashlib.sha256(str(number).encode()).hexdigest(),
        pipeline="benchmark",
        strategy="benchmark",
        ingested_at="2026-01-01T00:00:00Z",
        document=Document(
            title="", text="x" * len(rows), blocks=(), media_type="text/plain", parser="benchmark", language="en"
        ),
        governance=Governance(tenant="t", readers=names | {"owner"}),
        chunks=tuple(_chunk(place, vector) for place, vector in enumerate(rows)),
    )


def _chunk(place: int, vector: NDArray[np.int16]) -> IndexedChunk:
    chunk = Chunk(start=place, end=place + 1, kind=ChunkKind.PROSE, section=(), parent=(0, place + 1), tokens=1)
    return IndexedChunk(
        chunk=chunk, terms=np.array([1], np.int64), frequencies=np.array([1], np.uint8), length=1, vector=vector
    )


def exact_rows(found: RealVectors, eligible: NDArray[np.intp], ids: Sequence[str]) -> list[list[int]]:
    """Return the best `DEPTH` eligible rows of every question, by brute force."""
    sums = found.questions.astype(np.float64) @ found.passages[eligible].astype(np.float64).T
    scores = np.round(sums / SCALE**2, 6)
    names = np.asarray(ids)[eligible]
    return [eligible[np.lexsort((names, -one))[:DEPTH]].tolist() for one in scores]


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Recall at 10 and `DEPTH`, rows the graph found (mean, least), share topped up, CPU ms here and on the server."""

    ten: float
    hundred: float
    found: float
    least: int
    topped: float
    here: float
    server: float


def measure(
    store: Store, questions: NDArray[np.int16], right: list[list[int]], rows: dict[str, int], who: str
) -> Measured:
    """Ask every question once, after one that isn't counted."""
    eligible = Eligibility(tenant="t", principals=frozenset({who}), clearance=1, as_of="2026-06-01", policy_version="1")
    store.search_near(questions[0], DEPTH, eligible=eligible)
    backend = _backend(store)
    before, started = _spent(backend), time.process_time()
    answers = [store.search_near(question, DEPTH, eligible=eligible) for question in questions]
    here, server = time.process_time() - started, _spent(backend) - before
    graph = [how.found for _, how in answers if how is not None and how.found is not None] or [0]
    topped = [how.exact for _, how in answers if how is not None and how.found is not None] or [False]
    return Measured(
        ten=_recall([hits for hits, _ in answers], right, rows, 10),
        hundred=_recall([hits for hits, _ in answers], right, rows, DEPTH),
        found=float(np.mean(graph)),
        least=min(graph),
        topped=float(np.mean(topped)),
        here=here * 1000 / len(questions),
        server=server * 1000 / len(questions),
    )


def _recall(answers: Sequence[Sequence[Hit]], right: list[list[int]], rows: dict[str, int], k: int) -> float:
    shares = [
        len({rows[hit.chunk] for hit in hits[:k]} & set(wanted[:k])) / min(k, len(wanted))
        for hits, wanted in zip(answers, right, strict=True)
    ]
    return float(np.mean(shares))


def _backend(store: Store) -> int:
    with store.transactions.read() as connection:
        return int(connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one())


def _spent(process: int) -> float:
    """Return the CPU seconds of a process on this machine (proc(5), fields 14 and 15)."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def table(url: str, found: RealVectors, filled: Filled) -> Iterator[str]:
    """Yield the rows of the table: exact, the setting, and the graph alone with more or less over-fetch."""
    ids = [name for name, _ in sorted(filled.rows.items(), key=lambda item: item[1])]
    transactions = Transactions(open_engine(Path(), url))
    exact = Store(transactions, dimension=found.passages.shape[1])
    near = Store(transactions, dimension=found.passages.shape[1], unsafe_approximate=True)
    yield "| eligible rows | search | recall@10 | recall@100 | graph found, mean / least | topped up | CPU | server |"
    yield "|---|---|---|---|---|---|---|---|"
    for place, (name, _) in enumerate(PROFILES):
        mask = np.repeat(filled.readers[:, place], PASSAGES_A_DOCUMENT)[: len(found.passages)]
        eligible = np.flatnonzero(mask)
        right = exact_rows(found, eligible, ids)
        shown = f"| {len(eligible):,} ({name}) "
        yield f"{shown}| exact {_row(measure(exact, found.questions, right, filled.rows, name))}"
        yield f"{shown}| `unsafe_approximate` {_row(measure(near, found.questions, right, filled.rows, name))}"
        for overfetch in OVERFETCHES if len(eligible) > DEPTH else ():
            with patch.multiple(near_search, EXACT_UP_TO=0, OVERFETCH=overfetch):
                one = measure(near, found.questions, right, filled.rows, name)
            yield f"{shown}| graph, {overfetch} x {_row(one)}"
    exact.close()


def _row(one: Measured) -> str:
    graph = f"{one.found:.0f} / {one.least} | {one.topped:.0%}" if one.found else "not asked | -"
    return f"| {one.ten:.4f} | {one.hundred:.4f} | {graph} | {one.here:.1f} | {one.server:.1f} |"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=40_000)
    parser.add_argument("--cache", type=Path, required=True, help="folder for the vectors, outside of the repository")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    found = real_vectors(chosen.cache, rows=chosen.rows)
    with running("shared_buffers=256MB", "maintenance_work_mem=256MB") as url, tempfile.TemporaryDirectory() as place:
        with psycopg.connect(url, autocommit=True) as admin:
            admin.execute("CREATE EXTENSION vector")
        store = Store(create_home(Path(place), encoder="e", url=url), dimension=found.passages.shape[1])
        filled = fill(store, found, seed=chosen.seed)
        started = time.perf_counter()
        with store.transactions.write() as connection:
            build(connection, found.passages.shape[1])
        took = time.perf_counter() - started
        with store.transactions.read() as connection:
            sizes = connection.exec_driver_sql(
                "SELECT pg_relation_size('near_vector') / 1e6, pg_relation_size('near_vector_graph') / 1e6"
            ).one()
        print(f"{len(found.passages):,} passages, {len(found.questions):,} questions")
        print(f"built in {took:.0f} s of wall time: table {sizes[0]:.0f} MB, graph {sizes[1]:.0f} MB")
        store.close()
        for line in table(url, found, filled):
            print(line, flush=True)


if __name__ == "__main__":
    main()
