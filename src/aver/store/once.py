"""Requests that are done once however often they are sent: what an idempotency key led to, and no text of it.

A row is written before the work begins, so that a second request finds it, and completed with a reference to what was
made. Where the first failed its row goes; where its process was killed, the key is free again after a while.

IETF draft, "The Idempotency-Key HTTP Header Field": https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Column, Table, delete, insert, select, update

from aver.errors import KeyTaken
from aver.store.engine import Way
from aver.store.metadata import METADATA, Text
from aver.values.governance import Caller

KEPT_HOURS = 24
ABANDONED_MINUTES = 10
"""A request that is under way for longer is taken to have been killed."""

done_once = Table(
    "done_once",
    METADATA,
    Column("tenant", Text, primary_key=True),
    Column("user", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("request", Text, nullable=False),
    Column("made", Text, nullable=False),
    Column("at", Text, nullable=False),
)
"""One key of one caller; `request` is a hash, `made` JSON with ids and counts, empty while the work is under way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnceLog:
    """The table over a way to a write transaction."""

    write: Way

    def begin(self, caller: Caller, key: str, request: str, *, at: str) -> dict[str, Any] | None:
        """Return what the request with that hash made before, or take the key and return None.

        Raises KeyTaken where the key stands for another request, or for one that is under way.
        """
        mine = _mine(caller, key)
        with self.write(caller.tenant) as connection:
            old = done_once.c.at < _before(at, timedelta(hours=KEPT_HOURS))
            lost = (done_once.c.made == "") & (done_once.c.at < _before(at, timedelta(minutes=ABANDONED_MINUTES)))
            connection.execute(delete(done_once).where(done_once.c.tenant == caller.tenant, old | lost))
            row = connection.execute(select(done_once).where(*mine)).one_or_none()
            if row is None:
                whose = {"tenant": caller.tenant, "user": caller.user, "key": key}
                connection.execute(insert(done_once).values(**whose, request=request, made="", at=at))
                return None
        if row.request != request:
            raise KeyTaken("the idempotency key stands for another request", hint="make a new key for each request")
        if not row.made:
            raise KeyTaken("the request with this key is under way", hint="send it again in a moment")
        made: dict[str, Any] = json.loads(row.made)
        return made

    def complete(self, caller: Caller, key: str, made: Mapping[str, Any]) -> None:
        """Record what was made: ids and counts, no text of a document."""
        with self.write(caller.tenant) as connection:
            connection.execute(update(done_once).where(*_mine(caller, key)).values(made=json.dumps(dict(made))))

    def forget(self, caller: Caller, key: str) -> None:
        """Free a key whose request made nothing."""
        with self.write(caller.tenant) as connection:
            connection.execute(delete(done_once).where(*_mine(caller, key), done_once.c.made == ""))


def _mine(caller: Caller, key: str) -> tuple[Any, ...]:
    return done_once.c.tenant == caller.tenant, done_once.c.user == caller.user, done_once.c.key == key


def _before(at: str, span: timedelta) -> str:
    return (datetime.fromisoformat(at) - span).strftime("%Y-%m-%dT%H:%M:%SZ")
