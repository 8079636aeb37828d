"""Looking at stored documents: what is readable now, and every version a caller may know of.

Listing opens what is eligible on a day. Looking a document up by name also shows versions whose time is
over; readers, clearance and tenant hold for each version all the same. Versions are numbered among those
that the caller may read, so that no gap tells of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import select

from aver.errors import NotFound
from aver.stages.eligibility import eligibility_of
from aver.store import schema
from aver.store.store import Store
from aver.store.versions import StoredVersion, versions_where
from aver.values.governance import Caller, Governance
from aver.values.identity import is_document_id


def documents(store: Store, caller: Caller, *, today: str) -> tuple[StoredVersion, ...]:
    """Return the version of every document that `caller` may read `today` (ISO date), by uri."""
    found = store.documents(eligible=eligibility_of(caller, as_of=today))
    counted = _counted(store, caller)
    return tuple(replace(one, number=counted.get(one.key, 1)) for one in found)


def versions_of(store: Store, caller: Caller, name: str) -> tuple[StoredVersion, ...]:
    """Return the versions of one document that `caller` may read, newest first; `name` is an id or a uri.

    Raises NotFound, the same for what is not there and for what is not the caller's.
    """
    found = tuple(one for one in all_versions(store, caller.tenant, name) if may_read(one.governance, caller))
    if not found:
        raise NotFound(f"no document {name!r}", hint="`aver documents list` shows what you may read")
    return tuple(replace(one, number=len(found) - place) for place, one in enumerate(found))


def _counted(store: Store, caller: Caller) -> Mapping[int, int]:
    """Return by key the numbers of the versions that `caller` may read, of the documents with more than one."""
    version = schema.version.c
    changed = select(version.document).where(version.tenant == caller.tenant, version.number > 1)
    with store.transactions.read(caller.tenant) as connection:
        rows = versions_where(connection, version.tenant == caller.tenant, version.document.in_(changed))
        readable = sorted((one for one in rows if may_read(one.governance, caller)), key=lambda one: one.number)
    counts: Counter[str] = Counter()
    numbers: dict[int, int] = {}
    for one in readable:
        counts[one.document] += 1
        numbers[one.key] = counts[one.document]
    return numbers


def all_versions(store: Store, tenant: str, name: str) -> tuple[StoredVersion, ...]:
    """Return every version of a document, newest first, whoever may read it. For writers."""
    column = schema.version.c.document if is_document_id(name) else schema.version.c.uri
    with store.transactions.read(tenant) as connection:
        found = tuple(versions_where(connection, schema.version.c.tenant == tenant, column == name))
    return tuple(sorted(found, key=lambda one: -one.number))


def may_read(governance: Governance, caller: Caller) -> bool:
    """Return whether readers and classification let `caller` read, whatever the day."""
    within = governance.tenant == caller.tenant and governance.classification <= caller.clearance
    return within and bool(governance.readers & caller.principals) and not governance.redacted
