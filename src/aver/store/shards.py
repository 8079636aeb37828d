"""One logical database over several servers: what the transactions of its coordinator say to the shards.

A shard holds all rows of its tenants. A transaction about a tenant tells that tenant's shard whose rows it is about,
which sets there what policies read; a shard refuses changes of whoever hasn't, and what belongs to no tenant changes
in transactions of its own. So each transaction writes on one server, and its commit there is all or nothing, which
postgres_fdw can't promise for two (decision 0017). The tables: `store/shard_tables.py`.
"""

from __future__ import annotations

from sqlalchemy import Connection, Engine, inspect

from aver.errors import BadConfiguration
from aver.store.engine import PLACES, Places
from aver.store.row_security import EVERY_TENANT

SAID = "aver_said"
SHARD = "aver_shard"
"""A shard's one row: which coordinator's it is, its number of how many, and the migration that its tables follow."""
COORDINATOR = "aver_coordinator"
"""A coordinator's one row: its id, and over how many shards."""
EVERY = "aver_every"
"""The role that looks past tenants, where the application's role sees one tenant at a time."""

_SAY = f"INSERT INTO {SAID} VALUES ({{}})"  # noqa: S608 - our own name
_SAY_TO_READ = f"SET TRANSACTION READ WRITE; {_SAY}; SET TRANSACTION READ ONLY"


class Shards:
    """What each transaction of a coordinator says before it begins; then what it asked anyhow (store/engine.py)."""

    def __init__(self, *, guarded: bool, places: Places | None) -> None:
        """`guarded`: policies hold for the role that asks, as for everybody but the owner of the tables."""
        self._guarded = guarded
        self._places = places

    def refuse(self, connection: Connection, tenant: str, *, write: bool) -> None:
        """Tell the tenant's shard whose rows it is about. Raises ShardAway and what `places` raises.

        What looks past tenants asks the shards as a role of its own, and only those whose tables it reads.
        """
        from aver.store.postgresql import become, tell

        if tenant != EVERY_TENANT:
            tell(connection, _SAY if write else _SAY_TO_READ, tenant)
        elif self._guarded:
            become(connection, EVERY)
        if self._places is not None:
            self._places.refuse(connection, tenant, write=write)


def over_shards(engine: Engine) -> Engine:
    """Return an engine whose transactions say whose rows they are about, if the database is a coordinator."""
    if engine.dialect.name == "sqlite":
        return engine
    active = "row_security_active(to_regclass('version'))"
    asked = f"SELECT {active} FROM pg_class WHERE oid = to_regclass(%s) AND relkind = 'p'"  # noqa: S608 - our own words
    with engine.connect() as connection:
        guarded = connection.exec_driver_sql(asked, (SAID,)).scalar()
    if guarded is None:
        return engine
    known: Places | None = engine.get_execution_options().get(PLACES)
    return engine.execution_options(**{PLACES: Shards(guarded=guarded, places=known)})


def refuse_as_home(engine: Engine) -> None:
    """Raise BadConfiguration for a database whose tables migrations must leave alone."""
    there = inspect(engine)
    for name, what, hint in (
        (SHARD, "a shard of a logical database", "open the coordinator instead"),
        (COORDINATOR, "a coordinator made by another version of Aver", "docs/logical-database.md, 'Upgrading'"),
    ):
        if there.has_table(name):
            raise BadConfiguration(f"this database is {what}", hint=hint)
