"""The one SQLAlchemy `MetaData` that every table of the store belongs to, and the two types that differ by database.

Text is compared and sorted by code point everywhere, whatever the collation of a PostgreSQL database is.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Integer, MetaData
from sqlalchemy import Text as AnyText

METADATA = MetaData()
Key = BigInteger().with_variant(Integer, "sqlite")
Text = AnyText().with_variant(AnyText(collation="C"), "postgresql")
