"""Deleting a document with everything derived from it, and the words it lent to past runs (A9).

Whoever deletes, deletes what they may read: versions of others stay, and nothing tells that there are any
(definitions.md, "Non-interference"). Afterwards the journal is cut, so no byte of it is left in the home.
"""

from __future__ import annotations

from dataclasses import dataclass

from aver.errors import LegalHold
from aver.flows.documents import may_read, versions_of
from aver.store import schema
from aver.store.deleting import Receipt
from aver.store.erasing import erase_words
from aver.store.store import Store
from aver.store.versions import StoredVersion, versions_where
from aver.values.governance import Caller


@dataclass(frozen=True, slots=True, kw_only=True)
class Expired:
    """What the end of retention led to: receipts of what is deleted, and the uris that a legal hold keeps."""

    receipts: tuple[Receipt, ...]
    held: tuple[str, ...]


def delete(store: Store, caller: Caller, name: str, *, at: str) -> Receipt:
    """Delete what the caller may read of the document with that id or uri; `at` is the moment (ISO, UTC).

    Raises NotFound where that is nothing, and LegalHold where one of those versions is held.
    """
    receipt = _delete(store, caller, versions_of(store, caller, name)[0].document, at=at)
    store.transactions.wipe_journal()
    return receipt


def delete_expired(store: Store, caller: Caller, *, today: str, at: str) -> Expired:
    """Delete the caller's documents whose newest version was to be kept until before `today` (ISO date)."""
    receipts: list[Receipt] = []
    held: list[str] = []
    for one in _newest(store, caller):
        until = one.governance.retention_until
        if until is None or until >= today:
            continue
        try:
            receipts.append(_delete(store, caller, one.document, at=at))
        except LegalHold:
            held.append(one.uri)
    if receipts:
        store.transactions.wipe_journal()
    return Expired(receipts=tuple(receipts), held=tuple(held))


def _delete(store: Store, caller: Caller, document: str, *, at: str) -> Receipt:
    return store.delete(
        document,
        tenant=caller.tenant,
        actor=f"user:{caller.user}",
        at=at,
        erase=erase_words,
        only=lambda version: may_read(version.governance, caller),
    )


def _newest(store: Store, caller: Caller) -> tuple[StoredVersion, ...]:
    """Return the newest version of each document that the caller may read, whatever the day, by uri."""
    newest: dict[str, StoredVersion] = {}
    with store.transactions.read(caller.tenant) as connection:
        for one in versions_where(connection, schema.version.c.tenant == caller.tenant):
            known = newest.get(one.document)
            if may_read(one.governance, caller) and (known is None or known.number < one.number):
                newest[one.document] = one
    return tuple(sorted(newest.values(), key=lambda one: one.uri))
