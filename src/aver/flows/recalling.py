"""The frozen claims that bear on an inquiry, and what its pack computes, as effects of asking (J, B8, H1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from aver.channels.frozen_claims import SEARCHED, FrozenClaims, claim_passage
from aver.flows.ask import AskTools
from aver.flows.claim_search import frozen_claims
from aver.flows.packs import cosines_by, pack_named
from aver.ports import Embedder
from aver.stages.packs import (
    Borne,
    bearing_on,
    computed_claim,
    computed_for,
    missing_of,
    products_of,
    read_inquiry,
)
from aver.stages.replies import question_digest
from aver.store.claim_index import ClaimIndex
from aver.values.answers import Claim
from aver.values.bearing import Bearing, Bears, CitedSpan
from aver.values.claims import Citation, Origin, StoredClaim, StoredKind
from aver.values.governance import Eligibility
from aver.values.inquiry import Inquiry
from aver.values.packs import Pack
from aver.values.readings import Derivation, InquiryReading
from aver.values.sealed import Sealed

READ_RIGHT = 0.81
"""How likely an inquiry is read without a wrong value: 84 of 94 held-out ones, the lower end of the exact 95 %
interval (docs/packs.md)."""

EXPERT_LIKE = 0.50
"""The cosine from which a needs_expert claim without predicates is about a question (benchmarks/expert_likeness.py)."""

_EXPERTS = 4

Tools = TypeVar("Tools", bound=AskTools)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recalling:
    """Where frozen claims are found, and the `home` whose domain packs read inquiries (None: those that ship).

    With `gauge`, the built-in encoder, packs find by meaning what is asked in other words than theirs.
    """

    index: ClaimIndex
    embedder: Embedder
    home: Path | None = None
    gauge: Embedder | None = None

    def recall(self, eligible: Eligibility, inquiry: Inquiry, uris: tuple[str, ...]) -> tuple[Bears, ...]:
        """Return the claims in service that bear on `inquiry`, by id; `uris` are those the draft cites."""
        serving = self.index.serving(eligible)
        borne = [*self._experts(eligible, inquiry, serving), *_replies(eligible, inquiry, serving)]
        read = self._read(inquiry)
        if read is not None:
            reading, pack = read
            borne += bearing_on(reading, serving, pack, evidenced=products_of(uris, pack))
        standing = {one.id: one for one in self.index.standing(eligible, [one.claim for one in borne])}
        return tuple(
            self._bears(replace(one, claim=standing[one.claim.id]), eligible, read)
            for one in sorted(borne, key=lambda one: one.claim.id)
            if one.claim.id in standing
        )

    def compute(self, inquiry: Inquiry) -> tuple[Claim, ...]:
        """Return what the tools of the pack make of `inquiry`, as claims that cite nothing."""
        read = self._read(inquiry)
        results = () if read is None else computed_for(*read)
        made = (one for one in results if isinstance(one, Derivation))
        return tuple(computed_claim(one, number=number, support=READ_RIGHT) for number, one in enumerate(made))

    def _read(self, inquiry: Inquiry) -> tuple[InquiryReading, Pack] | None:
        """Return what the pack of an inquiry reads in it, None where none read it."""
        if inquiry.parameters is None:
            return None
        pack = pack_named(inquiry.parameters.pack, home=self.home)
        given = {name: value.text for name, value in inquiry.parameters.given}
        cosines = None if self.gauge is None else cosines_by(self.gauge)
        return read_inquiry(inquiry.question.text, pack, given=given, cosines=cosines), pack

    def _experts(self, eligible: Eligibility, inquiry: Inquiry, serving: Sequence[StoredClaim]) -> tuple[Borne, ...]:
        """Return the needs_expert claims without predicates that the question is like."""
        kinds = frozenset({StoredKind.NEEDS_EXPERT})
        if not any(one.content.kind in kinds for one in serving):
            return ()
        asked = inquiry.question.text
        found = frozen_claims(self.index, self.embedder, asked, _EXPERTS, eligible=eligible, kinds=kinds)
        return tuple(
            Borne(claim=one.claim, bearing=Bearing.NEEDS_EXPERT)
            for one in found
            if one.score >= EXPERT_LIKE and not (one.claim.content.when or one.claim.content.forbids)
        )

    def _bears(self, one: Borne, eligible: Eligibility, read: tuple[InquiryReading, Pack] | None) -> Bears:
        claim, passage = one.claim, claim_passage(one.claim, eligible)
        missing = () if read is None else tuple(missing_of(name, read[0].text, read[1]) for name in one.open)
        cited = (self._cited(citation, eligible) for citation in claim.content.citations)
        return Bears(
            claim=claim.id,
            number=claim.number,
            bearing=one.bearing,
            own=CitedSpan(passage=passage, start=0, end=len(claim.content.statement)),
            cited=tuple(span for span in cited if span is not None),
            authored=claim.origin is not Origin.EXTRACTED,
            target=Sealed(one.target, passage.text.document) if one.target else None,
            beside=one.beside,
            weighed=one.weighed,
            missing=missing,
        )

    def _cited(self, citation: Citation, eligible: Eligibility) -> CitedSpan | None:
        """Return where a quote stands in one passage, None where it goes across two."""
        store, span = self.index.store, (citation.start, citation.end)
        chunk = store.chunks_holding(citation.version, [span], eligible=eligible)[0]
        passages = store.passages((chunk,), eligible=eligible) if chunk is not None else ()
        return next((CitedSpan(passage=one, start=span[0], end=span[1]) for one in passages), None)


def recalling(tools: Tools, using: Recalling) -> Tools:
    """Return `tools` that recall what people stand behind, and compute what a pack computes."""
    return replace(tools, recall=using.recall, compute=using.compute)


def frozen_source(index: ClaimIndex, embedder: Embedder) -> FrozenClaims:
    """Return the frozen claims as a source that is searched beside the documents (J3)."""

    def find(eligible: Eligibility, asked: str, k: int) -> tuple[StoredClaim, ...]:
        found = frozen_claims(index, embedder, asked, k, eligible=eligible, kinds=SEARCHED)
        return tuple(one.claim for one in found)

    return FrozenClaims(find=find, serving=index.serving)


def _replies(eligible: Eligibility, inquiry: Inquiry, serving: Sequence[StoredClaim]) -> Iterator[Borne]:
    """Yield the facts without predicates that an expert gave as the answer to this very question."""
    facts = [one for one in serving if one.content.reply_to and one.content.kind is StoredKind.FACT]
    digest = question_digest(inquiry, eligible.principals) if facts else ""
    for one in facts:
        if one.content.reply_to == digest and not (one.content.when or one.content.forbids):
            yield Borne(claim=one, bearing=Bearing.REPLIES)
