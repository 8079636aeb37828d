"""The one SQLAlchemy `MetaData` that every table of the store belongs to, and the two types that differ by database.

Text is compared and sorted by code point everywhere, whatever the collation of a PostgreSQL database is.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Integer, MetaData
from sqlalchemy import Text as AnyText
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.types import TypeDecorator

METADATA = MetaData()
Key = BigInteger().with_variant(Integer, "sqlite")


class ByCodePoint(TypeDecorator[str]):
    """Text whose column says how it is compared; values beside it don't, or no condition could go to a foreign table.

    (postgres_fdw sends no constant with a collation of its own.)
    """

    impl = AnyText
    cache_ok = True


@compiles(ByCodePoint, "postgresql")
def _collated(_type: ByCodePoint, _compiler: Any, **_: Any) -> str:
    return 'TEXT COLLATE "C"'


Text = ByCodePoint()
