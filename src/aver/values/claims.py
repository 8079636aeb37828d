"""Claims that people stand behind: what one says, where it stands, who decided what about it.

A claim is a line of versions; each has a state of its own and at most one is frozen, which is the one that is live.
Nothing here is ever changed in place: a correction is another version (J4).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.governance import Governance


class StoredKind(StrEnum):
    """What a claim is for (definitions.md, "Claims in the store")."""

    FACT = "fact"
    CONSTRAINT = "constraint"
    REDIRECT = "redirect"
    NEEDS_EXPERT = "needs_expert"


class Origin(StrEnum):
    """How a version came to be."""

    EXTRACTED = "extracted"
    AUTHORED = "authored"
    EDITED = "edited"
    ESCALATION_REPLY = "escalation_reply"


class ClaimState(StrEnum):
    """Where a version is in its life; only `FROZEN` is live."""

    CANDIDATE = "candidate"
    IN_REVIEW = "in_review"
    FROZEN = "frozen"
    UNFROZEN = "unfrozen"
    REJECTED = "rejected"
    RETIRED = "retired"


class Act(StrEnum):
    """What was done to a version; the states of a claim are a fold of these."""

    PROPOSED = "proposed"
    TAKEN = "taken"
    FROZEN = "frozen"
    UNFROZEN = "unfrozen"
    REJECTED = "rejected"
    RETIRED = "retired"
    SUPERSEDED = "superseded"
    ESCALATED = "escalated"
    REVERIFIED = "reverified"
    ERASED = "erased"


class Why(StrEnum):
    """Why a version waits for a person."""

    CANDIDATE = "candidate"
    SOURCE_CHANGED = "source_changed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """The words a claim rests on: half-open code points `[start, end)` of one version of a document.

    `context` is the paragraph that holds them, and `offset` where in it the quote begins: a quote is taken to stand
    in another version without asking anybody only where the whole paragraph does.
    """

    document: str
    uri: str
    version: str
    start: int
    end: int
    quote: str
    context: str
    offset: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimContent:
    """What a version says. `when`, `forbids` are predicates as text, `target` names where a redirect leads.

    `confidence` in [0, 1] is that of the extraction, None for what a person wrote. `reply_to` is a hash of the question
    that an expert answered with it (aver.stages.replies), "" for none.
    """

    kind: StoredKind
    statement: str
    citations: tuple[Citation, ...] = ()
    when: str = ""
    forbids: str = ""
    target: str = ""
    confidence: float | None = None
    reply_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredClaim:
    """One version of a claim. `supersedes` is the number of the version it corrects, None for the first.

    `own` is the governance of the author's words, None where only sources govern. Where `receipt` is not empty a
    cited document was deleted, and `content` holds no words any more. `reviewer` and `changed_at` are of the last act.
    """

    tenant: str
    id: str
    number: int
    content: ClaimContent
    origin: Origin
    author: str
    at: str
    supersedes: int | None
    own: Governance | None
    state: ClaimState
    reviewer: str
    changed_at: str
    receipt: str

    @property
    def uri(self) -> str:
        """Where the claim is a document of its own."""
        return claim_uri(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEvent:
    """One act on one version, in the order `seq` of the claim.

    `about` is the key of the version of a source that the act was about, 0 for none.
    """

    seq: int
    number: int
    act: Act
    actor: str
    at: str
    about: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewItem:
    """A version that waits for a person; `key` names the item.

    `changed` is the key of the version of a source that changed, 0 for a candidate. The lease is `leased_by` until
    `leased_until` (ISO 8601, UTC), both empty while nobody holds it.
    """

    key: int
    claim: str
    number: int
    why: Why
    changed: int
    queued_at: str
    leased_by: str
    leased_until: str
    escalated_by: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundClaim:
    """A frozen claim with its cosine to what was asked (6 decimals); citations as they stand in versions open now."""

    claim: StoredClaim
    score: float
    rank: int


CLAIMS = "aver://claims/"
"""Where claims are documents of their own (definitions.md)."""


def claim_uri(claim: str) -> str:
    """Return the uri of a claim as a document of its own."""
    return f"{CLAIMS}{claim}"
