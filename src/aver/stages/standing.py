"""Put the document's verdict before the passage: what is answered once it is known where the document stands (G5).

A quoted passage that its document turns down, or only reports, is not the document's answer: the sentences
that turn it down are. One that holds with a limit travels with its limit. Where nobody has settled the stance the
quote stays as it is and the decision says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.stages.citing import citation_of
from aver.values.answers import Claim
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed
from aver.values.stance import ArgumentativeRole, DocumentStance, Stance, StanceSpan

TURNED_DOWN = frozenset({DocumentStance.REJECTS, DocumentStance.MIXED})

NOT_ITS_OWN = frozenset({ArgumentativeRole.STEELMAN_REFUTED_LATER, ArgumentativeRole.CITED_EXTERNAL_VIEW})
"""Roles whose passage does not say what its document holds."""


def verdict_spans(stance: Stance) -> tuple[StanceSpan, ...]:
    """Return the sentences that must be shown with a stance, strongest first; none where the passage itself decides."""
    return stance.refuting if stance.document_stance in TURNED_DOWN else stance.qualifying


def packet_holding(packets: Sequence[EvidencePacket], document: str, span: StanceSpan) -> EvidencePacket | None:
    """Return the packet of `document` whose passage holds `span` whole, if one does."""
    return next(
        (
            packet
            for packet in packets
            if packet.passage.document == document
            and packet.passage.start <= span.start < span.end <= packet.passage.end
        ),
        None,
    )


def stood_behind(claim: Claim, stance: Stance, packets: Sequence[EvidencePacket]) -> Claim:
    """Return what may be said of the claim's question once its document's stance is known.

    The claim itself where its document stands behind it; the document's verdict in its place where it does not; the
    claim with what limits it where it holds in part. Support becomes the probability that the stance is right, which
    it isn't where the passage is beside the question, and that the first sentence cited decides it. `packets` must
    hold the verdict's sentences; those they don't are left out.
    """
    found = [
        (span, packet) for span in verdict_spans(stance) if (packet := packet_holding(packets, stance.document, span))
    ]
    citations = tuple(citation_of(packet, span.start, span.end) for span, packet in found)
    if not citations:
        return claim
    if stance.role in NOT_ITS_OWN or stance.document_stance is DocumentStance.REJECTS:
        support = round(stance.confidence * found[0][0].strength, 6)
        if stance.role is ArgumentativeRole.AUTHOR_POSITION:
            kept = tuple(cited for cited in citations if not _says(claim, cited.start, cited.end))
            return replace(claim, citations=(*claim.citations, *kept), support=support)
        first = citations[0]
        return replace(claim, text=Sealed(first.quote.text, first.document), citations=citations, support=support)
    return replace(claim, citations=(*claim.citations, *citations))


def stands(claim: Claim, stance: Stance) -> bool:
    """Whether nothing that the claim quotes is a view its document turns down or only reports."""
    if stance.document_stance not in TURNED_DOWN and stance.role not in NOT_ITS_OWN:
        return True
    if stance.role is ArgumentativeRole.AUTHOR_POSITION:
        return True
    decisive = verdict_spans(stance)
    return bool(decisive) and all(
        any(span.start <= cited.start and cited.end <= span.end for span in decisive) for cited in claim.citations
    )


def _says(claim: Claim, start: int, end: int) -> bool:
    return any(cited.start < end and start < cited.end for cited in claim.citations)
