"""What claims are worth: the checks, the readings, where their documents stand, and what a debate took off.

The debate comes last and only lowers: no confidence rises above that of the undebated draft (H5).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aver.flows.asked import Gathered
from aver.flows.deliberate_tools import DeliberateTools
from aver.flows.drafting import Readers, supported
from aver.flows.examining import examinations
from aver.stages.checks import DETERMINISTIC, Profile, run_checks
from aver.stages.confidence import answering, confidence_of, coverage, deciding
from aver.stages.deliberation.doubt import STANDS_AFTER_DEBATE, debate_findings, doubted, lower, unheard
from aver.stages.gate import GateInput, decide, released, superseded_only
from aver.stages.standing import TURNED_DOWN
from aver.values.answers import Claim, ClaimKind, Confidence, Finding
from aver.values.deliberation import Refutation, VoiceFailure
from aver.values.events import Challenged, Decided, Proposed, Synthesised
from aver.values.stance import Stance

DEBATED = Profile(name="deliberation", required=DETERMINISTIC.required | {STANDS_AFTER_DEBATE})
"""The checks a debated claim needs: all that quotation needs, and that its own side didn't take it back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """Claims with their support, what was found about them, where their documents stand, the confidences."""

    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    stances: Mapping[int, Stance]
    confidence: Confidence


def stances_for(claims: Sequence[Claim], gathered: Gathered, tools: DeliberateTools) -> dict[int, Stance]:
    """Return where the documents of the claims stand, by number of claim; what quotation claims is judged already."""
    known = {claim.number: gathered.stances.get(claim.number) for claim in claims if claim in gathered.quoted}
    packets = {packet.packet for packet in gathered.packets}
    first = {one.number: one.citations[0] for one in claims if one.number not in known and one.citations}
    spans = {n: (one.document, one.start, one.end) for n, one in first.items() if one.packet in packets}
    if tools.stances is not None and spans:
        found = tools.stances(gathered.eligibility, gathered.questions[0].text, tuple(spans.values()))
        known |= dict(zip(spans, found, strict=True))
    return {number: stance for number, stance in known.items() if stance is not None}


def examined_in(
    claims: Sequence[Claim], stances: Mapping[int, Stance], gathered: Gathered, tools: DeliberateTools
) -> dict[int, float]:
    """Return how likely the documents go on to examine what claims cite, where no stance is settled."""
    settled = {number for number, stance in stances.items() if stance.confidence > tools.tuning.verdict}
    open_ = [claim for claim in claims if claim.number not in settled]
    return examinations(open_, gathered.packets, gathered.questions[0].text, gathered.eligibility, tools.examined)


def refutations_in(stances: Iterable[Stance]) -> tuple[Refutation, ...]:
    """Return the spans in which the documents turn down what is asked."""
    return tuple(
        Refutation(document=stance.document, start=span.start, end=span.end)
        for stance in stances
        if stance.document_stance in TURNED_DOWN
        for span in stance.refuting
    )


def weighed(
    claims: tuple[Claim, ...], stances: Mapping[int, Stance], gathered: Gathered, tools: DeliberateTools
) -> Weighed:
    """Return what claims are worth before any debate.

    What is cited is confirmed once more: a model takes its time (C6). What quotation claims keeps its support.
    """
    chunks = tuple(dict.fromkeys(packet.passage.chunk for packet in gathered.packets))
    confirmed = tools.confirm(gathered.eligibility, chunks)
    found = run_checks(
        claims,
        gathered.packets,
        confirmed=confirmed,
        required=DETERMINISTIC,
        stances=stances,
        examined=examined_in(claims, stances, gathered, tools),
        asked=gathered.question,
    )
    read = None if tools.tuning.blend.orders_only else tools.read
    readers = Readers(entail=tools.entail, read=read, quoted=gathered.quoted)
    worded = [claim for claim in claims if claim.kind is not ClaimKind.QUOTE]
    known = {one.number: one for one in supported(worded, found, gathered.packets, gathered.questions, readers)}
    claims = tuple(known.get(claim.number, claim) for claim in claims)
    confidence = confidence_in(claims, found, DETERMINISTIC, gathered)
    return Weighed(claims=claims, findings=found, stances=stances, confidence=confidence)


def weighed_after(
    debate: tuple[Proposed, Challenged, Synthesised],
    stances: Mapping[int, Stance],
    gathered: Gathered,
    tools: DeliberateTools,
) -> Weighed:
    """Return what the claims are worth after a debate: at most what they were before it."""
    proposed, challenged, synthesised = debate
    before = weighed(proposed.claims, stances, gathered, tools)
    changed = tuple(claim for claim in synthesised.claims if claim not in proposed.claims)
    gone = {claim.number for claim in changed}
    stances = {number: stance for number, stance in stances.items() if number not in gone}
    stances |= stances_for(changed, gathered, tools)
    after = weighed(synthesised.claims, stances, gathered, tools) if changed else before
    claims = doubted(after.claims, challenged.challenges, synthesised.rulings)
    withdrawn = frozenset(synthesised.withdrawn)
    debated = debate_findings(claims, challenged.challenges, synthesised.rulings, withdrawn)
    findings = (*after.findings, *debated)
    confidence = lower(before.confidence, confidence_in(claims, findings, DEBATED, gathered))
    return Weighed(claims=claims, findings=findings, stances=stances, confidence=confidence)


def silences(failures: Sequence[VoiceFailure], claims: Sequence[Claim]) -> tuple[Finding, ...]:
    """Return what voices that could not be heard leave behind."""
    return tuple(found for failure in failures for found in unheard(failure, claims))


def decided(
    given: Weighed,
    required: Profile,
    gathered: Gathered,
    failures: Sequence[VoiceFailure],
    tools: DeliberateTools,
) -> Decided:
    """Return the gate's decision about what was weighed."""
    survivors = deciding(given.claims, given.findings, required)
    decision = decide(
        GateInput(
            claims=given.claims,
            findings=given.findings,
            required=required,
            questions=gathered.questions,
            confidence=given.confidence,
            any_evidence=any(packet.selected for packet in gathered.packets),
            superseded_only=superseded_only(survivors, gathered.packets),
            degraded=(*gathered.degraded, *(failure.voice.value for failure in failures)),
            stance_pending=any(claim.number not in given.stances for claim in survivors),
            thresholds=tools.tuning.thresholds,
        )
    )
    return Decided(decision=decision, released=released(decision, given.claims, given.findings, required=required))


def confidence_in(
    claims: tuple[Claim, ...], found: tuple[Finding, ...], required: Profile, gathered: Gathered
) -> Confidence:
    """Return the confidences of claims by what was found about them."""
    survivors = deciding(claims, found, required)
    return confidence_of(survivors, found, covered=coverage(answering(survivors, found), gathered.questions).share)
