"""Bringing a database to the newest schema with Alembic; existing data is kept.

A home that a later version migrated is refused: this one would write rows without what the newer tables promise.
Alembic is imported only when there is something to do, so opening a current home costs nothing.
"""

from __future__ import annotations

from importlib.resources import as_file

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from aver.errors import BadConfiguration
from aver.store.engine import dialect_of
from aver.store.revisions import SCRIPTS, newest, present_in, refuse_later
from aver.store.row_security import EVERY_TENANT
from aver.store.shards import refuse_as_home

_NOT_ALLOWED = "42501"
"""insufficient_privilege (PostgreSQL, appendix A)."""


def migrate(engine: Engine) -> None:
    """Apply every migration that `engine`'s database doesn't have yet, in one transaction.

    Raises BadConfiguration where the role may ask but not change tables (docs/postgres.md), and for a server of a
    logical database, whose tables `aver tenants spread` brings up to date.
    """
    if engine.dialect.name == "postgresql":
        refuse_as_home(engine)
    dialect = dialect_of(engine)
    with engine.connect() as connection, connection.begin():
        dialect.begin(connection, write=True, tenant=EVERY_TENANT)
        upgrade(connection)
        dialect.commit(connection)


def upgrade(connection: Connection) -> None:
    """Apply every migration that is missing, inside a write transaction that SQLAlchemy knows of.

    Raises BadConfiguration where the role may ask but not change tables.
    """
    from alembic import command
    from alembic.config import Config

    with as_file(SCRIPTS) as scripts:
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
    with engine.connect() as connection:
        present = present_in(connection)
    refuse_later(present, "the home's tables are")
    return present is None or present < newest()
