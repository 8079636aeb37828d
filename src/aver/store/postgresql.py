"""What is particular to a home in a PostgreSQL database: one writer a tenant by advisory locks, snapshots, COPY.

Every clock, ledger row and event of a tenant is numbered under the assumption that its writers take turns, as all do in
one SQLite file; here they queue for an advisory lock of the tenant, beside those of other tenants, and whoever looks
past tenants waits until nobody writes. The server lets go of such a lock after the commit is visible, or when the
connection of a killed process closes. Writing reads what is committed at each statement, because a snapshot would be
taken before the lock is had. A home is one schema of a database: the first of the search path.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, cast

import psycopg
from psycopg.sql import Literal
from sqlalchemy import Column, Connection, Engine, Table, create_engine, exists, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.pool import QueuePool

from aver.errors import BadConfiguration, BadInput, HomeBusy, PartlyUpgraded, ShardAway, StoreDamaged, StoreUnreachable
from aver.store.liveness import heard
from aver.store.metadata import METADATA
from aver.store.row_security import EVERY_TENANT
from aver.values.identity import owner_of

BUSY_SECONDS = 60
_UNSAID, _OTHER_VERSION = "AV001", "AV002"
"""What a shard answers to a change that is about no tenant, and to a transaction of another version."""
OLDEST = 150_000
"""PostgreSQL 15, as libpq writes it."""

_TURN = "hashtextextended('aver write ' || current_schema(), 0)"
_BEGIN_WRITE = f"BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL lock_timeout = '{BUSY_SECONDS}s'"
_ALONE = f"SELECT pg_advisory_xact_lock({_TURN})"
_IN_TURN = (
    f"SELECT pg_advisory_xact_lock_shared({_TURN}); "
    "SELECT pg_advisory_xact_lock(hashtextextended('aver write ' || current_schema() || ' ' || {tenant}, 0))"
)
_BEGIN_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
_NO_SNAPSHOT = (
    "SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND backend_type = 'client backend' AND backend_xmin IS NOT NULL)"
)
_OWN_TABLES = (
    "SELECT relname FROM pg_class c WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = "
    "current_schema()::regnamespace AND NOT EXISTS (SELECT FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid "
    "WHERE inhparent = c.oid AND part.relkind = 'f')"
)
"""Those whose rows lie here, none that has foreign partitions; a partition goes with its table."""
_NAMED = "hashtextextended('aver lock ' || current_schema() || ' ' || %s, 0)"


def open_postgresql(url: str) -> Engine:
    """Return an engine on the database at `url`, a connection URI as libpq reads it. Nothing is opened yet."""
    return create_engine("postgresql+psycopg://", creator=lambda: _connected(url), poolclass=QueuePool, pool_size=8)


def _connected(url: str) -> psycopg.Connection[Any]:
    try:
        connection = heard(url)
    except psycopg.Error as error:
        raise StoreUnreachable(
            f"no connection to PostgreSQL: {str(error).strip()}",
            hint="check that the server runs, and url in [store] of aver.toml or AVER_STORE_URL",
        ) from error
    version, encoding = connection.info.server_version, connection.info.parameter_status("server_encoding")
    if version >= OLDEST and encoding == "UTF8":
        return connection
    connection.close()
    raise BadConfiguration(
        f"the server is PostgreSQL {version // 10_000} with {encoding}", hint="Aver needs 15 or newer and UTF8"
    )


def _driver(connection: Connection) -> psycopg.Connection[Any]:
    return cast("psycopg.Connection[Any]", connection.connection.driver_connection)


def _lost(what: str) -> StoreUnreachable:
    return StoreUnreachable(
        f"the connection to PostgreSQL broke: {what}", hint="run the command again when the server is back"
    )


def _refuse_behind(error: psycopg.Error) -> None:
    """Raise what an error of a role or a shard means, while this server's own connection lives (store/shards.py)."""
    code, said = error.sqlstate or "", str(error).partition("\n")[0]
    if code.startswith(("08", "57P")):
        raise ShardAway(
            f"a server of this logical database is away: {said}",
            hint="tenants of its other servers are served; ask again when it is back",
        ) from error
    if isinstance(error, psycopg.errors.InsufficientPrivilege):
        raise BadConfiguration(
            f"the database refuses this to the role that asks: {said}",
            hint="what changes all tenants at once takes the owner of the tables (docs/postgres.md)",
        ) from error
    if code == _OTHER_VERSION:
        raise PartlyUpgraded(
            f"a server of this logical database is of another version of Aver: {said}",
            hint="start this process again, or bring the server up to date by `aver tenants spread`",
        ) from error
    if code == _UNSAID:
        raise BadInput(
            "this would change rows of many tenants at once",
            hint="a logical database changes one tenant's at a time (docs/logical-database.md)",
        ) from error


