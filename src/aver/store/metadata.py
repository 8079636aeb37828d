"""The one SQLAlchemy `MetaData` that every table of the store belongs to."""

from __future__ import annotations

from sqlalchemy import MetaData

METADATA = MetaData()
