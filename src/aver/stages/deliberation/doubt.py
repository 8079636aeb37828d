"""What a debate may do to claims: doubt them, and nothing else.

A support can only fall, a confidence can only fall, and no finding of a check is touched: a critic cannot
vote a failure away (H5), and neither critic nor synthesiser takes back what the document itself refutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.stages.confidence import INTERPRETED
from aver.stages.deliberation.citing import citations_of
from aver.stages.deliberation.replies import Change, Revised
from aver.stages.deliberation.rulings import refutes
from aver.values.answers import Claim, ClaimKind, Confidence, Finding, Verdict
from aver.values.deliberation import Challenge, ChallengeKind, Refutation, Ruling, Voice, VoiceFailure
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed

DISPUTED = 0.5
"""The most support a claim keeps when a passage and the document as a whole disagree: a toss-up, which a
person decides (the release threshold is never below 0.60)."""

STANDS_AFTER_DEBATE = "stands_after_debate"
HEARD = {Voice.PROPOSER: "proposer_heard", Voice.CRITIC: "critic_heard", Voice.SYNTHESISER: "synthesiser_heard"}
DRAFTER_HEARD = "drafter_heard"


def revised(
    claims: Sequence[Claim],
    revisions: Sequence[Revised],
    packets: Sequence[EvidencePacket],
    refutations: Sequence[Refutation],
    *,
    source: str | None,
) -> tuple[tuple[Claim, ...], frozenset[int]]:
    """Return the claims, weakened where a synthesiser said so, and the numbers of those it withdrew.

    A claim that reports a refutation stays as it is. The last of several changes to a claim counts.
    """
    changes = {one.claim: one for one in revisions}
    kept: list[Claim] = []
    withdrawn: set[int] = set()
    for claim in claims:
        change = changes.get(claim.number)
        if change is None or refutes(claim, refutations):
            kept.append(claim)
        elif change.change is Change.WITHDRAW:
            kept.append(claim)
            withdrawn.add(claim.number)
        else:
            kept.append(_weakened(claim, change, packets, source))
    return tuple(kept), frozenset(withdrawn)


def _weakened(claim: Claim, change: Revised, packets: Sequence[EvidencePacket], source: str | None) -> Claim:
    return replace(
        claim,
        text=Sealed(change.text, source),
        kind=ClaimKind.EXTRACTED,
        citations=citations_of(change.citations, packets, source=source),
        support=0.0,
    )


def doubted(claims: Sequence[Claim], challenges: Sequence[Challenge], rulings: Sequence[Ruling]) -> tuple[Claim, ...]:
    """Return the claims with the support that accepted challenges leave them; no support rises."""
    return tuple(replace(claim, support=_left(claim, _accepted(claim, challenges, rulings))) for claim in claims)


def _left(claim: Claim, accepted: Sequence[Challenge]) -> float:
    """A contradiction or an overreach leaves a toss-up, each missing qualification a tenth less."""
    disputed = any(one.kind is not ChallengeKind.QUALIFIED for one in accepted)
    qualified = sum(one.kind is ChallengeKind.QUALIFIED for one in accepted)
    support = min(claim.support, DISPUTED) if disputed else claim.support
    return float(support * INTERPRETED**qualified)


def debate_findings(
    claims: Sequence[Claim],
    challenges: Sequence[Challenge],
    rulings: Sequence[Ruling],
    withdrawn: frozenset[int] = frozenset(),
) -> tuple[Finding, ...]:
    """Return one finding per claim: it stands, it is doubted, or its own side took it back (which fails it)."""
    found: list[Finding] = []
    for claim in claims:
        accepted = _accepted(claim, challenges, rulings)
        raised = sum(one.claim == claim.number for one in challenges)
        verdict, reason = Verdict.PASS, f"{raised} challenges, none accepted"
        if accepted:
            kinds = ", ".join(sorted({one.kind.value for one in accepted}))
            verdict, reason = Verdict.DOUBT, f"{len(accepted)} of {raised} challenges accepted: {kinds}"
        if claim.number in withdrawn:
            verdict, reason = Verdict.FAIL, "the synthesiser withdrew it"
        found.append(Finding(claim=claim.number, check=STANDS_AFTER_DEBATE, verdict=verdict, reason=reason))
    return tuple(found)


def unheard(failure: VoiceFailure, claims: Sequence[Claim]) -> tuple[Finding, ...]:
    """Return what a voice that could not be heard leaves behind: `not_run` on every claim, or on claim 0."""
    check = HEARD.get(failure.voice, DRAFTER_HEARD)
    calls = f"{failure.attempts} call{'' if failure.attempts == 1 else 's'}"
    numbers = [claim.number for claim in claims] or [0]
    return tuple(
        Finding(claim=number, check=check, verdict=Verdict.NOT_RUN, reason=f"{failure.kind.value} after {calls}")
        for number in numbers
    )


def no_summaries(claims: Sequence[Claim]) -> tuple[Finding, ...]:
    """Return `not_run` on every claim: there was no summary to hold it against."""
    reason = "no summary of these documents is at hand"
    check = HEARD[Voice.CRITIC]
    return tuple(Finding(claim=c.number, check=check, verdict=Verdict.NOT_RUN, reason=reason) for c in claims)


def lower(one: Confidence, other: Confidence) -> Confidence:
    """Return the lower of each of the three confidences."""
    return Confidence(
        extraction=min(one.extraction, other.extraction),
        grounding=min(one.grounding, other.grounding),
        answer=min(one.answer, other.answer),
    )


def _accepted(claim: Claim, challenges: Sequence[Challenge], rulings: Sequence[Ruling]) -> list[Challenge]:
    accepted = {ruling.challenge for ruling in rulings if ruling.accepted}
    return [one for one in challenges if one.claim == claim.number and one.number in accepted]
