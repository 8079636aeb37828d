"""Which tenants certainly live in this home, where several homes share their tenants by a directory.

The directory alone says where a tenant lives (`store/directory.py`). A row here that says HERE repeats it, so that a
transaction about that tenant needs nobody else; otherwise the transaction asks the directory. So a home never answers
for a tenant that lives elsewhere, however long ago its processes were started. Whoever moves a tenant holds the lock
that every writer of it shares, and lets the row say LEAVING, which no writer passes, before the directory changes.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from sqlalchemy import Column, Connection, Engine, Table, delete, insert, select

from aver.errors import BadInput, TenantElsewhere, TenantMoving
from aver.store.directory import Directory
from aver.store.engine import PLACES
from aver.store.metadata import METADATA, Text
from aver.store.row_security import EVERY_TENANT
from aver.store.schema import home
from aver.values.identity import owner_of

tenant_place = Table(
    "tenant_place",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("state", Text, nullable=False),
)
"""One row for each tenant of which this home holds all rows; it comes and goes with them, in the same transaction."""


class Place(StrEnum):
    """What a home knows of a tenant whose rows it holds: only LEAVING keeps writers out wherever the tenant lives."""

    HERE = "here"
    ARRIVED = "arrived"
    LEAVING = "leaving"


DIRECTORY = "directory"
"""The fact of a home that names its directory."""
ANY = "tenants"
"""The lock of whoever moves a tenant; a writer that looks past tenants shares it."""


def lock_of(tenant: str) -> str:
    """Return the name of the lock that a writer of `tenant` shares and its mover holds alone."""
    return f"{ANY}/{tenant}"


class TenantPlaces:
    """What the transactions of one home ask before they begin."""

    def __init__(self, home_id: str, directory: Directory) -> None:
        self._home = home_id
        self._directory = directory

    def refuse(self, connection: Connection, tenant: str, *, write: bool) -> None:
        """Raise TenantMoving for a writer of a tenant on the move, TenantElsewhere for one that doesn't live here."""
        from aver.store.postgresql import share_lock

        tenant = owner_of(tenant)
        everybody = tenant == EVERY_TENANT
        if write and not share_lock(connection, ANY if everybody else lock_of(tenant)):
            raise TenantMoving("this tenant is being moved to another server", hint="try again in a while")
        if everybody:
            return
        state = state_of(connection, tenant)
        if state is Place.HERE:
            return
        found = self._directory.find(tenant)
        if found is None or found.home != self._home:
            raise TenantElsewhere(
                "this tenant's documents don't lie on this server",
                hint="start again with AVER_STORE_DIRECTORY set; `aver tenants list` shows where they are",
            )
        if state is None or (write and state is Place.LEAVING):
            raise TenantMoving(
                "this tenant is on the move", hint="try again; `aver tenants move` ends a move cut short"
            )


def with_places(engine: Engine) -> Engine:
    """Return an engine whose transactions ask where a tenant lives, if the home is one of a directory."""
    if engine.dialect.name == "sqlite":
        return engine
    with engine.connect() as connection:
        named = select(home.c.name, home.c.value).where(home.c.name.in_((DIRECTORY, "id")))
        facts: dict[str, str] = {row.name: row.value for row in connection.execute(named)}
    if DIRECTORY not in facts:
        return engine
    return engine.execution_options(**{PLACES: TenantPlaces(facts["id"], _opened(facts[DIRECTORY]))})


@cache
def _opened(url: str) -> Directory:
    return Directory(url)


def join(connection: Connection, directory: str) -> None:
    """Record, inside a write transaction, that the tenants of this home are found by `directory`. Raises BadInput."""
    known = connection.execute(select(home.c.value).where(home.c.name == DIRECTORY)).scalar()
    if known is None:
        connection.execute(insert(home).values(name=DIRECTORY, value=directory))
    elif known != directory:
        raise BadInput("this server's tenants are found by another directory", hint=f"set directory to {known}")


def hold(connection: Connection, tenant: str, state: Place) -> None:
    """Record, inside a write transaction, that this home holds all rows of `tenant`."""
    connection.execute(delete(tenant_place).where(tenant_place.c.tenant == tenant))
    connection.execute(insert(tenant_place).values(tenant=tenant, state=state))


def state_of(connection: Connection, tenant: str) -> Place | None:
    """Return what the home knows of `tenant`, None where it holds no rows for sure."""
    said = connection.execute(select(tenant_place.c.state).where(tenant_place.c.tenant == tenant)).scalar()
    return None if said is None else Place(said)
