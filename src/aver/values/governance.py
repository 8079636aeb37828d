"""Who may read what: the governance of a version, the caller, and the eligibility compiled from both.

Nothing said means nothing allowed: a version without readers is readable by nobody.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum


class Classification(IntEnum):
    """How far a version may travel; a caller's clearance must be at least this."""

    PUBLIC = 0
    INTERNAL = 1
    CONFIDENTIAL = 2
    RESTRICTED = 3


class Status(StrEnum):
    """Where a version is in its life."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"


class Role(StrEnum):
    """An operation a caller may perform; roles never grant documents."""

    READER = "reader"
    REVIEWER = "reviewer"
    AUDITOR = "auditor"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Governance:
    """What is decided about a version from outside its text (definitions.md, "Governance").

    Dates are ISO 8601 (`YYYY-MM-DD`), validity is `[valid_from, valid_until)`, `authority` lies in
    [0, 1]. Empty `jurisdictions`, `products` and `tiers` mean "not limited". `superseded_by` holds
    the uris that the document (or its metadata) names as its successors.
    """

    tenant: str
    readers: frozenset[str]
    classification: Classification = Classification.INTERNAL
    jurisdictions: frozenset[str] = frozenset()
    products: frozenset[str] = frozenset()
    tiers: frozenset[str] = frozenset()
    valid_from: str | None = None
    valid_until: str | None = None
    status: Status = Status.ACTIVE
    superseded_by: tuple[str, ...] = ()
    authority: float = 0.5
    origin_system: str = "file"
    retention_until: str | None = None
    legal_hold: bool = False
    redacted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Whoever asks, hydrated once (C1). `principals` are every name that may stand among readers."""

    user: str
    tenant: str
    principals: frozenset[str]
    roles: frozenset[Role] = frozenset({Role.READER})
    clearance: int = int(Classification.INTERNAL)
    jurisdiction: str | None = None
    products: frozenset[str] = frozenset()
    tier: str | None = None
    active_project: str | None = None
    purpose: str | None = None
    sessions: tuple[str, ...] = ()
    tools: frozenset[str] = frozenset()
    latency_budget_ms: int | None = None
    token_budget: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Eligibility:
    """The only key that opens any channel: what a caller may read, at one moment, under one policy.

    `as_of` is the date validity is judged at; `documents`, when given, narrows to those document ids.
    """

    tenant: str
    principals: frozenset[str]
    clearance: int
    as_of: str
    policy_version: str
    jurisdiction: str | None = None
    products: frozenset[str] = field(default_factory=frozenset)
    tier: str | None = None
    documents: frozenset[str] | None = None
