"""Opening the SQLite file: WAL, explicit transactions, one writer at a time, full durability.

pysqlite's implicit transactions are switched off; `write` begins IMMEDIATE, so a writer waits for its
turn at the start and never fails half-way, and `read` begins a snapshot. Both speak to the driver
itself, as do the statements of a search: wrapping them took a tenth of a search's CPU.
synchronous=FULL makes a commit survive power loss; secure_delete overwrites what is deleted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from aver.errors import HomeBusy

BUSY_SECONDS = 60
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA secure_delete=ON",
    "PRAGMA foreign_keys=ON",
    "PRAGMA cache_size=-32000",
    "PRAGMA temp_store=MEMORY",
)


def open_engine(path: Path) -> Engine:
    """Return an engine on the SQLite file at `path`; the folder must exist."""
    engine = create_engine(
        f"sqlite:///{path}",
        poolclass=QueuePool,
        pool_size=8,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False, "isolation_level": None},
    )
    event.listen(engine, "connect", _configure)
    return engine


def _configure(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def driver_of(connection: Connection) -> sqlite3.Connection:
    """Return the driver's own connection, for statements that are part of every search."""
    return cast(sqlite3.Connection, connection.connection.driver_connection)


class Transactions:
    """The two ways into the store: `write()` and `read()`, each one transaction."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @contextmanager
    def write(self) -> Iterator[Connection]:
        """Begin IMMEDIATE; commit at the end, roll back on any exception. Raises HomeBusy."""
        with self._begun("BEGIN IMMEDIATE") as connection:
            yield connection

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """Begin a snapshot that no other connection's commit changes."""
        with self._begun("BEGIN") as connection:
            yield connection

    def wipe_journal(self) -> bool:
        """Bring every committed page into the file and cut the journal, so that no deleted byte stays in it.

        Returns False while another process still reads an older state; its end, or the next wipe, does it then.
        """
        with self.engine.connect() as connection:
            busy, _, _ = driver_of(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    @contextmanager
    def _begun(self, statement: str) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            driver = driver_of(connection)
            try:
                driver.execute(statement)
            except sqlite3.OperationalError as error:
                raise HomeBusy(
                    f"another process has held the write lock for {BUSY_SECONDS} s",
                    hint="wait for the other `aver` command to finish, then try again",
                ) from error
            try:
                yield connection
            except BaseException:
                driver.execute("ROLLBACK")
                raise
            driver.execute("COMMIT")
