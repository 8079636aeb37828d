"""Alembic's entry: migrations run on the connection that `aver.store.migrate` hands over, in one transaction.

Alembic leaves a transaction alone that SQLAlchemy knows of; the database's own begins and ends inside it.
"""

from __future__ import annotations

from alembic import context

from aver.store.engine import dialect_of
from aver.store.metadata import METADATA
from aver.store.row_security import EVERY_TENANT

connection = context.config.attributes["connection"]
dialect = dialect_of(connection.engine)
with connection.begin():
    dialect.begin(connection, write=True, tenant=EVERY_TENANT)
    context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=False)
    context.run_migrations()
    dialect.commit(connection)
