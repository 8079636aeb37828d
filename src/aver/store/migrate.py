"""Bringing a database to the newest schema with Alembic; existing data is kept.

A home that a later version migrated is refused: this one would write rows without what the newer tables promise.
Alembic is imported only when there is something to do, so opening a current home costs nothing.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from sqlalchemy import Engine, inspect
from sqlalchemy.exc import DBAPIError

from aver.errors import BadConfiguration, FromLaterVersion
from aver.store.shards import refuse_as_home

_NOT_ALLOWED = "42501"
"""insufficient_privilege (PostgreSQL, appendix A)."""


def migrate(engine: Engine) -> None:
    """Apply every migration that `engine`'s database doesn't have yet.

    Raises BadConfiguration where the role may ask but not change tables (docs/postgres.md), and for a server of a
    logical database.
    """
    from alembic import command
    from alembic.config import Config

    if engine.dialect.name == "postgresql":
        refuse_as_home(engine)
    with as_file(files("aver.store") / "migrations") as scripts, engine.connect() as connection:
        config = Config()
        config.set_main_option("script_location", str(scripts))
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", "") != _NOT_ALLOWED:
                raise
            raise BadConfiguration(
                "the home's tables are older than this version of Aver, and this role may not change them",
                hint="run `aver init` and docs/postgres-roles.sql as the role that owns the tables",
            ) from error


def is_behind(engine: Engine) -> bool:
    """Say whether the database lacks a migration that this version knows.

    Raises FromLaterVersion where it has one that this version doesn't know.
    """
    if not inspect(engine).has_table("alembic_version"):
        return True
    with engine.connect() as connection:
        present = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if present is not None and str(present) > newest():
        raise FromLaterVersion(
            f"the home's tables are at migration {present}, this version of Aver knows them up to {newest()}",
            hint="upgrade Aver to the version that wrote them, or restore a backup made before that upgrade",
        )
    return present is None or str(present) < newest()


def newest() -> str:
    """Return the number of the newest migration, read off the file names `rNNNN_name.py`."""
    names = (entry.name for entry in (files("aver.store") / "migrations" / "versions").iterdir())
    return max(name[1:5] for name in names if name.startswith("r") and name.endswith(".py"))
