"""Deliberation: a proposer, a critic who sees only summaries, a synthesiser; then the checks and the gate.

It is asking with a debate before the checks: the events up to the packets, and every decision that does
not hang on claims (walls, experts, conflicts, nothing eligible), are those of `aver.flows.ask`. The debate
can only lower what the checks and the readings make of a claim: no confidence rises above that of the
undebated draft (H5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from aver.flows.ask import AskTools, ask
from aver.flows.consulting import Meter
from aver.flows.debate import NOBODY, Matter, challenge, propose, synthesise
from aver.flows.drafting import Readers, supported
from aver.stages.checks import DETERMINISTIC, Profile, run_checks
from aver.stages.confidence import confidence_of, coverage, deciding
from aver.stages.deliberation.critique import positions_of
from aver.stages.deliberation.doubt import (
    STANDS_AFTER_DEBATE,
    debate_findings,
    doubted,
    lower,
    no_summaries,
    unheard,
)
from aver.stages.gate import GateInput, decide, released, superseded_only
from aver.stages.standing import TURNED_DOWN
from aver.values.answers import (
    Abstain,
    Answered,
    Claim,
    ClaimKind,
    Clarify,
    Confidence,
    Conflicting,
    Decision,
    Escalate,
    Finding,
    Partial,
    Reason,
    Redirect,
)
from aver.values.chat import Budget, ChatRequest, Completion
from aver.values.deliberation import FullView, LocalSummary, MacroSummary, MacroView, Refutation, VoiceFailure
from aver.values.events import (
    Challenged,
    Checked,
    Decided,
    Drafted,
    Event,
    Judged,
    Packed,
    Planned,
    Proposed,
    Resolved,
    Retrieved,
    Synthesised,
)
from aver.values.evidence import EvidencePacket
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry, SubQuestion
from aver.values.pairs import Entailed
from aver.values.sealed import Sealed
from aver.values.stance import Stance

PROFILE = Profile(name="deliberation", required=DETERMINISTIC.required | {STANDS_AFTER_DEBATE})
"""The checks a claim needs here: all that quotation needs, and that its own side didn't take it back."""

DOCUMENTS = 8
"""Documents whose summaries are read: those of the strongest packets."""

ENOUGH = Budget()


@dataclass(frozen=True, slots=True, kw_only=True)
class DeliberateTools(AskTools):
    """The effects of asking, and of debating: each None where it isn't at hand.

    `chat` speaks for all three voices; `entail` judges a claim against texts; `summaries` reads the layers
    of eligible documents. `budget` bounds a run.
    """

    chat: Callable[[ChatRequest], Completion] | None = None
    entail: Callable[[Sealed, tuple[Sealed, ...]], tuple[Entailed, ...]] | None = None
    summaries: Callable[[Eligibility, tuple[str, ...]], tuple[MacroSummary | LocalSummary, ...]] | None = None
    budget: Budget = ENOUGH


