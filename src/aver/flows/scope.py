"""Which document a person means, among those that they may read and no others."""

from __future__ import annotations

from aver.errors import BadInput, NotFound
from aver.flows.documents import documents
from aver.store.store import Store
from aver.store.versions import StoredVersion
from aver.values.governance import Caller

_SHOWN = 5


def document_named(store: Store, caller: Caller, name: str, *, today: str) -> StoredVersion:
    """Return the readable document with that id, uri, or path at the end of its uri.

    A path matches whole parts: `faq.md` finds `help/faq.md`, not `billing-faq.md`. Raises NotFound, the
    same for what is hidden as for what is not there, and BadInput where several readable uris end so.
    """
    readable = documents(store, caller, today=today)
    exact = [one for one in readable if name in (one.document, one.uri)]
    found = exact or [one for one in readable if one.uri.endswith(f"/{name}")]
    if not found:
        raise NotFound(f"no document {name!r}", hint="`aver documents list` shows what you may read")
    if len(found) > 1:
        some = ", ".join(one.uri for one in found[:_SHOWN])
        raise BadInput(f"{name!r} is the end of {len(found)} uris: {some}", hint="give more of the path, or the id")
    return found[0]