class Postgresql:
    """The `Dialect` of a PostgreSQL database."""

    def begin(self, connection: Connection, *, write: bool, tenant: str) -> None:
        """Begin a transaction; a connection that broke while it waited in the pool is replaced once."""
        about, owner = (Literal(name).as_string(_driver(connection)) for name in (tenant, owner_of(tenant)))
        turn = _ALONE if tenant == EVERY_TENANT else _IN_TURN.format(tenant=owner)
        statement = f"{_BEGIN_WRITE}; {turn}" if write else _BEGIN_READ
        statement = f"{statement}; SET LOCAL aver.tenant = {about}"
        try:
            _driver(connection).execute(statement)
        except psycopg.errors.LockNotAvailable as error:
            _driver(connection).execute("ROLLBACK")
            raise HomeBusy(
                f"another process has held the write lock for {BUSY_SECONDS} s",
                hint="wait for the other `aver` command to finish, then try again",
            ) from error
        except psycopg.OperationalError:
            connection.invalidate()
            try:
                _driver(connection).execute(statement)
            except psycopg.OperationalError as error:
                raise _lost("nothing was begun") from error

    def commit(self, connection: Connection) -> None:
        """Commit. Raises StoreUnreachable where the server's word for it did not arrive, and StoreDamaged."""
        try:
            said = _driver(connection).execute("COMMIT").statusmessage
        except psycopg.OperationalError as error:
            connection.invalidate()
            raise _lost("whether the last change was stored is not known") from error
        if said != "COMMIT":
            raise StoreDamaged("a change was not stored: a statement in it had failed", hint="run the command again")

    def roll_back(self, connection: Connection, cause: BaseException) -> None:
        """Undo the transaction; the server does so by itself where the connection broke."""
        if not connection.invalidated and not _driver(connection).closed:
            with suppress(psycopg.Error):
                _driver(connection).execute("ROLLBACK")
        if not connection.invalidated and _driver(connection).closed:
            connection.invalidate()
        if connection.invalidated and isinstance(cause, psycopg.Error | DBAPIError):
            raise _lost("nothing was stored") from cause
        told = cause.orig if isinstance(cause, DBAPIError) else cause
        if isinstance(told, psycopg.errors.SerializationFailure):
            raise StoreUnreachable(
                "the server ended what was begun so that it could go on, as a replica does", hint="ask again"
            ) from cause
        if isinstance(told, psycopg.Error):
            _refuse_behind(told)
        if isinstance(told, psycopg.DataError):
            raise BadInput(
                "a text holds what PostgreSQL can't store, such as a NUL character", hint="leave it out of the text"
            ) from cause

    def fetch(self, connection: Connection, statement: str, values: Sequence[object]) -> Sequence[Any]:
        """Return the rows of a statement that is part of every search, sent as they are stored."""
        return _driver(connection).execute(statement.replace("?", "%s"), values, binary=True).fetchall()

    def insert(self, connection: Connection, table: Table, rows: Sequence[Sequence[object]]) -> None:
        """Send whole rows with COPY, or as arrays where row-level security doesn't let COPY in; values by column."""
        preparer = connection.dialect.identifier_preparer
        names = ", ".join(preparer.quote(column.name) for column in table.c)
        compiled = [column.type.compile(connection.dialect).split()[0].lower() for column in table.c]
        kinds = ["float8" if kind == "float" else kind for kind in compiled]
        if _one(_driver(connection), "SELECT row_security_active(%s)", table.name) == (True,):
            arrays = ", ".join(f"%b::{kind}[]" for kind in kinds)
            statement = f"INSERT INTO {preparer.format_table(table)} ({names}) SELECT * FROM unnest({arrays})"  # noqa: S608
            _driver(connection).execute(statement, [list(column) for column in zip(*rows, strict=True)])
            return
        statement = f"COPY {preparer.format_table(table)} ({names}) FROM STDIN (FORMAT BINARY)"
        with _driver(connection).cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types(kinds)
            for row in rows:
                copy.write_row(row)

    def numbers(self, connection: Connection, column: Column[int], count: int) -> Sequence[int]:
        """Return numbers from the column's sequence: the highest there is may belong to a tenant that stays hidden."""
        statement = "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)"
        return [key for (key,) in _driver(connection).execute(statement, (column.table.name, column.name, count))]

    def settle(self, connection: Connection) -> None:
        """Let numbering go on behind the highest keys, and count rows now: until then plans are for empty tables."""
        preparer = connection.dialect.identifier_preparer
        for table in METADATA.sorted_tables:
            numbered = table.autoincrement_column
            if numbered is not None:
                name, column = preparer.format_table(table), preparer.quote(numbered.name)
                highest = f"(SELECT max({column}) FROM {name})"  # noqa: S608
                sequence = f"pg_get_serial_sequence('{table.name}', '{numbered.name}')"
                _one(_driver(connection), f"SELECT setval({sequence}, {highest}) WHERE {highest} IS NOT NULL")
            _driver(connection).execute(f"ANALYZE {preparer.format_table(table)}")

    def wipe(self, engine: Engine) -> bool:
        """Vacuum the tables, so that the space of deleted rows is used again; what that leaves: docs/postgres.md.

        A table vacuumed while it is empty counts as empty until it is analysed, however much it holds by then.

        Returns False while a snapshot is open elsewhere that may still see them.
        """
        with engine.connect() as connection:
            tables = ", ".join(f'"{name}"' for (name,) in _driver(connection).execute(_OWN_TABLES))
            (quiet,) = _one(_driver(connection), _NO_SNAPSHOT)
            _driver(connection).execute(f"VACUUM (SKIP_LOCKED, ANALYZE) {tables}")
        return bool(quiet)

    def damage(self, _engine: Engine) -> Iterator[str]:
        """Yield nothing: the server looks after its files, and data checksums tell it of damage (docs/postgres.md)."""
        return iter(())

    def orphans(self, connection: Connection) -> Iterator[tuple[str, str]]:
        """Yield each row whose foreign key points nowhere: the server keeps them whole unless somebody told it not."""
        for table in METADATA.sorted_tables:
            for constraint in table.foreign_key_constraints:
                ends = [(key.parent, key.column) for key in constraint.elements]
                if len(ends) == 1:
                    continue
                there = exists().where(*(target == column for column, target in ends))
                rows = connection.execute(select(*(column for column, _ in ends)).where(~there).distinct())
                name, parent = ends[-1][0].name, constraint.referred_table.name
                yield from ((f"{table.name} with {name} {row[-1]}", parent) for row in rows)

    def lock(self, engine: Engine, name: str) -> AdvisoryLock:
        """Return the lock `name` of the home, on a connection of its own."""
        raw = engine.raw_connection()
        driver = cast("psycopg.Connection[Any]", raw.driver_connection)
        raw.detach()
        return AdvisoryLock(driver, name)

    def is_locked(self, engine: Engine, name: str) -> bool:
        """Return whether some session holds the lock `name`."""
        with engine.connect() as connection:
            (free,) = _one(_driver(connection), f"SELECT pg_try_advisory_xact_lock({_NAMED})", name)
        return not free

    def forget_locks(self, engine: Engine, folder: str) -> None:
        """Do nothing: the server lets go of a lock with its session, and nothing of it is left."""


