"""Copies of SQLite files that are in use: whole pages as of one snapshot, by SQLite's own backup.

Copying such a file byte by byte while somebody writes it, or without the journal beside it, gives a torn database.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import cast

from sqlalchemy import Connection

from aver.errors import HomeBusy, StoreDamaged

NEIGHBOURS = ("-wal", "-shm", "-journal")
"""Ends of the names of files that belong to a SQLite file and are part of no copy: what they hold is in it."""
_MAGIC = b"SQLite format 3\x00"
_PAGES = 1_000
"""Pages between two looks at Ctrl-C."""


def is_sqlite(path: Path) -> bool:
    """Return whether the file at `path` begins as a SQLite file does."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def copy_snapshot(connection: Connection, target: Path) -> None:
    """Write what `connection`, inside a read transaction on a SQLite file, sees to the new file `target`."""
    _copied(cast(sqlite3.Connection, connection.connection.driver_connection), target)


def copy_sqlite(source: Path, target: Path) -> None:
    """Write the last committed state of the SQLite file `source` to the new file `target`. Raises HomeBusy."""
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            _copied(opened, target)
    except sqlite3.Error as error:
        raise HomeBusy(f"{source} can't be copied now: {error}", hint="stop what writes it, then try again") from error


def refuse_damage(path: Path) -> None:
    """Read every page of the SQLite file at `path`. Raises StoreDamaged."""
    try:
        with closing(sqlite3.connect(path)) as opened:
            told = [str(line) for (line,) in opened.execute("PRAGMA quick_check(1)")]
    except sqlite3.DatabaseError as error:
        told = [str(error)]
    if told != ["ok"]:
        raise StoreDamaged(
            f"{path.name} is damaged: {told[0]}", hint="`aver doctor` says more; an earlier backup helps"
        )


def _copied(source: sqlite3.Connection, target: Path) -> None:
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with closing(sqlite3.connect(target)) as made:
        source.backup(made, pages=_PAGES)
