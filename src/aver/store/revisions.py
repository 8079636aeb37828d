"""The migrations that this version of Aver knows, numbered in the order in which they are applied."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sqlalchemy import Connection, inspect

from aver.errors import FromLaterVersion

VERSIONS = "alembic_version"
"""Alembic's table of the newest migration that a database has."""
SCRIPTS = files("aver.store") / "migrations"
"""Alembic's folder. A migration changes tables that are there and no others, for a logical database has some here,
some there: its shards those of tenants, each whole, its coordinator those of no tenant (store/whole_tables.py)."""


@cache
def newest() -> str:
    """Return the number of the newest migration, read off the file names `rNNNN_name.py`."""
    names = (entry.name for entry in (SCRIPTS / "versions").iterdir())
    return max(name[1:5] for name in names if name.startswith("r") and name.endswith(".py"))


def present_in(connection: Connection) -> str | None:
    """Return the newest migration that a database has, None where it has none."""
    if not inspect(connection).has_table(VERSIONS):
        return None
    found = connection.exec_driver_sql(f"SELECT version_num FROM {VERSIONS}").scalar()  # noqa: S608 - our own name
    return None if found is None else str(found)


def refuse_later(present: str | None, what: str) -> None:
    """Raise FromLaterVersion where `what` is at a migration that this version doesn't know."""
    if present is not None and present > newest():
        raise FromLaterVersion(
            f"{what} at migration {present}, this version of Aver knows them up to {newest()}",
            hint="upgrade Aver to the version that wrote them, or restore a backup made before that upgrade",
        )
