"""Who was shown which version: a log that only grows, each row signed over the one before (M7).

As in the head ledger, HMAC-SHA256 with a key that the store doesn't hold covers row and predecessor; a head kept
elsewhere shows what was cut off the end. Rows hold ids and content hashes, no text, and outlive their documents.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, Connection, LargeBinary, Row, Table, insert, select

from aver.store.append_only import append_only
from aver.store.engine import Way
from aver.store.hash_chain import canonical
from aver.store.ledger import NO_MAC
from aver.store.metadata import METADATA, Key, Text
from aver.values.governance import Caller

FORMAT = "aver.views.1"

view_row = Table(
    "document_view",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("n", Key, primary_key=True, autoincrement=False),
    Column("at", Text, nullable=False),
    Column("user", Text, nullable=False),
    Column("operation", Text, nullable=False),
    Column("documents", Text, nullable=False),
    Column("mac", LargeBinary(32), nullable=False),
)
"""Row `n` (from 1) of a tenant; `documents` is JSON: document id, version id and content hash of each."""
append_only(view_row)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A version that somebody was shown."""

    document: str
    version: str
    content_hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """One answer that showed something: to whom, when (ISO 8601, UTC), by which operation."""

    n: int
    at: str
    user: str
    operation: str
    shown: tuple[Shown, ...]
    mac: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """What a tenant's log comes to: its rows, the signature of the last, and the first row that is damaged, if any."""

    rows: int
    head: str
    damaged_at: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ViewLog:
    """The log over two ways to a connection and the key of the head ledger."""

    write: Way
    read: Way
    key: bytes = field(repr=False)

    def append(self, connection: Connection, caller: Caller, operation: str, shown: Sequence[Shown], *, at: str) -> int:
        """Add a row inside a write transaction and return its number."""
        mine = view_row.c.tenant == caller.tenant
        wanted = select(view_row.c.n, view_row.c.mac).where(mine).order_by(view_row.c.n.desc()).limit(1)
        last = connection.execute(wanted).one_or_none()
        number, before = (last.n + 1, last.mac) if last else (1, NO_MAC)
        documents = json.dumps([[one.document, one.version, one.content_hash] for one in shown])
        row = {"tenant": caller.tenant, "n": number, "at": at, "user": caller.user, "operation": operation}
        values = {**row, "documents": documents}
        connection.execute(insert(view_row).values(**values, mac=self._mac(values, before)))
        return number

    def views(
        self, tenant: str, *, limit: int, before: int | None = None, user: str | None = None, document: str = ""
    ) -> tuple[View, ...]:
        """Return the newest rows of a tenant, or those below number `before`, of one user and document if named."""
        column = view_row.c
        wanted = select(view_row).where(column.tenant == tenant).order_by(column.n.desc()).limit(limit)
        if before is not None:
            wanted = wanted.where(column.n < before)
        if user is not None:
            wanted = wanted.where(column.user == user)
        if document:
            wanted = wanted.where(column.documents.contains(f'"{document}"', autoescape=True))
        with self.read(tenant) as connection:
            return tuple(_view(row) for row in connection.execute(wanted))

    def check(self, tenant: str) -> Checked:
        """Compute every signature of a tenant anew."""
        before, number = NO_MAC, 0
        wanted = select(view_row).where(view_row.c.tenant == tenant).order_by(view_row.c.n)
        with self.read(tenant) as connection:
            for row in connection.execute(wanted):
                values = {name: one for name, one in row._mapping.items() if name != "mac"}
                number += 1
                if row.n != number or not hmac.compare_digest(self._mac(values, before), row.mac):
                    return Checked(rows=number, head="", damaged_at=number)
                before = row.mac
        return Checked(rows=number, head=before.hex(), damaged_at=None)

    def _mac(self, values: dict[str, Any], before: bytes) -> bytes:
        body = canonical({"tag": FORMAT, **values, "previous_mac": before.hex()})
        return hmac.new(self.key, body, hashlib.sha256).digest()


def _view(row: Row[Any]) -> View:
    shown = tuple(Shown(document=one[0], version=one[1], content_hash=one[2]) for one in json.loads(row.documents))
    return View(n=row.n, at=row.at, user=row.user, operation=row.operation, shown=shown, mac=row.mac)
