"""A reader that reads each pair once: what it says is kept in a file that later evaluations share.

A reading is a function of the model, the question and the passage, and reading is most of what asking costs. The file
holds digests of the three and the numbers that came of them, no text.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import astuple, dataclass
from pathlib import Path

from aver.errors import BadInput
from aver.ports import Reader
from aver.values.pairs import Reading

WAIT_S = 60.0
"""Seconds that one process waits for another to have written."""

_TABLE = """CREATE TABLE IF NOT EXISTS reading (
    pair BLOB PRIMARY KEY, relevance REAL NOT NULL, answerable REAL NOT NULL, first INTEGER, last INTEGER,
    margin REAL NOT NULL) WITHOUT ROWID"""


@dataclass(frozen=True, slots=True)
class KeptReader:
    """`reader` with its readings kept in the SQLite file `path`, which many processes may share.

    Both members raise what `reader` raises; `read` raises BadInput where `path` can't be used.
    """

    reader: Reader
    path: Path

    @property
    def reader_id(self) -> str:
        """Names what reads."""
        return self.reader.reader_id

    def read(self, question: str, passages: Sequence[str]) -> tuple[Reading, ...]:
        """Return one reading per passage; those that were never read are read now, together."""
        pairs = [self._pair(question, passage) for passage in passages]
        try:
            with closing(sqlite3.connect(self.path, timeout=WAIT_S)) as opened:
                opened.execute(_TABLE)
                found = {pair: reading for pair in pairs if (reading := _kept(opened, pair)) is not None}
                left = {pair: passage for pair, passage in zip(pairs, passages, strict=True) if pair not in found}
                new = dict(zip(left, self.reader.read(question, tuple(left.values())), strict=True))
                rows = [(pair, *astuple(reading)) for pair, reading in new.items()]
                with opened:
                    opened.executemany("INSERT OR IGNORE INTO reading VALUES (?, ?, ?, ?, ?, ?)", rows)
        except sqlite3.Error as error:
            hint = "name a file that may be written, or one that an evaluation kept before"
            raise BadInput(f"no readings can be kept in {self.path}: {error}", hint=hint) from error
        return tuple((found | new)[pair] for pair in pairs)

    def _pair(self, question: str, passage: str) -> bytes:
        return hashlib.sha256(json.dumps([self.reader_id, question, passage]).encode()).digest()


def _kept(opened: sqlite3.Connection, pair: bytes) -> Reading | None:
    sought = "SELECT relevance, answerable, first, last, margin FROM reading WHERE pair = ?"
    row = opened.execute(sought, (pair,)).fetchone()
    if row is None:
        return None
    relevance, answerable, start, end, margin = row
    return Reading(relevance=relevance, answerable=answerable, start=start, end=end, margin=margin)