def deliberate_tools(tools: AskTools) -> DeliberateTools:
    """Return the effects of deliberating with no model and no summaries; `replace` adds what there is."""
    return DeliberateTools(**{item.name: getattr(tools, item.name) for item in fields(AskTools)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What asking came to: what the debate is about, what quotation made of it, where its documents stand."""

    questions: tuple[SubQuestion, ...]
    eligibility: Eligibility
    degraded: tuple[str, ...]
    packets: tuple[EvidencePacket, ...]
    quoted: tuple[Claim, ...]
    stances: Mapping[int, Stance]
    decision: Decision


def deliberate(inquiry: Inquiry, caller: Caller, tools: DeliberateTools) -> Iterator[Event]:
    """Yield the events of one deliberation, `Asked` first and `Decided` last."""
    events: list[Event] = []
    for event in ask(inquiry, caller, tools):
        events.append(event)
        if not isinstance(event, Drafted | Checked | Decided):
            yield event
    gathered = _gathered(events)
    if gathered is None or _decides_before_claims(gathered.decision):
        yield from (event for event in events if isinstance(event, Drafted | Checked | Decided))
        return
    yield from _debated(gathered, tools)


def _gathered(events: Sequence[Event]) -> Gathered | None:
    """Return the fold of asking; None where it ended without a decision."""
    last = {type(event): event for event in events}
    judged = [event for event in events if isinstance(event, Judged)]
    match [last.get(kind) for kind in (Planned, Resolved, Retrieved, Packed, Drafted, Decided)]:
        case [
            Planned(plan=plan),
            Resolved(eligibility=eligibility),
            Retrieved(channels=channels),
            Packed(packets=packets),
            Drafted(claims=claims),
            Decided(decision=decision),
        ]:
            return Gathered(
                questions=plan.sub_questions,
                eligibility=eligibility,
                degraded=tuple(result.channel for result in channels if result.failure is not None),
                packets=(*packets, *(packet for event in judged for packet in event.packets)),
                quoted=claims,
                stances={one.claim: one.stance for event in judged for one in event.judgements if one.stance},
                decision=decision,
            )
        case _:
            return None


def _decides_before_claims(decision: Decision) -> bool:
    """Whether the gate decided on something that no claim can change (its steps 1 to 5)."""
    match decision:
        case Redirect() | Clarify() | Conflicting():
            return True
        case Escalate(reasons=reasons):
            return Reason.NEEDS_EXPERT in reasons
        case Abstain(reasons=reasons):
            return not {Reason.WALL, Reason.NO_EVIDENCE, Reason.SUPERSEDED}.isdisjoint(reasons)
        case Answered() | Partial():
            return False


def _debated(gathered: Gathered, tools: DeliberateTools) -> Iterator[Event]:
    matter = _matter(gathered, tools)
    meter = Meter(tools.budget)
    proposed = propose(matter, tools.chat, meter)
    yield proposed
    stances = _stances(proposed.claims, gathered, tools)
    matter = replace(matter, refutations=_refutations((*gathered.stances.values(), *stances.values())))
    positions = positions_of(proposed.claims)
    challenged = challenge(
        matter.questions, positions, matter.view.macro, chat=tools.chat, judge=tools.entail, meter=meter
    )
    yield challenged
    synthesised = synthesise(matter, proposed.claims, challenged.challenges, tools.chat, meter)
    yield synthesised
    failures = tuple(one.failure for one in (proposed, challenged, synthesised) if one.failure is not None)
    changed = tuple(claim for claim in synthesised.claims if claim not in proposed.claims)
    stances = {n: stance for n, stance in stances.items() if n not in {claim.number for claim in changed}}
    stances |= _stances(changed, gathered, tools)
    claims, findings, confidence = _weighed(gathered, (proposed, challenged, synthesised), stances, tools)
    findings = (*findings, *_silences(challenged, failures, claims))
    yield Checked(findings=findings)
    survivors = deciding(claims, findings, PROFILE)
    decision = decide(
        GateInput(
            claims=claims,
            findings=findings,
            required=PROFILE,
            questions=gathered.questions,
            confidence=confidence,
            any_evidence=any(packet.selected for packet in gathered.packets),
            superseded_only=superseded_only(survivors, gathered.packets),
            degraded=(*gathered.degraded, *(failure.voice.value for failure in failures)),
            stance_pending=any(claim.number not in stances for claim in survivors),
            thresholds=tools.tuning.thresholds,
        )
    )
    yield Decided(decision=decision, released=released(decision, claims, findings, required=PROFILE))


def _matter(gathered: Gathered, tools: DeliberateTools) -> Matter:
    """Return what may be seen of the documents of the strongest packets."""
    selected = sorted((p for p in gathered.packets if p.selected), key=lambda p: p.rank)
    documents = tuple(dict.fromkeys(packet.passage.document for packet in selected))[:DOCUMENTS]
    eligibility = gathered.eligibility
    layers = tools.summaries(eligibility, documents) if tools.summaries and documents else ()
    view = FullView(
        macro=MacroView(summaries=tuple(one for one in layers if isinstance(one, MacroSummary))),
        sections=tuple(one for one in layers if isinstance(one, LocalSummary)),
        packets=gathered.packets,
    )
    return Matter(questions=gathered.questions, view=view, quoted=gathered.quoted)


def _stances(claims: Sequence[Claim], gathered: Gathered, tools: DeliberateTools) -> dict[int, Stance]:
    """Return where the documents of the claims stand, by number of claim; what quotation claims is judged already."""
    known = {claim.number: gathered.stances.get(claim.number) for claim in claims if claim in gathered.quoted}
    packets = {packet.packet for packet in gathered.packets}
    first = {one.number: one.citations[0] for one in claims if one.number not in known and one.citations}
    spans = {n: (one.document, one.start, one.end) for n, one in first.items() if one.packet in packets}
    if tools.stances is not None and spans:
        found = tools.stances(gathered.eligibility, gathered.questions[0].text, tuple(spans.values()))
        known |= dict(zip(spans, found, strict=True))
    return {number: stance for number, stance in known.items() if stance is not None}


def _refutations(stances: Iterable[Stance]) -> tuple[Refutation, ...]:
    """Return the spans in which the documents turn down what is asked."""
    return tuple(
        Refutation(document=stance.document, start=span.start, end=span.end)
        for stance in stances
        if stance.document_stance in TURNED_DOWN
        for span in stance.refuting
    )


def _weighed(
    gathered: Gathered,
    debate: tuple[Proposed, Challenged, Synthesised],
    stances: Mapping[int, Stance],
    tools: DeliberateTools,
) -> tuple[tuple[Claim, ...], tuple[Finding, ...], Confidence]:
    """Return the claims as they stand, what was found about them, and a confidence no debate has raised.

    What is cited is confirmed once more: a debate takes its time (C6).
    """
    proposed, challenged, synthesised = debate
    chunks = tuple(dict.fromkeys(packet.passage.chunk for packet in gathered.packets))
    confirmed = tools.confirm(gathered.eligibility, chunks)
    readers = Readers(entail=tools.entail, read=tools.read, quoted=gathered.quoted)

    def worth(claims: tuple[Claim, ...]) -> tuple[tuple[Claim, ...], tuple[Finding, ...]]:
        found = run_checks(claims, gathered.packets, confirmed=confirmed, required=DETERMINISTIC, stances=stances)
        drafted = [claim for claim in claims if claim.kind is not ClaimKind.QUOTE]
        weighed = {c.number: c for c in supported(drafted, found, gathered.packets, gathered.questions, readers)}
        return tuple(weighed.get(claim.number, claim) for claim in claims), found

    def confidence(claims: tuple[Claim, ...], found: tuple[Finding, ...], required: Profile) -> Confidence:
        survivors = deciding(claims, found, required)
        return confidence_of(survivors, found, covered=coverage(survivors, gathered.questions).share)

    draft, checked = worth(proposed.claims)
    undebated = confidence(draft, checked, DETERMINISTIC)
    claims, rechecked = (draft, checked) if synthesised.claims == proposed.claims else worth(synthesised.claims)
    claims = doubted(claims, challenged.challenges, synthesised.rulings)
    withdrawn = frozenset(synthesised.withdrawn)
    findings = (*rechecked, *debate_findings(claims, challenged.challenges, synthesised.rulings, withdrawn))
    return claims, findings, lower(undebated, confidence(claims, findings, PROFILE))


def _silences(challenged: Challenged, failures: Sequence[VoiceFailure], claims: Sequence[Claim]) -> tuple[Finding, ...]:
    """Return what voices that were not heard leave behind on every claim."""
    silent = no_summaries(claims) if challenged.by == NOBODY else ()
    return (*silent, *(found for failure in failures for found in unheard(failure, claims)))
