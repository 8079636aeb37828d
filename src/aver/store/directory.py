"""The directory: which server a tenant lives on, one row a tenant in a PostgreSQL database of its own.

Every change is one statement on one row, so a tenant lives on exactly one server at every moment. The row keeps where
the tenant came from until nothing of it is left there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Column, MetaData, Row, Table, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError

from aver.errors import StoreUnreachable
from aver.store.engine import open_engine
from aver.store.metadata import Text

tenant_server = Table(
    "tenant_server",
    MetaData(),
    Column("tenant", Text, primary_key=True),
    Column("home", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("left_url", Text, nullable=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TenantServer:
    """Where a tenant lives: the home's id and the server's url; `left_url`: where some of it may still lie, else ""."""

    tenant: str
    home: str
    url: str
    left_url: str


class Directory:
    """The directory in the database at `url`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = open_engine(Path("directory"), url)

    def create(self) -> None:
        """Make the table where there is none."""
        tenant_server.create(self._engine, checkfirst=True)

    def find(self, tenant: str) -> TenantServer | None:
        """Return where a tenant lives, None for one that has no server yet. Raises StoreUnreachable."""
        found = self._run(select(tenant_server).where(tenant_server.c.tenant == tenant))
        return _value(found[0]) if found else None

    def all(self) -> tuple[TenantServer, ...]:
        """Return where every tenant lives, by name. Raises StoreUnreachable."""
        return tuple(_value(row) for row in self._run(select(tenant_server).order_by(tenant_server.c.tenant)))

    def servers(self) -> tuple[str, ...]:
        """Return the url of every server on which a tenant lives. Raises StoreUnreachable."""
        return tuple(row.url for row in self._run(select(tenant_server.c.url).distinct().order_by(tenant_server.c.url)))

    def place(self, tenant: str, *, home: str, url: str) -> bool:
        """Say where a new tenant lives; False where it lives somewhere already."""
        new = insert(tenant_server).values(tenant=tenant, home=home, url=url, left_url="")
        return bool(self._run(new.on_conflict_do_nothing().returning(tenant_server)))

    def flip(self, found: TenantServer, *, home: str, url: str) -> bool:
        """Let a tenant live elsewhere from now on; False where it isn't where `found` says any more."""
        moved = _same(found).values(home=home, url=url, left_url=found.url)
        return bool(self._run(moved.returning(tenant_server)))

    def forget_left(self, found: TenantServer) -> None:
        """Record that nothing of a tenant is left where it came from."""
        self._run(_same(found).values(left_url="").returning(tenant_server))

    def _run(self, statement: Any) -> Sequence[Row[Any]]:
        try:
            with self._engine.connect() as connection:
                return connection.execute(statement).all()
        except DBAPIError as error:
            raise StoreUnreachable(
                f"the directory of tenants can't be read: {str(error.orig).strip()}",
                hint="check directory in [store]; `aver tenants place` makes one",
            ) from error


def _same(found: TenantServer) -> Any:
    here = (tenant_server.c.tenant == found.tenant, tenant_server.c.home == found.home)
    return update(tenant_server).where(*here)


def _value(row: Row[Any]) -> TenantServer:
    return TenantServer(**row._mapping)
