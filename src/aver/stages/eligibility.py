"""From a caller to the one key that opens every channel (C1, C2)."""

from __future__ import annotations

from collections.abc import Iterable

from aver.values.governance import Caller, Eligibility, Governance

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


def opens(eligibility: Eligibility, governance: Governance) -> bool:
    """Whether `eligibility` opens one thing with that governance: the rules of `aver.index.columns`, for a single row.

    Which version of a document is the newest readable one concerns several rows and is not judged here.
    """
    within = (
        governance.tenant == eligibility.tenant
        and governance.classification <= eligibility.clearance
        and (governance.valid_from or "") <= eligibility.as_of[:10]
        and (governance.valid_until is None or eligibility.as_of[:10] < governance.valid_until)
        and not governance.redacted
    )
    jurisdiction = frozenset() if eligibility.jurisdiction is None else frozenset({eligibility.jurisdiction})
    tier = frozenset() if eligibility.tier is None else frozenset({eligibility.tier})
    scopes = (
        (governance.jurisdictions, jurisdiction),
        (governance.products, eligibility.products),
        (governance.tiers, tier),
    )
    in_scope = all(not limited or not asked or limited & asked for limited, asked in scopes)
    return within and bool(governance.readers & eligibility.principals) and in_scope
