"""A logical database brought to the tables of this version, one server after the other, each in one transaction.

First the coordinator gives up its tables of tenants, which hold no row: from then on no process of any version is
served, whatever becomes of whoever upgrades. Then each shard, and once all of them are there the coordinator's tables
are made again. Each server says how far it is, so the same command goes on wherever it was cut short.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection

from aver.errors import HomeBusy
from aver.store.engine import Transactions, open_engine
from aver.store.migrate import upgrade
from aver.store.partitions import undivided
from aver.store.revisions import VERSIONS, newest, present_in
from aver.store.shard_tables import shard_guards, unguard_shard, withdraw
from aver.store.shards import SHARD
from aver.store.whole_tables import OF_NO_TENANT

_IN_THE_WAY = ("55P03", "40P01")
"""lock_not_available, deadlock_detected (PostgreSQL, appendix A)."""


def upgrade_coordinator(transactions: Transactions) -> None:
    """Take a coordinator's tables of tenants away and bring the others up to date, in one transaction.

    Raises HomeBusy where somebody is served for too long, and BadConfiguration.
    """
    with uncrowded("the coordinator"), transactions.write() as connection:
        withdraw(connection)
        if present_in(connection) is not None:
            upgrade(connection)


def upgrade_shard(home: Path, url: str, number: int) -> None:
    """Bring the tables of a shard up to date, in one transaction of that server, unless they are.

    Raises HomeBusy, BadConfiguration and StoreUnreachable.
    """
    engine = open_engine(home, url)
    try:
        with uncrowded(f"server {number + 1}"), Transactions(engine).write() as connection, undivided():
            known = connection.exec_driver_sql(f"SELECT version FROM {SHARD}").scalar_one()  # noqa: S608 - our own name
            if known != newest():
                _upgrade(connection, known)
    finally:
        engine.dispose()


def _upgrade(connection: Connection, known: str) -> None:
    """Migrate a shard as Alembic knows it; what its migrations made that belongs to no tenant goes again."""
    from aver.store.postgresql import tell

    unguard_shard(connection)
    tell(connection, f"INSERT INTO {VERSIONS} VALUES ({{}})", known)  # noqa: S608 - our own name
    upgrade(connection)
    tell(connection, f"DELETE FROM {VERSIONS}")  # noqa: S608 - our own name
    for name in OF_NO_TENANT:
        tell(connection, f"DROP TABLE IF EXISTS {name} CASCADE")
    for statement in shard_guards():
        tell(connection, statement)
    tell(connection, f"UPDATE {SHARD} SET version = {{}}", newest())  # noqa: S608 - our own name


@contextmanager
def uncrowded(server: str) -> Iterator[None]:
    """Raise HomeBusy where somebody keeps the tables of `server` for too long."""
    try:
        yield
    except Exception as error:
        if getattr(getattr(error, "orig", error), "sqlstate", "") not in _IN_THE_WAY:
            raise
        raise HomeBusy(
            f"somebody has used tables of {server} for too long", hint="stop whoever asks there, then the same again"
        ) from error
