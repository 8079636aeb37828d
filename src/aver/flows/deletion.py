"""Deleting a document with everything derived from it, and the words it lent to past runs (A9)."""

from __future__ import annotations

from aver.errors import NotAllowed
from aver.flows.documents import all_versions, may_read, versions_of
from aver.store.deleting import Receipt
from aver.store.payloads import erase
from aver.store.store import Store
from aver.values.governance import Caller


def delete(store: Store, caller: Caller, name: str, *, at: str) -> Receipt:
    """Delete the document with that id or uri and return the receipt; `at` is the moment (ISO, UTC).

    Raises NotFound where the caller may read no version of it, NotAllowed where some version is not
    theirs to read (and so not theirs to destroy), and LegalHold.
    """
    known = versions_of(store, caller, name)[0]
    if not all(may_read(one.governance, caller) for one in all_versions(store, caller.tenant, known.document)):
        raise NotAllowed(
            f"{known.uri} has a version that you may not read",
            hint="ask someone who may read all of its versions to delete it",
        )
    return store.delete(known.document, tenant=caller.tenant, actor=f"user:{caller.user}", at=at, erase=erase)
