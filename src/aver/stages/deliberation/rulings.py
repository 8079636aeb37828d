"""What becomes of a challenge, decided by rule; a synthesiser's word counts where evidence backs it.

The order is the list `rule` walks: a challenge of nothing, one that no summary bears out and one against
what the document itself refutes are rejected; a rejection by the synthesiser counts only with a verbatim
quote that is not the claim's own (a passage is no witness for itself); all else is accepted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aver.stages.deliberation.citing import located
from aver.stages.deliberation.replies import Ruled
from aver.values.answers import Citation, Claim
from aver.values.deliberation import Challenge, Grounds, Refutation, Ruling
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed

UNSAID = Sealed("")


def rule_all(
    challenges: Sequence[Challenge],
    claims: Sequence[Claim],
    packets: Sequence[EvidencePacket],
    refutations: Sequence[Refutation],
    *,
    proposed: Sequence[Ruled] = (),
    source: str | None = None,
) -> tuple[Ruling, ...]:
    """Return one ruling per challenge; the first of several that a synthesiser proposed counts."""
    by_number = {claim.number: claim for claim in claims}
    by_packet = {packet.packet: packet for packet in packets if packet.selected}
    said = {one.challenge: one for one in reversed(proposed)}
    return tuple(
        _rule(one, by_number.get(one.claim), by_packet, refutations, said=said.get(one.number), source=source)
        for one in challenges
    )


def _rule(
    challenge: Challenge,
    claim: Claim | None,
    packets: Mapping[str, EvidencePacket],
    refutations: Sequence[Refutation],
    *,
    said: Ruled | None,
    source: str | None,
) -> Ruling:
    reason = UNSAID if said is None else Sealed(said.reason, source)
    witness = None if said is None or said.accept or claim is None else _witness(said, claim, packets)
    if claim is None:
        grounds = Grounds.NO_SUCH_CLAIM
    elif not challenge.summary:
        grounds = Grounds.UNGROUNDED
    elif refutes(claim, refutations):
        grounds = Grounds.REFUTATION_STANDS
    elif witness is not None:
        grounds = Grounds.REBUTTED
    elif said is not None and not said.accept:
        grounds = Grounds.NOT_REBUTTED
    else:
        grounds = Grounds.SUMMARY_DISAGREES
    return Ruling(
        challenge=challenge.number,
        accepted=grounds in (Grounds.SUMMARY_DISAGREES, Grounds.NOT_REBUTTED),
        grounds=grounds,
        reason=reason,
        citation=witness if grounds is Grounds.REBUTTED else None,
    )


def refutes(claim: Claim, refutations: Sequence[Refutation]) -> bool:
    """Whether any citation of `claim` touches a span in which its document refutes a proposition."""
    return any(
        one.document == cited.document and one.start < cited.end and cited.start < one.end
        for one in refutations
        for cited in claim.citations
    )


def _witness(said: Ruled, claim: Claim, packets: Mapping[str, EvidencePacket]) -> Citation | None:
    packet = packets.get(said.packet)
    found = None if packet is None else located(said.quote, packet)
    own = found is not None and any(_touch(found, cited) for cited in claim.citations)
    return None if own else found


def _touch(one: Citation, other: Citation) -> bool:
    return one.version == other.version and one.start < other.end and other.start < one.end
