"""One logical database made over several servers: tables on each shard, and a coordinator over them.

Every step can be repeated: what was made is recognised, and the coordinator's tables of tenants hold no row of their
own. So a shard that moved to another host is announced by the same command with its new url in its old place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from uuid import uuid4

from sqlalchemy import Connection, inspect

from aver.config import Settings
from aver.errors import BadConfiguration, BadInput, StoreUnreachable
from aver.flows.upgrading import uncrowded, upgrade_coordinator, upgrade_shard
from aver.store.engine import Transactions, open_engine
from aver.store.metadata import METADATA
from aver.store.presence import alone
from aver.store.revisions import VERSIONS, newest, present_in, refuse_later
from aver.store.row_security import guard
from aver.store.shard_tables import coordinator_statements, numbered_behind, shard_guards, shard_statements, withdraw
from aver.store.shards import COORDINATOR, SHARD
from aver.store.whole_tables import OF_NO_TENANT

if TYPE_CHECKING:
    from psycopg import Connection as Driver

_PASSED_ON = ("host", "hostaddr", "port", "dbname", "sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl")
_ROWS = {"fetch_size": "10000", "batch_size": "1000"}
"""Rows asked for and sent at once; 100 and 1 otherwise."""
_VERSIONS = f"CREATE TABLE IF NOT EXISTS {VERSIONS} (version_num varchar(32) PRIMARY KEY)"
"""Empty on a shard: whoever takes it for a home wants to migrate it, and is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """A shard as the coordinator reaches it: options of libpq, whose tables, and the schema that holds them."""

    number: int
    options: Mapping[str, str]
    user: str
    password: str
    schema: str


def spread(settings: Settings, urls: Sequence[str]) -> tuple[Shard, ...]:
    """Make the database of the settings the coordinator of a logical one over the servers at `urls`, in this order.

    One whose tables are older is brought to those of this version (flows/upgrading.py). Raises BadInput where a
    database holds something else, FromLaterVersion, HomeBusy where an upgrade isn't alone, BadConfiguration where a
    role may not do what it takes, and StoreUnreachable.
    """
    if not settings.store.url:
        raise BadConfiguration("no coordinator is named", hint="set AVER_STORE_URL to its database")
    if len(urls) < 2 or len(set(urls)) < len(urls):
        raise BadInput("a logical database takes two servers or more", hint="--over URL for each of them")
    transactions = Transactions(open_engine(settings.home, settings.store.url))
    try:
        with transactions.write() as connection:
            name, known = _identity(connection, len(urls)), present_in(connection)
        refuse_later(known, "this logical database's tables are")
        wanted = [(name, number, len(urls)) for number in range(len(urls))]
        versions = [_version(url, one) for url, one in zip(urls, wanted, strict=True)]
        _refuse_missing(known, versions)
        if any(one is not None and one < newest() for one in (known, *versions)):
            with alone(transactions):
                upgrade_coordinator(transactions)
                for number, url in enumerate(urls):
                    if versions[number] is not None:
                        upgrade_shard(settings.home, url, number)
                return _spread(transactions, urls, wanted)
        return _spread(transactions, urls, wanted)
    finally:
        transactions.engine.dispose()


def _spread(
    transactions: Transactions, urls: Sequence[str], wanted: Sequence[tuple[str, int, int]]
) -> tuple[Shard, ...]:
    shards = tuple(_made(url, one) for url, one in zip(urls, wanted, strict=True))
    with uncrowded("the coordinator"), transactions.write() as connection:
        _coordinate(connection, shards)
    return shards


def _identity(connection: Connection, count: int) -> str:
    """Return the coordinator's id, recorded before any shard is told it."""
    there = inspect(connection)
    if not there.has_table(COORDINATOR):
        if METADATA.tables.keys() & set(there.get_table_names()):
            raise BadInput("that database holds a home", hint="name an empty database or schema for the coordinator")
        connection.exec_driver_sql(f"CREATE TABLE {COORDINATOR} (id text NOT NULL, shards int NOT NULL)")
        connection.exec_driver_sql(f"INSERT INTO {COORDINATOR} VALUES (%s, %s)", (uuid4().hex, count))  # noqa: S608
    name, known = connection.exec_driver_sql(f"SELECT id, shards FROM {COORDINATOR}").one()  # noqa: S608
    if known != count:
        raise BadInput(f"this database is over {known} servers", hint="name as many as before, in their order")
    return str(name)


@contextmanager
def _reached(url: str, number: int) -> Iterator[Driver]:
    """Open a server, and one transaction there. Raises StoreUnreachable."""
    import psycopg

    from aver.store.liveness import heard

    try:
        with closing(heard(url)) as driver, driver.transaction():
            yield driver
    except psycopg.OperationalError as error:
        raise StoreUnreachable(f"server {number + 1}: {error}", hint="check its url") from error


