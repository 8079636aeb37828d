"""Both stores under one set of tests: SQLite files in the folder of a test, or schemas of one real PostgreSQL server.

A test names a folder and nothing else; `url_of` says where the tables of a home in that folder lie. Processes that a
test starts find the server in the environment. A schema whose folder is gone is emptied and used again, since making
the tables takes a tenth of a second and emptying them a hundredth.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import psycopg
import pytest
from hypothesis import is_hypothesis_test, settings
from sqlalchemy import Connection, Engine, event, select, text

from aver.demo.server import Server
from aver.store import partitions
from aver.store.engine import Transactions, open_engine
from aver.store.metadata import METADATA
from aver.store.revisions import newest
from tests.depth import deep

VARIABLE = "AVER_TEST_SERVER"
SQLITE, POSTGRESQL = "sqlite", "postgresql"
APPLICATION = "aver_app"
_WHOLE = "whole"
partitions.PARTITIONS = 2
"""Making the shipped number of them takes most of a second, and many tests begin with a home of their own."""
OPTIONS = ("listen_addresses=", "fsync=off", "full_page_writes=off", "max_connections=200")
_OPEN: set[Engine] = set()
_SCHEMAS: dict[Path, str] = {}
_FREE: list[str] = []

MOST_ON_SERVER = deep(300)
"""Examples of one test on PostgreSQL in the deep profile, whose 2,000 would take the server ten minutes."""
Test = TypeVar("Test", bound=Callable[..., Any])


def once(test: Test) -> Test:
    """Mark a test that is about the file itself, or that opens both stores."""
    test.adapters = (SQLITE,)  # type: ignore[attr-defined]
    return test


def mostly_once(test: Test) -> Test:
    """Mark a test whose cases are told apart on the file already; those on PostgreSQL are deep."""
    test.adapters = (SQLITE, pytest.param(POSTGRESQL, marks=pytest.mark.deep))  # type: ignore[attr-defined]
    return test


def on_server(test: Test) -> Test:
    """Mark a test that is about what PostgreSQL alone can do."""
    test.adapters = (POSTGRESQL,)  # type: ignore[attr-defined]
    return test


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run every test of a folder whose conftest imports this on both stores.

    What Hypothesis made up for the first store is not made up again for the second on every run: a tenth of the
    examples there, and under the marker `deep` all of them, up to `MOST_ON_SERVER`.
    """
    if "adapter" in metafunc.fixturenames:
        kinds: list[Any] = [*getattr(metafunc.function, "adapters", (SQLITE, POSTGRESQL))]
        if POSTGRESQL in kinds and is_hypothesis_test(metafunc.function):
            kinds.append(pytest.param(POSTGRESQL, marks=pytest.mark.deep, id=f"{POSTGRESQL}-{_WHOLE}"))
        metafunc.parametrize("adapter", kinds, indirect=True, scope="module")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Make up fewer examples for the second store; imported by the same conftests."""
    test: Any = getattr(item, "obj", None)
    named = item.name.partition("[")[2]
    if not is_hypothesis_test(test) or not named.startswith(POSTGRESQL):
        yield
        return
    whole: settings = test._hypothesis_internal_use_settings
    most = min(whole.max_examples, MOST_ON_SERVER) if _WHOLE in named else max(1, whole.max_examples // 10)
    with pytest.MonkeyPatch.context() as patch:
        fewer = settings(whole, max_examples=most)
        patch.setattr(test, "_hypothesis_internal_use_settings", fewer)
        yield


@pytest.fixture(scope="module", autouse=True)
def adapter(request: pytest.FixtureRequest) -> Iterator[str]:
    """The store that the tests of a module run on."""
    kind = getattr(request, "param", SQLITE)
    with on(kind):
        yield kind


@contextmanager
def on(kind: str) -> Iterator[None]:
    """Let the tables of every folder lie in that store; what was opened meanwhile is closed at the end."""
    with placed(kind):
        try:
            yield
        finally:
            for engine in tuple(_OPEN):
                engine.dispose()
            _OPEN.clear()
            _FREE.extend(_SCHEMAS.values())
            _SCHEMAS.clear()


@contextmanager
def placed(kind: str) -> Iterator[None]:
    """Let what is opened now lie in that store, beside what is open in the other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, server() if kind == POSTGRESQL else "")
        yield


def on_postgresql() -> bool:
    """Whether the tables of this test lie in PostgreSQL."""
    return bool(os.environ.get(VARIABLE))


def url_of(folder: Path) -> str:
    """Return the url of the home in `folder`, "" for a SQLite file there; its schema is made where it is missing."""
    base = os.environ.get(VARIABLE, "")
    if not base:
        return ""
    folder = folder.resolve()
    name = f"t{hashlib.sha256(str(folder).encode()).hexdigest()[:20]}"
    if _SCHEMAS.get(folder) is None:
        with psycopg.connect(base, autocommit=True) as admin:
            _have(admin, name)
        _SCHEMAS[folder] = name
    return f"{base}&options=-csearch_path%3D{name}"


