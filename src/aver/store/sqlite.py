"""What is particular to a home in one SQLite file: WAL, one writer at a time, full durability.

pysqlite's implicit transactions are switched off; writing begins IMMEDIATE, so a writer waits for its turn at the start
and never fails half-way, and reading begins a snapshot. synchronous=FULL makes a commit survive power loss;
secure_delete overwrites what is deleted.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from sqlalchemy import URL, Column, Connection, Engine, Table, create_engine, event, func, select
from sqlalchemy.exc import DatabaseError, DBAPIError
from sqlalchemy.pool import QueuePool

from aver.errors import AverError, HomeBusy, StoreDamaged, StoreFailed
from aver.store.locks import FileLock, is_held

BUSY_SECONDS = 60
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA secure_delete=ON",
    "PRAGMA foreign_keys=ON",
    "PRAGMA cache_size=-32000",
    "PRAGMA temp_store=MEMORY",
)


_BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_FAILED: Mapping[int, str] = MappingProxyType(
    {
        sqlite3.SQLITE_FULL: "make room on the disk; what was committed stays",
        sqlite3.SQLITE_READONLY: "let this user write the home's folder and the files in it",
        sqlite3.SQLITE_CANTOPEN: "let this user write the home's folder and the files in it",
        sqlite3.SQLITE_IOERR: "check the disk that the home lies on",
    }
)
"""What to do about the ways in which the file system fails SQLite, by primary result code."""


def explained(error: Exception) -> AverError | None:
    """Return what a failure of SQLite means for whoever uses the home, None for any other error and a fault of ours."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    code = getattr(cause, "sqlite_errorcode", 0) & 0xFF if isinstance(cause, sqlite3.Error) else 0
    if code in _BUSY:
        return HomeBusy(
            f"another process has held the write lock for {BUSY_SECONDS} s",
            hint="wait for the other `aver` command to finish, then try again",
        )
    if code in _DAMAGED:
        return StoreDamaged(
            f"the home's database is damaged: {cause}", hint="`aver doctor` says more; an earlier backup helps"
        )
    return StoreFailed(f"the home's database: {cause}", hint=_FAILED[code]) if code in _FAILED else None


def open_sqlite(path: Path) -> Engine:
    """Return an engine on the SQLite file at `path`; the folder must exist."""
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
        pool_size=8,
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False, "isolation_level": None},
    )
    event.listen(engine, "connect", _configure)
    return engine


def _configure(connection: sqlite3.Connection, _record: object) -> None:
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _driver(connection: Connection) -> sqlite3.Connection:
    return cast(sqlite3.Connection, connection.connection.driver_connection)


class Sqlite:
    """The `Dialect` of a SQLite file."""

    def begin(self, connection: Connection, *, write: bool, tenant: str) -> None:  # noqa: ARG002
        """Begin a transaction.

        Raises HomeBusy when another process keeps the write lock, StoreDamaged and StoreFailed.
        """
        try:
            _driver(connection).execute("BEGIN IMMEDIATE" if write else "BEGIN")
        except sqlite3.DatabaseError as error:
            raise explained(error) or error from error

    def commit(self, connection: Connection) -> None:
        """Commit; it is on the disk afterwards."""
        _driver(connection).execute("COMMIT")

    def roll_back(self, connection: Connection, _cause: BaseException) -> None:
        """Undo the transaction."""
        _driver(connection).execute("ROLLBACK")

    def fetch(self, connection: Connection, statement: str, values: Sequence[object]) -> Sequence[Any]:
        """Return the rows of a statement that is part of every search; its parameters are `?`."""
        return _driver(connection).execute(statement, values).fetchall()

    def insert(self, connection: Connection, table: Table, rows: Sequence[Sequence[object]]) -> None:
        """Insert whole rows, values in the order of the table's columns."""
        names = ", ".join(f'"{column.name}"' for column in table.c)
        marks = ", ".join("?" * len(table.c))
        connection.exec_driver_sql(f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', [*map(tuple, rows)])  # noqa: S608

    def numbers(self, connection: Connection, column: Column[int], count: int) -> Sequence[int]:
        """Return the numbers behind the highest there is."""
        first = int(connection.execute(select(func.coalesce(func.max(column), 0))).scalar_one()) + 1
        return range(first, first + count)

    def settle(self, connection: Connection) -> None:
        """Do nothing: SQLite numbers on from the highest key that a table holds or held."""

    def wipe(self, engine: Engine) -> bool:
        """Bring every committed page into the file and cut the journal, so that no deleted byte stays in it."""
        with engine.connect() as connection:
            busy, _, _ = _driver(connection).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not busy

    def damage(self, engine: Engine) -> Iterator[str]:
        """Ask SQLite outside a transaction what is wrong with the file: a damaged one can't even end one."""
        try:
            with engine.connect() as connection:
                told = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        except DatabaseError as error:
            told = [str(error.orig)]
        yield from (str(line) for line in told if line != "ok")

    def orphans(self, connection: Connection) -> Iterator[tuple[str, str]]:
        """Yield each row whose foreign key points nowhere, and the table it should point to."""
        for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
            yield f"{table} row {row}", str(parent)

    def lock(self, engine: Engine, name: str) -> FileLock:
        """Return the lock `name`: a file beside the database."""
        return FileLock(_folder(engine) / name)

    def is_locked(self, engine: Engine, name: str) -> bool:
        """Return whether some process holds the lock `name`."""
        return is_held(_folder(engine) / name)

    def forget_locks(self, engine: Engine, folder: str) -> None:
        """Take away the files of the locks below `folder`."""
        for file in (_folder(engine) / folder).glob("*.lock"):
            file.unlink(missing_ok=True)


def _folder(engine: Engine) -> Path:
    return Path(str(engine.url.database)).parent
