"""One folder holds a home: the SQLite file and its lock-free neighbours; opening it checks that it fits.

The encoder and the analyser whose output the index holds are recorded when the home is made. Opening
it with another encoder raises EncoderMismatch, with another analyser AnalyserMismatch: neither vectors nor
postings of two makers are ever mixed.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from sqlalchemy import Connection, Engine, insert, inspect, select

from aver.errors import AnalyserMismatch, EncoderMismatch, HomeMissing
from aver.stages.analyser import ANALYSER_ID
from aver.store import run_log, schema  # noqa: F401  (run_log's tables belong to the metadata)
from aver.store.engine import Transactions, open_engine
from aver.store.migrate import is_behind, migrate
from aver.store.shards import over_shards
from aver.store.tenant_places import with_places

DATABASE = "aver.db"
ARRIVING = "arriving"
"""The fact of a database into which a home is being moved part by part: which home that is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HomeFacts:
    """What is recorded about a home: its id, and the encoder and analyser its index was built with."""

    id: str
    encoder: str
    analyser: str


def create_home(folder: Path, *, encoder: str, url: str = "") -> Transactions:
    """Make the home if there is none, bring its tables up to date, and open it.

    With `url` its tables lie in that PostgreSQL database, in the first schema of the search path. Raises
    FromLaterVersion.
    """
    folder.mkdir(parents=True, exist_ok=True)
    engine = open_engine(folder / DATABASE, url)
    if is_behind(engine):
        migrate(engine)
    transactions = Transactions(engine)
    with transactions.write() as connection:
        if facts(connection) is None:
            _refuse_arriving(connection)
            recorded = {"id": uuid4().hex, "encoder": encoder, "analyser": ANALYSER_ID}
            rows = [{"name": name, "value": value} for name, value in recorded.items()]
            connection.execute(insert(schema.home), rows)
    return _checked(Transactions(over_shards(with_places(engine))), encoder)


def open_home(folder: Path, *, encoder: str, url: str = "") -> Transactions:
    """Open an existing home. Raises HomeMissing, FromLaterVersion, EncoderMismatch and AnalyserMismatch."""
    return _checked(open_current(folder, url=url), encoder)


def open_current(folder: Path, *, url: str = "") -> Transactions:
    """Open an existing home for what concerns no index, its tables brought up to date.

    Raises HomeMissing and FromLaterVersion.
    """
    engine = existing(folder, url)
    if engine is None:
        raise HomeMissing(
            f"no Aver home at {folder}" if not url else "no Aver home in the PostgreSQL database",
            hint="make one with `aver init`, or name it with --home",
        )
    if is_behind(engine):
        migrate(engine)
    return Transactions(over_shards(with_places(engine)))


def existing(folder: Path, url: str = "") -> Engine | None:
    """Return an engine on the home's database, None where nobody made one."""
    if not url and not (folder / DATABASE).is_file():
        return None
    engine = open_engine(folder / DATABASE, url)
    if not url or inspect(engine).has_table(schema.home.name):
        return engine
    engine.dispose()
    return None


def facts(connection: Connection) -> HomeFacts | None:
    """Return the recorded facts, or None in a home just made."""
    names = schema.home.c.name.in_(HomeFacts.__slots__)
    found = {row.name: row.value for row in connection.execute(select(schema.home).where(names))}
    return HomeFacts(**found) if found else None


def arriving(connection: Connection) -> str | None:
    """Return the id of the home that is being moved into this database, None where none is."""
    return connection.execute(select(schema.home.c.value).where(schema.home.c.name == ARRIVING)).scalar()


def _refuse_arriving(connection: Connection) -> None:
    if arriving(connection) is not None:
        raise HomeMissing(
            "a home is being moved into this database",
            hint="the same `aver migrate --to` goes on where it was cut short",
        )


def _checked(transactions: Transactions, encoder: str) -> Transactions:
    with transactions.read() as connection:
        known = facts(connection)
        if known is None:
            _refuse_arriving(connection)
    if known is None:
        raise HomeMissing("the home was never finished", hint="run `aver init` again")
    if known.encoder != encoder:
        raise EncoderMismatch(
            f"this home's vectors come from {known.encoder}, the configured encoder is {encoder}",
            hint="run aver reembed, or configure the first encoder again",
        )
    if known.analyser != ANALYSER_ID:
        raise AnalyserMismatch(
            f"this home's postings come from {known.analyser}, this version analyses with {ANALYSER_ID}",
            hint="`aver doctor --rebuild` makes the index anew from the stored text",
        )
    return transactions
