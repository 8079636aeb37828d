"""Bringing a database to the newest schema with Alembic; existing data is kept.

Alembic is imported only when there is something to do, so opening a current home costs nothing.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from sqlalchemy import Engine


def migrate(engine: Engine) -> None:
    """Apply every migration that `engine`'s database doesn't have yet."""
    from alembic import command
    from alembic.config import Config

    with as_file(files("aver.store") / "migrations") as scripts, engine.connect() as connection:
        config = Config()
        config.set_main_option("script_location", str(scripts))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
