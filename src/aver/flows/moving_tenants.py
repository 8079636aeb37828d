"""Tenants on several servers: where each one lives, and moving one without a wrong answer meanwhile.

A tenant lives where the directory says, and nowhere else, at every moment. The mover holds the tenant's lock, so that
nothing of it changes; readers go on at the old server. One transaction brings every row to the new one, compared by
hash and with every run's chain and the ledger verified there before it commits. Then the old server is told to ask the
directory and to change nothing, and then one row of the directory changes. A mover that is killed leaves the tenant
where the directory says; the same command goes on from there, or begins again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, select

from aver.config import Settings, ledger_key_path
from aver.errors import BadConfiguration, BadInput, HomeBusy, NotFound, StoreDamaged
from aver.flows.verify_runs import verified_runs
from aver.store.carrying import Carried, carry_tenant, held_of, number_behind, remove_tenant
from aver.store.directory import Directory, TenantServer
from aver.store.engine import PLACES, Transactions
from aver.store.home import open_current
from aver.store.near_building import fill_near
from aver.store.schema import home
from aver.store.shards import is_coordinator
from aver.store.signing import SIGNER, signing_key
from aver.store.tenant_places import ANY, Place, hold, join, lock_of, state_of, tenant_place

WAIT_SECONDS = 60
"""For writers that are under way when a move begins."""
_ALIKE = ("encoder", "analyser", SIGNER)


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedTenant:
    """What a move came to: the tables that it brought, and the runs whose chains hold; empty where it was there."""

    tenant: str
    tables: tuple[Carried, ...]
    runs: int


def directory_of(settings: Settings) -> Directory:
    """Return the directory that the settings name. Raises BadConfiguration."""
    if not settings.store.directory:
        raise BadConfiguration(
            "no directory of tenants is named", hint="set AVER_STORE_DIRECTORY, or [store] directory"
        )
    return Directory(settings.store.directory)


def located(settings: Settings) -> Settings:
    """Return the settings with the url of the server on which their own tenant lives. Raises NotFound."""
    found = _server_of(directory_of(settings), settings.identity.tenant)
    return replace(settings, store=replace(settings.store, url=found.url))


def _server_of(directory: Directory, tenant: str) -> TenantServer:
    found = directory.find(tenant)
    if found is None:
        raise NotFound(f"the directory has no server for tenant {tenant}", hint="aver tenants place TENANT --at URL")
    return found


def place(settings: Settings, tenant: str, url: str) -> TenantServer:
    """Let a tenant that the directory doesn't know live on the server at `url`, with what it has there already.

    Raises BadInput for a tenant that lives elsewhere.
    """
    directory = directory_of(settings)
    server = _opened(settings, url)
    directory.create()
    with server.write() as connection:
        join(connection, directory.url)
        name = _facts(connection)["id"]
    directory.place(tenant, home=name, url=url)
    found = directory.find(tenant)
    if found is None or found.home != name:
        raise BadInput(f"tenant {tenant} lives on another server", hint="aver tenants move TENANT --to URL")
    with server.write() as connection:
        if state_of(connection, tenant) is Place.LEAVING:
            raise BadInput("a move of this tenant isn't over", hint="run the same `aver tenants move` again")
        hold(connection, tenant, Place.HERE)
    return found


def move_tenant(settings: Settings, tenant: str, to: str) -> MovedTenant:
    """Move a tenant to the server at `to`, or finish a move there that was cut short.

    Raises NotFound, BadInput, HomeBusy, StoreDamaged, StoreUnreachable and BadConfiguration.
    """
    directory = directory_of(settings)
    found = _server_of(directory, tenant)
    target = _opened(settings, to)
    with target.write() as connection:
        join(connection, directory.url)
        name = _facts(connection)["id"]
    if found.home == name:
        _finish(settings, directory, found, target)
        return MovedTenant(tenant=tenant, tables=(), runs=0)
    if found.left_url:
        raise BadInput("an earlier move of this tenant isn't over", hint=f"aver tenants move {tenant} --to {found.url}")
    source = _opened(settings, found.url)
    with _still(source, tenant):
        tables, runs = _brought(settings, tenant, source, target)
        _let_go(source, tenant)
        if not directory.flip(found, home=name, url=to):
            raise HomeBusy(f"tenant {tenant} was moved meanwhile", hint="aver tenants list")
        _finish(settings, directory, replace(found, home=name, url=to, left_url=found.url), target)
    return MovedTenant(tenant=tenant, tables=tables, runs=runs)


def _opened(settings: Settings, url: str) -> Transactions:
    """Open a server for what is done to tenants wherever they live. Raises BadInput for a logical database."""
    engine = open_current(settings.home, url=url).engine
    if is_coordinator(engine):
        raise BadInput(
            "a logical database deals its tenants itself", hint="`aver migrate --to` moves a whole home into one"
        )
    return Transactions(engine.execution_options(**{PLACES: None}))


@contextmanager
def _still(source: Transactions, tenant: str) -> Iterator[None]:
    """Let nothing of the tenant change meanwhile; waits for writers that are under way. Raises HomeBusy."""
    locks = [source.lock(name) for name in (ANY, lock_of(tenant))]
    try:
        for lock in locks:
            until = time.monotonic() + WAIT_SECONDS
            while not lock.take_alone():
                if time.monotonic() > until:
                    raise HomeBusy("a tenant of that server is being moved or changed", hint="try again in a while")
                time.sleep(0.1)
        yield
    finally:
        for lock in locks:
            lock.release()


def _brought(
    settings: Settings, tenant: str, source: Transactions, target: Transactions
) -> tuple[tuple[Carried, ...], int]:
    """Bring every row to the target and verify it there; one transaction."""
    with source.read() as giving, target.write() as taking:
        ours, theirs = _facts(giving), _facts(taking)
        differ = [name for name in _ALIKE if ours.get(name) != theirs.get(name)]
        if differ:
            raise BadInput(
                f"the two servers differ in their {differ[0]}",
                hint="servers of one directory share encoder, analyser and the key that signs ([ledger] key)",
            )
        _clear(taking, tenant)
        tables = carry_tenant(giving, taking, tenant)
        number_behind(taking, tenant)
        fill_near(taking, tenant)
        hold(taking, tenant, Place.ARRIVED)
        changed = [one.table for one, other in zip(tables, held_of(taking, tenant), strict=True) if one != other]
        if changed:
            raise StoreDamaged(f"the rows of {changed[0]} arrived changed", hint="nothing was moved; report this")
        key = signing_key(source, ledger_key_path(settings, ours["id"]), shared=True)
        return tables, verified_runs(taking, key, [tenant])


def _let_go(source: Transactions, tenant: str) -> None:
    """Let nobody change the tenant at the source any more. Raises HomeBusy where somebody may have done so already."""
    from aver.store.postgresql import share_lock

    with source.write() as connection:
        if share_lock(connection, lock_of(tenant)):
            raise HomeBusy("the connection that kept the tenant still broke", hint="run the same command again")
        hold(connection, tenant, Place.LEAVING)


def _clear(taking: Connection, tenant: str) -> None:
    """Take away what a killed move brought. Raises BadInput for rows that came otherwise."""
    if state_of(taking, tenant) is Place.ARRIVED:
        remove_tenant(taking, tenant)
    elif any(one.rows for one in held_of(taking, tenant)):
        raise BadInput(
            f"that server has a tenant {tenant} of its own", hint="nothing was touched; delete its documents first"
        )


def _finish(settings: Settings, directory: Directory, found: TenantServer, target: Transactions) -> None:
    """Let the tenant's new server be sure of it, and leave nothing on the old one."""
    with target.write() as connection:
        hold(connection, found.tenant, Place.HERE)
    if not found.left_url:
        return
    source = _opened(settings, found.left_url)
    with source.write() as connection:
        remove_tenant(connection, found.tenant)
        connection.execute(delete(tenant_place).where(tenant_place.c.tenant == found.tenant))
    directory.forget_left(found)
    source.wipe_journal()


def _facts(connection: Connection) -> dict[str, str]:
    return {row.name: row.value for row in connection.execute(select(home.c.name, home.c.value))}
