"""The baseline: SQLite FTS5 with bm25() and sqlite-vec's exact `vec_distance_cosine` over joined rows.

A caller's eligible versions are put into a table before the clock starts, so the baseline pays for no
permission check at all; CROSS JOIN fixes the better order of the joins. The text lives nowhere
(contentless FTS5), the vectors in a table of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import apsw
import numpy as np
import sqlite_vec
from benchmarks.index_corpus import Caller, Corpus, Query

DATABASE = "baseline.db"
_SCHEMA = """
PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;
CREATE VIRTUAL TABLE words USING fts5(body, content='', tokenize='unicode61');
CREATE TABLE chunk(id INTEGER PRIMARY KEY, version INTEGER NOT NULL);
CREATE TABLE vector(id INTEGER PRIMARY KEY, version INTEGER NOT NULL, v BLOB NOT NULL);
"""
_LEXICAL = """
SELECT c.id FROM words w CROSS JOIN chunk c ON c.id = w.rowid CROSS JOIN temp.eligible e ON e.version = c.version
WHERE words MATCH ? ORDER BY bm25(words) LIMIT ?
"""
_DENSE = """
SELECT v.id FROM temp.eligible e CROSS JOIN vector v ON v.version = e.version
ORDER BY vec_distance_cosine(v.v, ?) LIMIT ?
"""


def build(corpus: Corpus, folder: Path) -> None:
    """Write the baseline's database."""
    connection = _open(folder)
    connection.execute(_SCHEMA).fetchall()
    with connection:
        versions = corpus.version_of.tolist()
        connection.executemany("INSERT INTO chunk VALUES (?, ?)", enumerate(versions))
        vectors = ((chunk, version, corpus.vectors[chunk].tobytes()) for chunk, version in enumerate(versions))
        connection.executemany("INSERT INTO vector VALUES (?, ?, ?)", vectors)
        connection.executemany("INSERT INTO words(rowid, body) VALUES (?, ?)", _bodies(corpus))
    connection.execute("CREATE INDEX vector_by_version ON vector(version)").fetchall()
    connection.execute("INSERT INTO words(words) VALUES ('optimize')").fetchall()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    connection.close()


def _bodies(corpus: Corpus) -> Iterator[tuple[int, str]]:
    names = np.array([f"w{word}" for word in range(int(corpus.words.max()) + 1)], dtype=object)
    for chunk in range(len(corpus.version_of)):
        part = slice(corpus.offsets[chunk], corpus.offsets[chunk + 1])
        yield chunk, " ".join(np.repeat(names[corpus.words[part]], corpus.counts[part]))


def _open(folder: Path) -> apsw.Connection:
    connection = apsw.Connection(str(folder / DATABASE))
    connection.enable_load_extension(True)
    connection.load_extension(sqlite_vec.loadable_path())
    connection.execute("PRAGMA cache_size=-512000; PRAGMA mmap_size=4000000000; PRAGMA temp_store=MEMORY").fetchall()
    return connection


class Baseline:
    """The opened baseline; `admit` a caller, then ask."""

    def __init__(self, corpus: Corpus, folder: Path) -> None:
        self._corpus = corpus
        self._connection = _open(folder)
        self._connection.execute("CREATE TEMP TABLE eligible(version INTEGER PRIMARY KEY)")

    def admit(self, caller: Caller) -> None:
        """Fill the table of eligible versions."""
        versions = np.unique(self._corpus.version_of[caller.rows]).tolist()
        with self._connection:
            self._connection.execute("DELETE FROM temp.eligible")
            self._connection.executemany("INSERT INTO temp.eligible VALUES (?)", ((version,) for version in versions))

    def lexical(self, query: Query, k: int) -> list[int]:
        """Return the `k` best eligible chunks by bm25(), whose statistics see every row."""
        match = " OR ".join(f"w{word}" for word in query.words)
        return [row[0] for row in self._connection.execute(_LEXICAL, (match, k))]

    def dense(self, query: Query, k: int) -> list[int]:
        """Return the `k` nearest eligible chunks, exactly."""
        return [row[0] for row in self._connection.execute(_DENSE, (query.vector.tobytes(), k))]

    def close(self) -> None:
        """Close the database."""
        self._connection.close()
