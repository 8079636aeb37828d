"""Alembic's entry: migrations run in the transaction of the connection that `aver.store.migrate` hands over.

Alembic leaves a transaction alone that SQLAlchemy knows of; the database's own begins and ends around it.
"""

from __future__ import annotations

from alembic import context

from aver.store.metadata import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, transactional_ddl=False)
context.run_migrations()
