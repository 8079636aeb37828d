"""A streaming replica of a test's server: a real one, which a test can stop replaying."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg

from aver.demo.server import Server
from aver.store.engine import Transactions, open_engine
from aver.store.home import create_home
from aver.store.store import Store
from tests.store.corpus import DIMENSION

PATIENCE_SECONDS = 20


def a_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="aver-pg-", dir="/tmp"))


class Replica(Server):
    """A server that begins as a copy of `primary`, and replays its log from then on."""

    def __init__(self, primary: Server) -> None:
        self.primary = primary
        super().__init__(a_folder(), "fsync=off")

    def _fill(self) -> None:
        where = ("-d", self.primary.url, "-D", str(self.folder / "data"))
        self._run("pg_basebackup", *where, "-R", "-X", "stream", "-c", "fast", "--no-sync")

    def pause(self) -> None:
        """Stop replaying; what it has, it goes on showing."""
        self._say("SELECT pg_wal_replay_pause()")
        self._until("SELECT pg_get_wal_replay_pause_state() = 'paused'")

    def resume(self) -> None:
        """Go on replaying, and wait until everything that the primary has is there."""
        self._say("SELECT CASE WHEN pg_is_wal_replay_paused() THEN pg_wal_replay_resume() END")
        with psycopg.connect(self.primary.url) as connection:
            row = connection.execute("SELECT pg_current_wal_lsn()::text").fetchone()
        assert row is not None
        self._until(f"SELECT pg_last_wal_replay_lsn() >= '{row[0]}'")

    def promote(self) -> None:
        """Take over from a primary that is gone, or seems to be."""
        self._say("SELECT pg_promote()")

    def _say(self, statement: str) -> bool:
        with psycopg.connect(self.url, autocommit=True) as connection:
            row = connection.execute(statement).fetchone()
            return row is not None and row[0] is True

    def _until(self, statement: str) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        while not self._say(statement):
            assert time.monotonic() < until, statement
            time.sleep(0.01)


@contextmanager
def replicated() -> Iterator[tuple[Server, Replica]]:
    """Yield a server and its replica."""
    primary = Server(a_folder(), "fsync=off")
    try:
        primary.start()
        replica = Replica(primary)
        try:
            replica.start()
            yield primary, replica
        finally:
            replica.remove()
    finally:
        primary.remove()


def url_at(server: Server, schema: str, role: str = "aver") -> str:
    """Return the url of the home in that schema."""
    return f"{server.url.replace('aver@', f'{role}@')}&options=-csearch_path%3D{schema}"


def store_at(server: Server, schema: str, *replicas: Server, role: str = "aver") -> Store:
    """Open the home in that schema, to be asked at `replicas` too."""
    transactions = Transactions(open_engine(Path("unused"), url_at(server, schema, role)))
    return Store(transactions, dimension=DIMENSION, replicas=[url_at(one, schema, role) for one in replicas])


def a_home(server: Server) -> str:
    """Make an empty home in a schema of its own."""
    schema = f"r{uuid4().hex}"
    with psycopg.connect(server.url, autocommit=True) as admin:
        admin.execute(f"CREATE SCHEMA {schema}")
    create_home(server.folder / "home", encoder="e", url=url_at(server, schema)).engine.dispose()
    return schema
