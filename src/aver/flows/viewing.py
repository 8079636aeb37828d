"""Recording who is shown which version, before they see it, and showing that record to auditors (M7)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy import Connection, or_

from aver.flows.documents import may_read
from aver.store import schema
from aver.store.versions import StoredVersion, versions_where
from aver.store.views import Checked, Shown, View, ViewLog
from aver.values.governance import Caller

_BATCH = 300
_NAME = re.compile(rb"(?:doc|ver)_[0-9a-f]{32}")


def named_in(part: bytes) -> frozenset[str]:
    """Return the names of documents and versions in a part of an answer."""
    return frozenset(one.decode() for one in _NAME.findall(part))


def record_views(log: ViewLog, caller: Caller, operation: str, names: Collection[str], *, at: str) -> int:
    """Record that `operation` shows `caller` the versions and documents called `names`, and return how many.

    A document that is named without any of its versions counts as its newest. What the caller may not read was not
    shown, whoever wrote its name into a question.
    """
    if not names:
        return 0
    with log.write(caller.tenant) as connection:
        found = [one for one in _named(connection, caller, sorted(names)) if may_read(one.governance, caller)]
        versions = {one.id: one for one in found if one.id in names}
        covered = {one.document for one in versions.values()}
        newest = {one.document: one for one in sorted(found, key=lambda one: one.number)}
        versions |= {one.id: one for one in newest.values() if one.document not in covered}
        shown = [
            Shown(document=one.document, version=one.id, content_hash=one.content_hash)
            for _, one in sorted(versions.items())
        ]
        if shown:
            log.append(connection, caller, operation, shown, at=at)
    return len(shown)


def view_json(view: View) -> dict[str, Any]:
    """Return one row of the log."""
    return {
        "n": view.n,
        "at": view.at,
        "user": view.user,
        "operation": view.operation,
        "documents": [
            {"document_id": one.document, "version_id": one.version, "content_hash": one.content_hash}
            for one in view.shown
        ],
    }


def checked_json(found: Checked) -> dict[str, Any]:
    """Return what a log comes to; `head` is worth keeping elsewhere, so that a later one can be held against it."""
    return {
        "rows": found.rows,
        "head": found.head,
        "intact": found.damaged_at is None,
        "damaged_at": found.damaged_at,
    }


def _named(connection: Connection, caller: Caller, names: list[str]) -> Iterator[StoredVersion]:
    version = schema.version.c
    for start in range(0, len(names), _BATCH):
        some = names[start : start + _BATCH]
        yield from versions_where(
            connection, version.tenant == caller.tenant, or_(version.id.in_(some), version.document.in_(some))
        )
