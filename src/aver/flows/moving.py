"""Moving a whole home from its folder into PostgreSQL, or back: all of it and verified, or nothing.

Into a logical database, which can't commit on all of its servers at once: flows/moving_to_shards.py.

The mover is alone in the home and holds its write lock, so nothing is added meanwhile; the source is only read. In the
target one transaction holds every row. Before it commits, each table is read again and compared by hash with what
was read from the source, and every run's chain and the signed ledger are verified there. A move that fails or is
killed leaves the source as it was and the target without a row, and can be begun again.
"""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, Engine, select

from aver.config import Settings, ledger_key_path
from aver.errors import BadInput, StoreDamaged
from aver.flows.backup import synced
from aver.flows.jobs.ingest_asked import UPLOADS
from aver.flows.moving_to_shards import move_to_shards
from aver.flows.verify_runs import verified_runs
from aver.store.carrying import Carried, carry, held, is_empty
from aver.store.engine import Transactions, open_engine
from aver.store.home import DATABASE, facts, open_current
from aver.store.migrate import migrate
from aver.store.presence import alone
from aver.store.run_tables import run, run_head
from aver.store.shards import is_coordinator
from aver.store.signing import signing_key


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """What a move came to: the home's id, its tables as they are in both places, and the runs whose chains hold."""

    home_id: str
    tables: tuple[Carried, ...]
    runs: int


def is_url(place: str) -> bool:
    """Return whether `place` names a database rather than a folder."""
    return "://" in place


def move_home(settings: Settings, to: str) -> Moved:
    """Move the home that `settings` are of to the PostgreSQL database or the folder `to`, which holds none yet.

    Raises BadInput, HomeMissing, HomeBusy, StoreDamaged, StoreUnreachable, BadConfiguration and MissingExtra.
    """
    source = open_current(settings.home, url=settings.store.url)
    target = open_engine(settings.home / DATABASE, to) if is_url(to) else None
    try:
        with alone(source):
            key_file = ledger_key_path(settings, _home_id(source))
            if target is None:
                folder = _refuse_folder(settings, to)
                return _into_folder(source, folder, signing_key(source, key_file, shared=True))
            _refuse_alike(settings, source.engine, target, to)
            key = signing_key(source, key_file, shared=bool(settings.store.url))
            moved = _apart(source, target, key) if is_coordinator(target) else _into(source, Transactions(target), key)
            signing_key(Transactions(target), key_file, shared=True)
            return moved
    finally:
        source.engine.dispose()
        if target is not None:
            target.dispose()


def _refuse_alike(settings: Settings, source: Engine, target: Engine, to: str) -> None:
    """Raise BadInput for a move from one server to another one."""
    if settings.store.url and is_coordinator(source) == is_coordinator(target):
        raise BadInput(
            f"this home lies in PostgreSQL already, and {to.partition('@')[2] or to} is another of the same",
            hint="--to takes a folder, or a logical database for a home on one server, and the reverse",
        )


def _refuse_folder(settings: Settings, to: str) -> Path:
    """Return the folder; raises BadInput where it can't take a home from PostgreSQL."""
    if not settings.store.url:
        raise BadInput(
            f"this home lies in a folder already, and {to} is another of the same", hint="--to takes postgresql://..."
        )
    folder = Path(to).expanduser().absolute()
    if (folder / DATABASE).exists():
        raise BadInput(f"there is a home in {folder} already", hint="name a folder without one")
    if folder != settings.home.absolute() and any((settings.home / UPLOADS).glob("*")):
        raise BadInput(
            "jobs wait for files that were uploaded to this home's folder",
            hint="finish or cancel them (`aver jobs list`), or move into that folder",
        )
    return folder


def _apart(source: Transactions, target: Engine, key: bytes) -> Moved:
    """Move into a logical database, whose transactions each write on one server."""
    name = _home_id(source)
    tables, runs = move_to_shards(source, target, name, key)
    return Moved(home_id=name, tables=tables, runs=runs)


def _into_folder(source: Transactions, folder: Path, key: bytes) -> Moved:
    """Write the file of the home beside its place and put it there whole."""
    folder.mkdir(parents=True, exist_ok=True)
    draft = folder / f".{DATABASE}.{secrets.token_hex(8)}"
    try:
        target = Transactions(open_engine(draft))
        try:
            moved = _into(source, target, key)
            target.wipe_journal()
        finally:
            target.engine.dispose()
        synced(draft)
        try:
            os.link(draft, folder / DATABASE)
        except FileExistsError as error:
            raise BadInput(f"there is a home in {folder} by now", hint="name a folder without one") from error
        synced(folder)
    finally:
        for left in folder.glob(f"{draft.name}*"):
            left.unlink()
    return moved


def _into(source: Transactions, target: Transactions, key: bytes) -> Moved:
    migrate_empty(target.engine)
    with source.write() as giving, target.write() as taking:
        if not is_empty(taking):
            raise _taken()
        tables = carry(giving, taking)
        changed = [one.table for one, other in zip(tables, held(taking), strict=True) if one != other]
        if changed:
            raise StoreDamaged(f"the rows of {changed[0]} arrived changed", hint="nothing was moved; report this")
        runs = _verified(taking, key)
    return Moved(home_id=_home_id(target), tables=tables, runs=runs)


def migrate_empty(engine: Engine) -> None:
    """Make the tables of a home in a database that holds none. Raises BadInput where one holds a row."""
    with Transactions(engine).read() as connection:
        if not is_empty(connection):
            raise _taken()
    migrate(engine)


def _taken() -> BadInput:
    return BadInput("there is a home in that database already", hint="name another database or schema")


def _verified(connection: Connection, key: bytes) -> int:
    """Return how many runs there are; every chain and the ledger hold."""
    tenants = {name for table in (run, run_head) for name in connection.scalars(select(table.c.tenant).distinct())}
    return verified_runs(connection, key, sorted(tenants))


def _home_id(transactions: Transactions) -> str:
    with transactions.read() as connection:
        known = facts(connection)
    return "" if known is None else known.id
