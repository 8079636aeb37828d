"""What a stored document said about itself, without reading its text or rebuilding its tree."""

from __future__ import annotations

import json
import zlib

from sqlalchemy import Connection, select

from aver.store import schema


def own_fields(connection: Connection, key: int) -> tuple[tuple[str, str], ...]:
    """Return the fields of the version with that key, as its parser found them."""
    tree = connection.execute(select(schema.version.c.tree).where(schema.version.c.key == key)).scalar_one()
    return tuple((name, value) for name, value in json.loads(zlib.decompress(tree))["fields"])
