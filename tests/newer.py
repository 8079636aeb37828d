"""Aver as a later version would be, in a process of its own: one more migration, for shards and for the coordinator."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import fields, is_dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Table

from aver.config import Settings
from aver.errors import AverError
from aver.flows import spreading, upgrading
from aver.store import doctor, migrate, revisions, schema
from aver.store.home import open_current
from aver.store.metadata import METADATA, Key, Text
from aver.store.partitions import in_partitions, points_to
from aver.store.store import Store
from tests.ingest.kill_worker import dying_after
from tests.store import test_both_alike
from tests.store.corpus import DIMENSION, governed, new_version
from tests.store.test_both_alike import observed

MIGRATION = '''
"""A shelf for each version and remarks on it, counts of visits, and a note on each fact of a home."""

from alembic import op
from sqlalchemy import inspect, text

from aver.store.metadata import METADATA
from aver.store.row_security import guard

revision, down_revision = "{number}", "{before}"


def upgrade() -> None:
    connection = op.get_bind()
    there = inspect(connection)
    for name in ("visit", "tenant_place"):
        METADATA.tables[name].create(connection, checkfirst=True)
        guard(connection, METADATA.tables[name])
    if there.has_table("home"):
        connection.execute(text("ALTER TABLE home ADD COLUMN note TEXT COLLATE \\"C\\" NOT NULL DEFAULT 'noted'"))
    if there.has_table("version"):
        connection.execute(text("ALTER TABLE version ADD COLUMN shelf TEXT COLLATE \\"C\\" DEFAULT '' NOT NULL"))
        connection.execute(text("UPDATE version SET shelf = upper(uri)"))
        METADATA.tables["remark"].create(connection)
        guard(connection, METADATA.tables["remark"])
        connection.execute(text("INSERT INTO remark (tenant, version, words) SELECT tenant, key, title FROM version"))
'''
STEPS: dict[str, tuple[Any, str, int]] = {
    "nothing changed": (spreading, "_refuse_missing", 1),
    "coordinator withdrawing": (upgrading, "withdraw", 1),
    "coordinator migrating": (upgrading, "upgrade", 1),
    "coordinator withdrawn": (spreading, "upgrade_coordinator", 1),
    "first shard migrating": (upgrading, "upgrade", 2),
    "first shard upgraded": (spreading, "upgrade_shard", 1),
    "second shard migrated": (upgrading, "_upgrade", 2),
    "second shard upgraded": (spreading, "upgrade_shard", 2),
    "all shards upgraded": (spreading, "upgrade_shard", 3),
    "coordinator being made": (spreading, "numbered_behind", 1),
}
LEFT = (
    "SELECT count(*) FROM version WHERE tenant = %s",
    "SELECT count(*) FROM version WHERE tenant = %s AND shelf = upper(uri)",
    "SELECT count(*) FROM remark WHERE tenant = %s",
)
BEFORE = ("nothing changed", "coordinator withdrawing", "coordinator migrating")
"""Nothing is committed at these yet."""


def newer(folder: Path) -> None:
    """Let this process be of the later version, whose migrations lie in `folder` from then on."""
    before = revisions.newest()
    number = f"{int(before) + 1:04}"
    scripts = folder / "migrations"
    if not scripts.exists():
        shutil.copytree(str(revisions.SCRIPTS), scripts)
    (scripts / "versions" / f"r{number}_shelves.py").write_text(MIGRATION.format(number=number, before=before))
    for module in (revisions, migrate, doctor):
        setattr(module, "SCRIPTS", scripts)  # noqa: B010 - a name that these modules import
    revisions.newest.cache_clear()
    schema.version.append_column(Column("shelf", Text, nullable=False, server_default=""))
    schema.home.append_column(Column("note", Text, nullable=False, server_default="noted"))
    in_partitions(
        Table(
            "remark",
            METADATA,
            Column("tenant", Text, primary_key=True),
            Column("version", Key, primary_key=True, autoincrement=False),
            Column("words", Text, nullable=False),
            *points_to("version", "version"),
        )
    )
    Table("visit", METADATA, Column("key", Key, primary_key=True), Column("tenant", Text, nullable=False))


def spread_as_newer(folder: Path, settings: Settings, urls: tuple[str, ...], step: str) -> None:
    """Spread, and be killed where that step is named; say what came of it."""
    newer(folder)
    if step:
        owner, name, times = STEPS[step]
        setattr(owner, name, dying_after(getattr(owner, name), times))
    _say(lambda: spreading.spread(settings, urls))


def look_as_newer(folder: Path, settings: Settings, url: str, tenants: tuple[str, ...], seed: int) -> None:
    """Say what everybody sees, what the migration left, and what adding one more document comes to."""
    newer(folder)
    _say(lambda: _looked(settings, url, tenants, seed))


def _looked(settings: Settings, url: str, tenants: tuple[str, ...], seed: int) -> dict[str, Any]:
    test_both_alike.TENANTS = tenants
    with closing(Store(open_current(settings.home, url=url), dimension=DIMENSION)) as store:
        seen = digest(observed(store, seed))
        left = []
        for tenant in tenants:
            with store.transactions.read(tenant) as connection:
                left.append([connection.exec_driver_sql(asked, (tenant,)).scalar() for asked in LEFT])
            store.add([new_version("late.md", ["refund of glass"], governed("ann", tenant=tenant))])
        with store.transactions.read() as connection:
            notes = connection.exec_driver_sql("SELECT DISTINCT note FROM home").scalars().all()
        return {"seen": seen, "left": left, "notes": notes}


def digest(seen: object) -> str:
    """Return a hash of what is seen, which another process can come to as well."""
    return sha256(_plain(seen).encode()).hexdigest()


def _plain(value: Any) -> str:
    """Return a value as text, sets in order."""
    if is_dataclass(value):
        return str([_plain(getattr(value, field.name)) for field in fields(value)])
    if isinstance(value, Mapping):
        return str(sorted((_plain(key), _plain(one)) for key, one in value.items()))
    if isinstance(value, set | frozenset):
        return str(sorted(map(_plain, value)))
    return str([*map(_plain, value)]) if isinstance(value, list | tuple) else repr(value)


def _say(task: Any) -> None:
    try:
        told = task()
    except AverError as error:
        told = {"error": type(error).__name__, "hint": error.hint}
    sys.stdout.write(json.dumps(told if isinstance(told, dict) else {}))
