"""What a stored document said about itself, without reading its text or rebuilding its tree."""

from __future__ import annotations

import json
import zlib

from sqlalchemy import Connection, select

from aver.store import schema
from aver.store.versions import version_is


def own_fields(connection: Connection, tenant: str, key: int) -> tuple[tuple[str, str], ...]:
    """Return the fields of the version of `tenant` with that key, as its parser found them."""
    tree = connection.execute(select(schema.version.c.tree).where(version_is(tenant, key))).scalar_one()
    return tuple((name, value) for name, value in json.loads(zlib.decompress(tree))["fields"])
