"""The two ways into a store, `write` and `read`, each one transaction, and what the two databases do differently.

Everything else in this package is SQLAlchemy Core and the same for both. Transactions, bulk rows and the statements of
a search speak to the driver itself: wrapping them took a tenth of a search's CPU.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Column, Connection, Engine, Table

from aver.errors import BadConfiguration, MissingExtra
from aver.store.row_security import EVERY_TENANT
from aver.store.sqlite import Sqlite, open_sqlite


class Lock(Protocol):
    """A named lock that ends with the process that holds it, however it ends."""

    def take_alone(self) -> bool:
        """Take the lock exclusively if nobody holds it; return whether it is taken."""

    def share(self) -> None:
        """Hold the lock together with others; waits while somebody else holds it alone."""

    def release(self, *, for_good: bool = False) -> None:
        """Let go; more than once does nothing. `for_good`: nobody will ask for that name again."""


class Places(Protocol):
    """What the transactions of a home ask first whose tenants may live in other homes (store/tenant_places.py)."""

    def refuse(self, connection: Connection, tenant: str, *, write: bool) -> None:
        """Raise TenantElsewhere for a tenant that doesn't live here, TenantMoving for a change to one on the move."""


PLACES = "aver_places"
"""The option of an engine under which its `Places` stand; there is none for a home that stands alone."""


class Way(Protocol):
    """A way to a connection inside a transaction: `Transactions.write` or `Transactions.read`."""

    def __call__(self, tenant: str = EVERY_TENANT) -> AbstractContextManager[Connection]:
        """Begin a transaction about `tenant`, ended with the block."""


class Dialect(Protocol):
    """What SQLite and PostgreSQL do differently."""

    def begin(self, connection: Connection, *, write: bool, tenant: str) -> None:
        """Begin a transaction: a snapshot, or the tenant's only writer. Raises HomeBusy and StoreUnreachable.

        Where the database can, it shows nothing of another tenant meanwhile (store/row_security.py).
        """

    def commit(self, connection: Connection) -> None:
        """Commit; what is committed survives the end of every process and of the machine."""

    def roll_back(self, connection: Connection, cause: BaseException) -> None:
        """Undo the transaction that `cause` ended; may raise a typed error in place of the driver's."""

    def fetch(self, connection: Connection, statement: str, values: Sequence[object]) -> Sequence[Any]:
        """Return the rows of a statement that is part of every search; its parameters are `?`."""

    def insert(self, connection: Connection, table: Table, rows: Sequence[Sequence[object]]) -> None:
        """Insert whole rows, values in the order of the table's columns."""

    def numbers(self, connection: Connection, column: Column[int], count: int) -> Sequence[int]:
        """Return `count` new values of a numbered column, in rising order, taken whichever rows the writer sees."""

    def settle(self, connection: Connection) -> None:
        """Bring what the database keeps beside rows in line with many that came with their keys."""

    def wipe(self, engine: Engine) -> bool:
        """Let no deleted byte stay where the database can help it; False where a reader is in the way."""

    def damage(self, engine: Engine) -> Iterator[str]:
        """Yield what the database itself finds wrong with its files."""

    def orphans(self, connection: Connection) -> Iterator[tuple[str, str]]:
        """Yield each row whose foreign key points nowhere, and the table it should point to."""

    def lock(self, engine: Engine, name: str) -> Lock:
        """Return the lock `name` of the home."""

    def is_locked(self, engine: Engine, name: str) -> bool:
        """Return whether some process holds the lock `name`."""

    def forget_locks(self, engine: Engine, folder: str) -> None:
        """Take away what killed processes left of the locks below `folder`; for whoever is alone in the home."""


def open_engine(path: Path, url: str = "") -> Engine:
    """Return an engine on the PostgreSQL database at `url`; without one, on the SQLite file at `path`.

    Raises BadConfiguration for another kind of url, and MissingExtra.
    """
    if not url:
        return open_sqlite(path)
    if not url.startswith(("postgresql://", "postgres://")):
        raise BadConfiguration("[store] url names no PostgreSQL database", hint="write postgresql://USER@HOST/DATABASE")
    if find_spec("psycopg") is None:
        raise MissingExtra("PostgreSQL needs psycopg", hint="install the extra: pip install 'aver[postgres]'")
    from aver.store.postgresql import open_postgresql

    return open_postgresql(url)


def dialect_of(engine: Engine) -> Dialect:
    """Return what is particular to the database behind `engine`."""
    if engine.dialect.name == "sqlite":
        return Sqlite()
    from aver.store.postgresql import Postgresql

    return Postgresql()


def fetched(connection: Connection, statement: str, values: Sequence[object]) -> Sequence[Any]:
    """Return the rows of a statement that is part of every search; its parameters are `?`."""
    return dialect_of(connection.engine).fetch(connection, statement, values)


def insert_rows(connection: Connection, table: Table, rows: Sequence[Sequence[object]]) -> None:
    """Insert whole rows, values in the order of the table's columns, the quickest way there is."""
    if rows:
        dialect_of(connection.engine).insert(connection, table, rows)


def new_keys(connection: Connection, column: Column[int], count: int) -> Sequence[int]:
    """Return `count` keys that no row of any tenant has, in rising order; inside a write transaction."""
    return dialect_of(connection.engine).numbers(connection, column, count)


class Transactions:
    """The two ways into the store: `write()` and `read()`, each one transaction."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.places: Places | None = engine.get_execution_options().get(PLACES)
        self._dialect = dialect_of(engine)

    @contextmanager
    def write(self, tenant: str = EVERY_TENANT) -> Iterator[Connection]:
        """Begin as the only writer of `tenant`; commit at the end, roll back on any exception. Raises HomeBusy.

        Where the database can, other tenants are written beside it, and whoever looks past tenants is alone.
        """
        with self._begun(write=True, tenant=tenant) as connection:
            yield connection

    @contextmanager
    def read(self, tenant: str = EVERY_TENANT) -> Iterator[Connection]:
        """Begin a snapshot that no other connection's commit changes; of one tenant, wherever a caller asks."""
        with self._begun(write=False, tenant=tenant) as connection:
            yield connection

    def wipe_journal(self) -> bool:
        """Let no deleted byte stay where the database can help it.

        Returns False while another process still reads an older state; its end, or the next wipe, does it then.
        """
        return self._dialect.wipe(self.engine)

    def damage(self) -> Iterator[str]:
        """Yield what the database itself finds wrong with its files."""
        return self._dialect.damage(self.engine)

    def lock(self, name: str) -> Lock:
        """Return the lock `name` of the home, which every process that opens the home can see."""
        return self._dialect.lock(self.engine, name)

    def is_locked(self, name: str) -> bool:
        """Return whether some process holds the lock `name`."""
        return self._dialect.is_locked(self.engine, name)

    def forget_locks(self, folder: str) -> None:
        """Take away what killed processes left of the locks below `folder`; for whoever is alone in the home."""
        self._dialect.forget_locks(self.engine, folder)

    @contextmanager
    def _begun(self, *, write: bool, tenant: str) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            self._dialect.begin(connection, write=write, tenant=tenant)
            try:
                if self.places is not None:
                    self.places.refuse(connection, tenant, write=write)
                yield connection
            except BaseException as error:
                self._dialect.roll_back(connection, error)
                raise
            self._dialect.commit(connection)
