"""Alembic's entry: migrations run on the connection that `aver.store.migrate` hands over, in one transaction."""

from __future__ import annotations

from alembic import context

from aver.store.metadata import METADATA

connection = context.config.attributes["connection"]
connection.exec_driver_sql("BEGIN IMMEDIATE")
context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=False)
context.run_migrations()
connection.exec_driver_sql("COMMIT")
