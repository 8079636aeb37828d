"""Moving a whole home into a logical database: tenant by tenant, each verified, and a home only at the end.

A transaction writes on one server, so a home can't come in one. Each tenant comes in one transaction of its shard, read
again there and compared by hash with the source, its runs' chains and the ledger verified, before that commits. Until
the last transaction, which brings the facts of the home and the keys of callers, the database is no home and nobody is
served: before it commits every table is read again and compared whole. A move that is cut short goes on: a tenant that
is there already is compared.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, Engine, delete, insert, select

from aver.errors import BadInput, StoreDamaged
from aver.flows.verify_runs import verified_runs
from aver.store.carrying import Carried, carry_tables, carry_tenant, held, held_of, is_empty
from aver.store.engine import Transactions
from aver.store.home import ARRIVING, arriving
from aver.store.metadata import METADATA
from aver.store.presence import alone
from aver.store.schema import home
from aver.store.shard_tables import numbered_behind
from aver.store.shards import over_shards
from aver.store.tenant_places import DIRECTORY
from aver.store.whole_tables import OF_NO_TENANT, tables_of_tenants, tenant_column
from aver.values.identity import baseline_tenant, owner_of


def move_to_shards(source: Transactions, engine: Engine, home_id: str, key: bytes) -> tuple[tuple[Carried, ...], int]:
    """Bring every row of the home in `source`, in which the caller is alone, into the coordinator's database.

    Returns its tables and how many runs they hold. Raises BadInput where another home is there, or what a move that
    was cut short brought is not as it is by now, and StoreDamaged.
    """
    target = Transactions(over_shards(engine))
    with alone(target), source.write() as giving:
        _refuse_directory(giving)
        _announce(target, home_id)
        runs = sum(_brought(giving, target, tenant, key) for tenant in _tenants(giving))
        return _finish(giving, target), runs


def _refuse_directory(giving: Connection) -> None:
    if giving.execute(select(home.c.name).where(home.c.name == DIRECTORY)).first() is not None:
        raise BadInput(
            "the tenants of this home are found by a directory, which would go on leading to it",
            hint="one server's home moves whole only where no directory knows it (docs/servers.md)",
        )


def _announce(target: Transactions, home_id: str) -> None:
    """Record which home is on its way, before any row of it comes. Raises BadInput where another one is there."""
    with target.write() as taking:
        known = arriving(taking)
        if known == home_id:
            return
        if known is not None or not is_empty(taking):
            raise BadInput("there is a home in that database already", hint="name a logical database without one")
        taking.execute(insert(home).values(name=ARRIVING, value=home_id))


def _tenants(giving: Connection) -> Sequence[str]:
    """Return every tenant that has a row, windows kept for comparison being its own."""
    named = (giving.scalars(select(tenant_column(table)).distinct()) for table in tables_of_tenants())
    return sorted({owner_of(name) for names in named for name in names})


def _brought(giving: Connection, target: Transactions, tenant: str, key: bytes) -> int:
    """Bring a tenant unless it is there, verify it either way, and return how many runs it has."""
    tables = tables_of_tenants()
    with target.write(tenant) as taking:
        there = held_of(taking, tenant, tables)
        if any(one.rows for one in there):
            if there != held_of(giving, tenant, tables):
                raise BadInput(
                    f"tenant {tenant} has changed since a move that was cut short brought it",
                    hint="empty the servers, spread them again and begin anew; leave the home alone until it is there",
                )
        elif carry_tenant(giving, taking, tenant, tables) != held_of(taking, tenant, tables):
            raise _changed(tenant)
        return verified_runs(taking, key, (tenant, baseline_tenant(tenant)))


def _finish(giving: Connection, target: Transactions) -> tuple[Carried, ...]:
    """Make the database the home: bring what belongs to no tenant, and compare every table."""
    with target.write() as taking:
        taking.execute(delete(home).where(home.c.name == ARRIVING))
        carry_tables(giving, taking, [METADATA.tables[name] for name in OF_NO_TENANT])
        numbered_behind(taking)
        tables = held(giving)
        for one, other in zip(tables, held(taking), strict=True):
            if one != other:
                raise _changed(one.table)
        return tables


def _changed(what: str) -> StoreDamaged:
    return StoreDamaged(f"the rows of {what} arrived changed", hint="the database is no home yet; report this")
