"""From a caller to the one key that opens every channel (C1, C2)."""

from __future__ import annotations

from collections.abc import Iterable

from aver.values.governance import Caller, Eligibility

POLICY_VERSION = "1"
"""Changes whenever the rules of `aver.index.columns` change; non-interference holds per version."""


def eligibility_of(caller: Caller, *, as_of: str, documents: Iterable[str] | None = None) -> Eligibility:
    """Return what `caller` may read on the ISO date `as_of`, narrowed to `documents` where given."""
    return Eligibility(
        tenant=caller.tenant,
        principals=caller.principals,
        clearance=caller.clearance,
        jurisdiction=caller.jurisdiction,
        products=caller.products,
        tier=caller.tier,
        as_of=as_of,
        policy_version=POLICY_VERSION,
        documents=None if documents is None else frozenset(documents),
    )
