"""Frozen claims as evidence: what people stand behind is found, fetched and confirmed like any other source (J3).

A claim is a document of its own (`aver://claims/ID`, definitions.md), whose text is its statement and what it rests on.
Only a claim in service for the caller is ever found, and before packaging the store is asked once more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from aver.channels.records import Record, passage_of
from aver.stages.claim_quotes import own_document
from aver.values.claims import StoredClaim, StoredKind
from aver.values.evidence import Passage
from aver.values.governance import Eligibility, Governance
from aver.values.sealed import Sealed, drawn_from

NAME = "claims:frozen"
SEARCHED = frozenset({StoredKind.FACT, StoredKind.CONSTRAINT, StoredKind.REDIRECT})
"""What says something that can be quoted; that an expert is needed answers nothing."""
VOUCHED = 1.0
"""The authority of what a person froze."""

Find = Callable[[Eligibility, str, int], Sequence[StoredClaim]]
"""(eligibility, question, k) -> the claims in service that are most like the question, best first."""
Serving = Callable[[Eligibility], Sequence[StoredClaim]]
"""The claims in service for this caller."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrozenClaims:
    """The frozen claims of a store as a source."""

    find: Find
    serving: Serving

    @property
    def name(self) -> str:
        """The channel."""
        return NAME

    def opens(self, eligible: Eligibility, _: str) -> bool:
        """Whether any claim is in service for this caller."""
        return any(one.content.kind in SEARCHED for one in self.serving(eligible))

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Passage, ...]:
        """Return the claims in service most like what is asked."""
        del until
        return tuple(claim_passage(one, eligible) for one in self.find(eligible, asked, k))

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return which of `passages` are claims in service for this caller now."""
        del until
        wanted = {one.document for one in passages}
        mine = (one for one in self.serving(eligible) if own_document(one) in wanted)
        now = frozenset(claim_passage(one, eligible).chunk for one in mine)
        return now & frozenset(one.chunk for one in passages)


def claim_passage(claim: StoredClaim, eligible: Eligibility) -> Passage:
    """Return `claim` as the one passage of its document; its words go when a document it rests on goes."""
    own = claim.own or Governance(tenant=claim.tenant, readers=frozenset())
    rests = " and ".join(f"{one.uri}: “{' '.join(one.quote.split())}”" for one in claim.content.citations)
    record = Record(
        uri=claim.uri,
        title=f"Claim of {claim.author}",
        path=("Claims", claim.content.kind.value),
        lines=(("", claim.content.statement), *((("Rests on", rests),) if rests else ())),
        governance=replace(own, authority=VOUCHED, origin_system=NAME),
        prose=True,
    )
    passage = passage_of(record, eligible)
    sources = drawn_from((passage.document, *(one.document for one in claim.content.citations)))
    return replace(passage, text=Sealed(passage.text.text, sources))
