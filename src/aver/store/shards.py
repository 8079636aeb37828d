"""One logical database over several servers: what the transactions of its coordinator say to the shards.

A shard holds all rows of its tenants. A transaction about a tenant tells that tenant's shard whose rows it is about,
which sets there what policies read; a shard refuses changes of whoever hasn't, and what belongs to no tenant changes
in transactions of its own. So each transaction writes on one server, and its commit there is all or nothing, which
postgres_fdw can't promise for two (decision 0017). The tables: `store/shard_tables.py`.
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine, inspect

from aver.errors import BadConfiguration, PartlyUpgraded
from aver.store.engine import PLACES, Places
from aver.store.revisions import newest, present_in, refuse_later
from aver.store.row_security import EVERY_TENANT

SAID = "aver_said"
SHARD = "aver_shard"
"""A shard's one row: which coordinator's it is, its number of how many, and the migration that its tables follow."""
COORDINATOR = "aver_coordinator"
"""A coordinator's one row: its id, and over how many shards."""
EVERY = "aver_every"
"""The role that looks past tenants, where the application's role sees one tenant at a time."""

_SAY = f"INSERT INTO {SAID} VALUES ({{}}, {{}})"  # noqa: S608 - our own name
_SAY_TO_READ = f"SET TRANSACTION READ WRITE; {_SAY}; SET TRANSACTION READ ONLY"
_STAY = f"LOCK TABLE ONLY {SAID} IN ACCESS SHARE MODE"
"""What keeps an upgrade out of a transaction that says nothing; the tables are gone while one is under way."""
_STANDING = f"""
SELECT to_regclass('{SAID}') IS NOT NULL AS whole, row_security_active(to_regclass('version')) AS guarded
WHERE to_regclass('{COORDINATOR}') IS NOT NULL"""


class Shards:
    """What each transaction of a coordinator says before it begins; then what it asked anyhow (store/engine.py)."""

    def __init__(self, *, guarded: bool, places: Places | None) -> None:
        """`guarded`: policies hold for the role that asks, as for everybody but the owner of the tables."""
        self._guarded = guarded
        self._places = places

    def refuse(self, connection: Connection, tenant: str, *, write: bool) -> None:
        """Tell the tenant's shard whose rows it is about, and which tables this process knows.

        What looks past tenants asks the shards as a role of its own, and only those whose tables it reads. Raises
        ShardAway, PartlyUpgraded and what `places` raises.
        """
        from aver.store.postgresql import become, tell_existing

        statement, *said = (_STAY,) if tenant == EVERY_TENANT else (_SAY if write else _SAY_TO_READ, tenant, newest())
        if not tell_existing(connection, statement, *said):
            raise _unfinished()
        if tenant == EVERY_TENANT and self._guarded:
            become(connection, EVERY)
        if self._places is not None:
            self._places.refuse(connection, tenant, write=write)


def over_shards(engine: Engine) -> Engine:
    """Return an engine whose transactions say whose rows they are about, if the database is a coordinator.

    Raises PartlyUpgraded, BadConfiguration and FromLaterVersion for one whose tables this version can't use.
    """
    if engine.dialect.name == "sqlite":
        return engine
    with engine.connect() as connection:
        standing = connection.exec_driver_sql(_STANDING).one_or_none()
        if standing is None:
            return engine
        present = present_in(connection)
    refuse_later(present, "this logical database's tables are")
    if present != newest():
        raise _of_another_version()
    if not standing.whole:
        raise _unfinished()
    known: Places | None = engine.get_execution_options().get(PLACES)
    return engine.execution_options(**{PLACES: Shards(guarded=standing.guarded, places=known)})


def is_coordinator(engine: Engine) -> bool:
    """Return whether the database is the coordinator of a logical one."""
    return engine.dialect.name != "sqlite" and inspect(engine).has_table(COORDINATOR)


def refuse_as_home(engine: Engine) -> None:
    """Raise BadConfiguration for a database whose tables are not to be migrated as a home's."""
    there = inspect(engine)
    if there.has_table(SHARD):
        raise BadConfiguration("this database is a shard of a logical database", hint="open the coordinator instead")
    if is_coordinator(engine):
        raise _of_another_version()


def _of_another_version() -> BadConfiguration:
    return BadConfiguration(
        "this database is a coordinator made by another version of Aver",
        hint="`aver tenants spread` with the same servers brings it up to date (docs/logical-database.md)",
    )


def _unfinished() -> PartlyUpgraded:
    return PartlyUpgraded(
        "an upgrade of this logical database isn't over",
        hint="where it was cut short, the same `aver tenants spread` goes on (docs/logical-database.md)",
    )
