"""Looking at stored documents: what is readable now, and every version a caller may know of.

Listing opens what is eligible on a day. Looking a document up by name also shows versions whose time is
over; readers, clearance and tenant hold for each version all the same.
"""

from __future__ import annotations

from aver.errors import NotFound
from aver.stages.eligibility import eligibility_of
from aver.store import schema
from aver.store.store import Store
from aver.store.versions import StoredVersion, versions_where
from aver.values.governance import Caller, Governance


def documents(store: Store, caller: Caller, *, today: str) -> tuple[StoredVersion, ...]:
    """Return the version of every document that `caller` may read `today` (ISO date), by uri."""
    return store.documents(eligible=eligibility_of(caller, as_of=today))


def versions_of(store: Store, caller: Caller, name: str) -> tuple[StoredVersion, ...]:
    """Return the versions of one document that `caller` may read, newest first; `name` is an id or a uri.

    Raises NotFound, the same for what is not there and for what is not the caller's.
    """
    found = tuple(one for one in all_versions(store, caller.tenant, name) if may_read(one.governance, caller))
    if not found:
        raise NotFound(f"no document {name!r}", hint="`aver documents list` shows what you may read")
    return found


def all_versions(store: Store, tenant: str, name: str) -> tuple[StoredVersion, ...]:
    """Return every version of a document, newest first, whoever may read it. For writers."""
    column = schema.version.c.document if name.startswith("doc_") else schema.version.c.uri
    with store.transactions.read() as connection:
        found = tuple(versions_where(connection, schema.version.c.tenant == tenant, column == name))
    return tuple(sorted(found, key=lambda one: -one.number))


def may_read(governance: Governance, caller: Caller) -> bool:
    """Return whether readers and classification let `caller` read, whatever the day."""
    within = governance.tenant == caller.tenant and governance.classification <= caller.clearance
    return within and bool(governance.readers & caller.principals) and not governance.redacted