class AdvisoryLock:
    """A session's lock on a name, seen from every host; the server lets go of it when the connection ends."""

    def __init__(self, driver: psycopg.Connection[Any], name: str) -> None:
        self._driver = driver
        self._name = name
        self._alone = False
        self._close = weakref.finalize(self, driver.close)

    def take_alone(self) -> bool:
        """Take the lock exclusively if nobody holds it; return whether it is taken."""
        if not self._alone:
            (self._alone,) = _one(self._driver, f"SELECT pg_try_advisory_lock({_NAMED})", self._name)
        return self._alone

    def share(self) -> None:
        """Hold the lock together with others; waits while another session holds it alone."""
        _one(self._driver, f"SELECT pg_advisory_lock_shared({_NAMED})", self._name)
        if self._alone:
            _one(self._driver, f"SELECT pg_advisory_unlock({_NAMED})", self._name)
            self._alone = False

    def release(self, *, for_good: bool = False) -> None:  # noqa: ARG002
        """Let go at once, where closing alone would do so when the server comes to it; more than once does nothing."""
        if not self._driver.closed:
            with suppress(psycopg.Error):
                self._driver.execute("SELECT pg_advisory_unlock_all()")
        self._close()


def tell(connection: Connection, statement: str, *texts: str) -> None:
    """Send a statement, or several at once, with `texts` quoted in place of each `{}`."""
    driver = _driver(connection)
    driver.execute(statement.format(*(Literal(text).as_string(driver) for text in texts)) if texts else statement)


def tell_existing(connection: Connection, statement: str, *texts: str) -> bool:
    """Do what `tell` does; False where a table that is named isn't there, and then nothing more can be asked."""
    try:
        tell(connection, statement, *texts)
    except psycopg.errors.UndefinedTable:
        return False
    return True


def become(connection: Connection, role: str) -> None:
    """Act as `role` to the end of the transaction. Raises BadConfiguration where that can't be."""
    try:
        tell(connection, f"SET LOCAL ROLE {role}")
    except (psycopg.errors.InvalidParameterValue, psycopg.errors.InsufficientPrivilege) as error:
        raise BadConfiguration(
            f"looking past tenants takes the role {role}", hint="run docs/logical-roles.sql on every server"
        ) from error


def share_lock(connection: Connection, name: str) -> bool:
    """Share the lock `name` to the end of the transaction; False at once where somebody holds it alone."""
    (shared,) = _one(_driver(connection), f"SELECT pg_try_advisory_xact_lock_shared({_NAMED})", name)
    return bool(shared)


def _one(driver: psycopg.Connection[Any], statement: str, *values: object) -> tuple[Any, ...]:
    """Return the one row of a statement. Raises StoreUnreachable."""
    try:
        return tuple(driver.execute(statement, values or None).fetchone() or ())
    except psycopg.OperationalError as error:
        raise _lost("a lock could not be asked for") from error