def _version(url: str, wanted: tuple[str, int, int]) -> str | None:
    """Return which migration a shard's tables follow, None for an empty server; nothing is changed.

    Raises BadInput where there are other tables, or those of another shard, and FromLaterVersion.
    """
    place = wanted[1] + 1
    with _reached(url, wanted[1]) as driver:
        if _one(driver, "SELECT to_regclass(%s)", SHARD) is None:
            if _one(driver, "SELECT EXISTS (SELECT FROM pg_class WHERE relnamespace = current_schema()::regnamespace)"):
                raise BadInput(f"server {place} has tables already", hint="name an empty database or schema")
            return None
        row = driver.execute(f"SELECT coordinator, number, shards, version FROM {SHARD}").fetchone()  # noqa: S608
    if row is None or row[:3] != wanted:
        raise BadInput(
            f"server {place} is not shard {place} of this database",
            hint="name the servers in the order of the first time",
        )
    refuse_later(str(row[3]), f"the tables of server {place} are")
    return str(row[3])


def _refuse_missing(known: str | None, versions: Sequence[str | None]) -> None:
    """Raise BadInput for an empty server where a shard with rows was: its tenants would seem to have nothing."""
    if known is not None and None in versions:
        raise BadInput(
            f"server {versions.index(None) + 1} is empty",
            hint="bring the shard there first: a copy, or a backup (docs/logical-database.md)",
        )


def _made(url: str, wanted: tuple[str, int, int]) -> Shard:
    """Make the tables of a shard unless they are there, in one transaction of that server."""
    with _reached(url, wanted[1]) as driver:
        if _one(driver, "SELECT to_regclass(%s)", SHARD) is None:
            for statement in (*shard_statements(), *shard_guards(), _VERSIONS):
                driver.execute(statement)
            driver.execute(f"CREATE TABLE {SHARD} (coordinator text, number int, shards int, version text)")
            driver.execute(f"INSERT INTO {SHARD} VALUES (%s, %s, %s, %s)", (*wanted, newest()))  # noqa: S608
        schema = str(_one(driver, "SELECT current_schema()"))
        info = driver.info
        given = info.get_parameters()
        options = {name: given[name] for name in _PASSED_ON if name in given} | {"dbname": info.dbname}
        return Shard(number=wanted[1], options=options, user=info.user, password=info.password, schema=schema)


def _one(driver: Driver, statement: str, *values: object) -> object:
    row = driver.execute(statement, values or None).fetchone()
    return row[0] if row else None


def _coordinate(connection: Connection, shards: Sequence[Shard]) -> None:
    """Make servers, tables and sequences of the coordinator anew, inside its write transaction."""
    from aver.store.postgresql import tell

    withdraw(connection)
    schema = connection.exec_driver_sql("SELECT current_schema()").scalar_one()
    names = [f"{schema}_shard_{shard.number}" for shard in shards]
    tell(connection, "CREATE EXTENSION IF NOT EXISTS postgres_fdw")
    for name, shard in zip(names, shards, strict=True):
        tell(connection, f'DROP SERVER IF EXISTS "{name}" CASCADE')
        _announce(connection, name, shard)
    for table in OF_NO_TENANT:
        METADATA.tables[table].create(connection, checkfirst=True)
        guard(connection, METADATA.tables[table])
    places = [(name, shard.schema) for name, shard in zip(names, shards, strict=True)]
    for statement in (*coordinator_statements(places), _VERSIONS, f"DELETE FROM {VERSIONS}"):  # noqa: S608
        tell(connection, statement)
    tell(connection, f"INSERT INTO {VERSIONS} VALUES ({{}})", newest())  # noqa: S608
    numbered_behind(connection)


def _announce(connection: Connection, name: str, shard: Shard) -> None:
    from aver.store.liveness import OF_CLIENT
    from aver.store.postgresql import tell

    options = {**shard.options, **{key: str(value) for key, value in OF_CLIENT.items()}, **_ROWS}
    said = ", ".join(f"{key} {{}}" for key in options)
    tell(
        connection,
        f'CREATE SERVER "{name}" FOREIGN DATA WRAPPER postgres_fdw OPTIONS ({said})',
        *options.values(),
    )
    mapping = {"user": shard.user} | ({"password": shard.password} if shard.password else {})
    said = ", ".join(f"{key} {{}}" for key in mapping)
    tell(connection, f'CREATE USER MAPPING FOR CURRENT_USER SERVER "{name}" OPTIONS ({said})', *mapping.values())