def _have(admin: psycopg.Connection[Any], name: str) -> None:
    """Make the schema `name` unless it is there: one that was used before, emptied, or a new one."""
    if _rows(admin, "SELECT 1 FROM pg_namespace WHERE nspname = %s", name):
        return
    for folder in [folder for folder in _SCHEMAS if not folder.exists()]:
        _FREE.append(_SCHEMAS.pop(folder))
    while _FREE:
        used = _FREE.pop()
        whole = "relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = to_regnamespace(%s)"
        tables = _rows(admin, f"SELECT relname FROM pg_class WHERE {whole}", used)
        if {one for (one,) in tables} - {"alembic_version"} == set(METADATA.tables):
            if ("alembic_version",) in tables:
                admin.execute(f"DELETE FROM {used}.alembic_version WHERE version_num <> %s", (newest(),))
            emptied = ";".join(f'DELETE FROM {used}."{table}"' for table in METADATA.tables)
            admin.execute(f"SET session_replication_role = replica; {emptied}")
            admin.execute(f"ALTER SCHEMA {used} RENAME TO {name}")
            return
        admin.execute(f"DROP SCHEMA IF EXISTS {used} CASCADE")
    admin.execute(f"CREATE SCHEMA {name}")


def let_in(url: str) -> None:
    """Let the role of the application, made where it is missing, use the home at the owner's `url`."""
    with psycopg.connect(url, autocommit=True) as admin:
        if not _rows(admin, "SELECT 1 FROM pg_roles WHERE rolname = %s", APPLICATION):
            admin.execute(f"CREATE ROLE {APPLICATION} LOGIN")
        admin.execute((Path(__file__).resolve().parents[2] / "docs" / "postgres-roles.sql").read_bytes())


def _rows(admin: psycopg.Connection[Any], statement: str, *values: object) -> list[tuple[Any, ...]]:
    return admin.execute(statement, values).fetchall()


@event.listens_for(Engine, "engine_connect")
def _seen(connection: Connection) -> None:
    if connection.dialect.name == POSTGRESQL:
        _OPEN.add(connection.engine)


@contextmanager
def unguarded(connection: Connection) -> Iterator[None]:
    """Let a test write what foreign keys and triggers refuse, as somebody with full access to the database could."""
    if connection.dialect.name == POSTGRESQL:
        driver: Any = connection.connection.driver_connection
        within = driver.info.transaction_status is not psycopg.pq.TransactionStatus.IDLE
        driver.execute(f"SET {'LOCAL' if within else 'SESSION'} session_replication_role = replica")
        yield
        if not within:
            driver.execute("SET session_replication_role = origin")
        return
    triggers = connection.execute(text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")).all()
    connection.exec_driver_sql("PRAGMA foreign_keys=OFF")
    for name, _ in triggers:
        connection.exec_driver_sql(f"DROP TRIGGER {name}")
    yield
    for _, statement in triggers:
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql("PRAGMA foreign_keys=ON")


def triggers(connection: Connection) -> set[str]:
    """Return the names of the triggers of a home."""
    own = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    theirs = (
        "SELECT tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
        "WHERE pg_table_is_visible(c.oid) AND NOT tgisinternal"
    )
    asked = theirs if on_postgresql() else own
    return set(connection.execute(text(asked)).scalars())


def stored_bytes(transactions: Transactions) -> bytes:
    """Return what a home holds: the bytes of its file, or those of every value in every row."""
    if not on_postgresql():
        return Path(str(transactions.engine.url.database)).read_bytes()
    with transactions.read() as connection:
        rows = [row for table in METADATA.sorted_tables for row in connection.execute(select(table))]
    return b"\n".join(one if isinstance(one, bytes) else str(one).encode() for row in rows for one in row)


def bytes_of(folder: Path) -> bytes:
    """Return what a home holds, with every file in its folder."""
    kept = b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())
    if not on_postgresql():
        return kept
    engine = open_engine(folder, url_of(folder))
    kept += stored_bytes(Transactions(engine))
    engine.dispose()
    return kept


def spoken(statement: str) -> str:
    """Return a statement of SQLite's as this test's store understands it."""
    if not on_postgresql():
        return statement
    statement = re.sub(r"x'([0-9a-f]+)'", r"decode('\1', 'hex')", statement)
    statement = re.sub(r"zeroblob\((length\(\w+\))\)", r"decode(repeat('00', \1), 'hex')", statement)
    statement = statement.replace("randomblob(16)", "decode(md5(random()::text || ctid::text), 'hex')")
    return re.sub(r"json_set\(detail, '\$\.(\w+)\.(\w+)', 1\)", r"jsonb_set(detail::jsonb, '{\1,\2}', '1')", statement)


@cache
def server() -> str:
    """Start the server that the tests of this process share, and return its url; it stops with the process."""
    started = Server(Path(tempfile.mkdtemp(prefix="aver-pg-", dir="/tmp")), *OPTIONS)
    started.start()
    atexit.register(started.remove)
    return started.url
