"""One logical database over three real servers, and a coordinator: four servers of Debian's PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest

from aver.config import Settings, read_settings
from aver.flows.spreading import spread
from aver.store.home import create_home, open_current
from aver.store.shards import EVERY
from aver.store.store import Store
from aver.store.whole_tables import tables_of_tenants, tenant_column
from aver.testing import HashEmbedder
from tests.debian import DebianServer, servers
from tests.store.adapters import APPLICATION
from tests.store.corpus import DIMENSION

DOCS = Path(__file__).resolve().parents[1] / "docs"
COUNT = 3


@dataclass(frozen=True)
class Logical:
    """A logical database: its coordinator, its shards, its schema on each of them, and the settings of its maker."""

    coordinator: DebianServer
    shards: tuple[DebianServer, ...]
    settings: Settings
    schema: str = "public"

    @property
    def url(self) -> str:
        """The coordinator, as the owner of the tables."""
        return self._url_of(self.coordinator)

    @property
    def shard_urls(self) -> tuple[str, ...]:
        """The shards, as the owner of the tables."""
        return tuple(map(self._url_of, self.shards))

    def _url_of(self, server: DebianServer) -> str:
        return f"{server.url}&options=-csearch_path%3D{self.schema}"

    def open(self, role: str = APPLICATION) -> Store:
        """Return the store as `role` sees it through the coordinator."""
        url = self.url.replace("//aver@", f"//{role}@")
        return Store(open_current(self.settings.home, url=url), dimension=DIMENSION)

    def shards_of(self, tenants: Sequence[str]) -> tuple[int, ...]:
        """Return the number of the shard on which each tenant's rows lie, whether it has any or not."""
        fits = "satisfies_hash_partition('version'::regclass, %s, number, name)"
        places = f"unnest(%s::text[]) WITH ORDINALITY AS given (name, nth), generate_series(0, {COUNT - 1}) AS number"
        with psycopg.connect(self.url) as asked:
            rows = asked.execute(f"SELECT number FROM {places} WHERE {fits} ORDER BY nth", ([*tenants], COUNT))
            return tuple(number for (number,) in rows)

    def tenants(self, prefix: str) -> tuple[str, ...]:
        """Return a tenant of each shard, in the order of the shards; nobody else uses that prefix."""
        names = [f"{prefix}{number}" for number in range(40)]
        places = self.shards_of(names)
        return tuple(names[places.index(number)] for number in range(COUNT))

    def rows(self, tenant: str) -> list[dict[str, int]]:
        """Return for each shard how many rows of a tenant its tables hold, seen at the shard itself."""
        named = [(table.name, tenant_column(table).name) for table in tables_of_tenants()]
        counted = " UNION ALL ".join(
            f"SELECT '{table}', count(*) FROM {table} WHERE {column} = %(tenant)s" for table, column in named
        )
        held: list[dict[str, int]] = []
        for url in self.shard_urls:
            with psycopg.connect(url) as asked:
                found: Any = asked.execute(counted.encode(), {"tenant": tenant})
                held.append({table: count for table, count in found if count})
        return held


@contextmanager
def room(logical: Logical, home: Path) -> Iterator[Logical]:
    """Yield an empty schema on each of the servers for another logical database, and drop it afterwards."""
    made = replace(logical, schema=f"s{uuid4().hex}")
    named = replace(made.settings, home=home, store=replace(made.settings.store, url=made.url))
    servers = [one.url for one in (logical.coordinator, *logical.shards)]
    _everywhere(servers, f"CREATE SCHEMA {made.schema}")
    try:
        yield replace(made, settings=named)
    finally:
        _everywhere(servers, f"DROP SCHEMA {made.schema} CASCADE")


@contextmanager
def beside(logical: Logical, home: Path) -> Iterator[Logical]:
    """Yield another logical database on the same servers, with a home in it."""
    with room(logical, home) as made:
        spread(made.settings, made.shard_urls)
        let_in(*made.shard_urls, made.url)
        create_home(home, encoder=HashEmbedder.encoder_id, url=made.url).engine.dispose()
        yield made


def _everywhere(servers: Sequence[str], statement: str) -> None:
    for url in servers:
        with closing(psycopg.connect(url, autocommit=True)) as admin:
            admin.execute(statement.encode())


def let_in(*urls: str) -> None:
    """Let the two roles of the application use each server, the coordinator last."""
    for url in urls:
        with closing(psycopg.connect(url, autocommit=True)) as admin:
            for role in (APPLICATION, EVERY):
                if admin.execute("SELECT FROM pg_roles WHERE rolname = %s", (role,)).fetchone() is None:
                    admin.execute(f"CREATE ROLE {role} LOGIN")
            for script in ("postgres-roles.sql", "logical-roles.sql"):
                admin.execute((DOCS / script).read_bytes())


@pytest.fixture(scope="session")
def logical(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Logical]:
    """A logical database with a home in it; tests keep to tenants of their own."""
    home = tmp_path_factory.mktemp("logical") / "home"
    with servers(COUNT + 1) as (coordinator, *shards):
        written = read_settings(home, {"AVER_IDENTITY_MODE": "token"})
        settings = replace(written, store=replace(written.store, url=coordinator.url))
        urls = [shard.url for shard in shards]
        spread(settings, urls)
        let_in(*urls, coordinator.url)
        create_home(home, encoder=HashEmbedder.encoder_id, url=coordinator.url).engine.dispose()
        yield Logical(coordinator=coordinator, shards=tuple(shards), settings=settings)
