"""Asking: one generator of events over frozen values, the only path to an answer.

Every effect goes through `AskTools`, so `aver.flows.journal` can record what each returned and replay
can serve it back; between effects there are only pure stages. The order is the architecture's: the
eligibility is resolved before any channel is opened, what is packaged is confirmed just before, and
nothing is released that a check has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from aver.flows.advising import Advisor, advised_order, advised_plan
from aver.flows.disagreeing import contradictions, disagreements
from aver.flows.examining import Examined, examinations
from aver.flows.gathering import Ranked, drafted, in_turn, packed, quotable, ranked, searched
from aver.flows.noticing import notices
from aver.flows.referring import led_to
from aver.stages.asserting import asks_whether
from aver.stages.by_words import with_named_selected
from aver.stages.checks import DETERMINISTIC, run_checks
from aver.stages.citing import passage_quoted
from aver.stages.confidence import answering, confidence_of, coverage, deciding
from aver.stages.conflicts import ambiguities_in, editions_in, opposed, unsaid_in, with_sides_selected
from aver.stages.eligibility import POLICY_VERSION, eligibility_of
from aver.stages.gate import GateInput, called_replaced, decide, released, superseded_only
from aver.stages.notices import with_notices
from aver.stages.packets import joined, packed_behind
from aver.stages.planning import NO_CATALOGUE, Catalogue, plan_of
from aver.stages.quotation import with_changes
from aver.stages.recalled import experts, question_of, recalled, still_missing, walls, with_vouched
from aver.stages.selection import Place, choose, with_referred, with_replacing
from aver.stages.standing import packet_holding, stood_behind, verdict_spans
from aver.stages.tuning import Tuning
from aver.values.answers import Claim, ClaimKind, Clarification, Decision, Escalate, Finding, Reason
from aver.values.bearing import Bears
from aver.values.conflicts import ConflictPacket
from aver.values.events import (
    Asked,
    Checked,
    Decided,
    Drafted,
    Event,
    Judged,
    Packed,
    Planned,
    Recalled,
    Resolved,
    Retrieved,
    Selected,
)
from aver.values.evidence import ChannelResult, EvidencePacket, Passage
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry, Missing, Plan, SubQuestion
from aver.values.pairs import Reading
from aver.values.sealed import Sealed
from aver.values.stance import Judgement, Stance


@dataclass(frozen=True, slots=True)
class AskTools:
    """Every effect asking may have; each is recorded and served back on replay.

    `now` is the time (ISO 8601, UTC); `search` asks every channel for a sub-question; `weights` gives
    the idf over the eligible chunks of a text's distinct terms, in rising order of key; `fetch` reads
    passages; `succeed` maps superseded uris to readable successor documents; `refer` gives the documents
    that a text names, None where nothing named is followed; `confirm` says which chunks
    are eligible now; `similarity` gives the cosine of a text with several; `read` reads passages for a
    question, None where no reader is installed; `stances` says where the documents of quoted spans stand
    on a question, None where nothing judges; `hold` gives the chunks that hold spans of versions. `recall` gives
    the frozen claims that bear on an inquiry whose draft cites these uris, `compute` what its pack computes.
    `factual` says how likely each quote tells what is asked as a fact, `examined` how likely documents go on to examine
    what is quoted of them, None where nothing says so.
    `tuning` are the fitted numbers and `code_version` the code that answers, recorded with the run.
    """

    now: Callable[[], str]
    search: Callable[[Eligibility, SubQuestion, int], tuple[ChannelResult, ...]]
    weights: Callable[[Eligibility, Sealed], tuple[float, ...]]
    fetch: Callable[[Eligibility, tuple[str, ...]], tuple[Passage, ...]]
    succeed: Callable[[Eligibility, tuple[str, ...]], tuple[tuple[str, str], ...]]
    confirm: Callable[[Eligibility, tuple[str, ...]], frozenset[str]]
    similarity: Callable[[Sealed, tuple[Sealed, ...]], tuple[float, ...]]
    read: Callable[[Sealed, tuple[Sealed, ...]], tuple[Reading, ...]] | None
    stances: Callable[[Eligibility, Sealed, tuple[tuple[str, int, int], ...]], tuple[Stance | None, ...]] | None
    hold: Callable[[Eligibility, tuple[tuple[str, int, int], ...]], tuple[str, ...]]
    tuning: Tuning
    code_version: str
    catalogue: Catalogue = NO_CATALOGUE
    recall: Callable[[Eligibility, Inquiry, tuple[str, ...]], tuple[Bears, ...]] | None = None
    compute: Callable[[Inquiry], tuple[Claim, ...]] | None = None
    refer: Callable[[Eligibility, Sealed], tuple[str, ...]] | None = None
    factual: Callable[[Sealed, tuple[Sealed, ...]], tuple[float, ...]] | None = None
    examined: Examined | None = None


def ask(inquiry: Inquiry, caller: Caller, tools: AskTools, *, advisor: Advisor | None = None) -> Iterator[Event]:
    """Yield the events of one run, `Asked` first and `Decided` last; an `advisor` helps to find evidence."""
    at, tuning = tools.now(), tools.tuning
    yield Asked(inquiry=inquiry, caller=caller, at=at, code_version=tools.code_version, policy_version=POLICY_VERSION)
    plan = plan_of(inquiry, today=at[:10], catalogue=tools.catalogue)
    yield Planned(plan=plan)
    documents = None if inquiry.document is None else (inquiry.document,)
    eligibility = eligibility_of(caller, as_of=plan.as_of, documents=documents)
    yield Resolved(eligibility=eligibility)
    plan = yield from advised_plan(plan, eligibility, tools, advisor)
    grown, results = searched(plan, eligibility, tools)
    if grown != plan:
        plan = grown
        yield Planned(plan=plan)
    yield Retrieved(channels=results)
    parts = ranked(plan, results, eligibility, tools, today=at[:10])
    parts = yield from advised_order(parts, tools, advisor)
    scored, came_for = in_turn(parts)
    wanted = max(inquiry.k, len(plan.required))
    place = Place(k=wanted, depth=max(wanted, tuning.depth), threshold=tuning.blend.threshold)
    referred = led_to(scored, parts, plan, eligibility, tools, today=at[:10])
    scored = scored if referred is None else with_referred(scored, referred, place)
    candidates, chosen = choose(with_replacing(scored, place), place=place)
    yield Selected(candidates=candidates)
    confirmed = tools.confirm(eligibility, tuple(one.fused.chunk for one, _ in chosen))
    packets = packed(chosen, confirmed, tenant=caller.tenant, came_for=came_for)
    packets, conflicts, claims = yield from _first_draft(parts, packets, plan, tools)
    if len(plan.required) == 1:
        asked = plan.required[0].text.text
        left_open = ambiguities_in(asked, packets) or editions_in(asked, conflicts, packets)
        plan = replace(plan, missing=(*plan.missing, *left_open))
    vouched = _recall(inquiry, claims, packets, eligibility, tools)
    if vouched.claims or vouched.computed:
        yield vouched
    packets = joined(packets, vouched.packets)
    plan = replace(plan, missing=still_missing(plan, vouched))
    claims = with_vouched(claims, vouched, packets, plan.required)
    judged = _judge(claims, packets, inquiry.question, eligibility, tools)
    yield judged
    packets, stances = (*packets, *judged.packets), _known(judged)
    confirmed |= {packet.passage.chunk for packet in (*vouched.packets, *judged.packets)}
    claims = _as_they_stand(claims, judged, packets)
    yield Drafted(voice="quotation", claims=claims)
    findings = run_checks(
        claims,
        packets,
        confirmed=confirmed,
        required=DETERMINISTIC,
        stances=stances,
        examined={one.claim: one.examined for one in judged.judgements},
        asked=question_of(inquiry, plan, vouched, claims),
    )
    yield Checked(findings=findings)
    given = _gate_input(claims, findings, plan, packets, results, judged, tuning)
    given = replace(given, walls=walls(vouched, packets), experts=experts(vouched, inquiry))
    decision = _decided(given, inquiry, plan, packets)
    yield Decided(decision=decision, released=released(decision, claims, findings, required=DETERMINISTIC))


def _first_draft(
    parts: Sequence[Ranked], packets: Sequence[EvidencePacket], plan: Plan, tools: AskTools
) -> Generator[Event, None, tuple[tuple[EvidencePacket, ...], tuple[ConflictPacket, ...], tuple[Claim, ...]]]:
    """Yield the packets, once more where a quote is contradicted; return them, their conflicts and what is quoted."""
    conflicts = disagreements(parts, packets, plan, tools.tuning)
    packets = with_named_selected(with_sides_selected(packets, conflicts), plan)
    yield Packed(packets=packets, conflicts=conflicts)
    quoted = quotable(parts, packets, plan, tools)
    contradicted = contradictions(quoted, conflicts, packets, plan, tools.tuning)
    if contradicted:
        conflicts = (*conflicts, *contradicted)
        packets = with_sides_selected(packets, conflicts)
        yield Packed(packets=packets, conflicts=conflicts)
    return packets, conflicts, drafted(quoted, conflicts, packets, tools.tuning)


def _decided(given: GateInput, inquiry: Inquiry, plan: Plan, packets: Sequence[EvidencePacket]) -> Decision:
    """Return the gate's decision; where nothing is sure enough, what the question leaves unsaid is asked back."""
    decision = decide(given)
    if not (isinstance(decision, Escalate) and Reason.LOW_CONFIDENCE in decision.reasons) or len(plan.required) > 1:
        return decision
    is_said = inquiry.document is not None or bool(inquiry.conversation)
    unsaid = unsaid_in(inquiry.question.text, packets, scoped=is_said)
    return decide(replace(given, ambiguities=_asked_back(unsaid))) if unsaid else decision


def _recall(
    inquiry: Inquiry,
    claims: Sequence[Claim],
    packets: Sequence[EvidencePacket],
    eligibility: Eligibility,
    tools: AskTools,
) -> Recalled:
    """Return what people stand behind that bears on the inquiry, and what its pack computes."""
    uris = tuple(sorted({citation.uri for claim in claims for citation in claim.citations}))
    found = () if tools.recall is None else tools.recall(eligibility, inquiry, uris)
    computed = () if tools.compute is None else tools.compute(inquiry)
    return recalled(found, computed, packets, tenant=eligibility.tenant)


def _judge(
    claims: Sequence[Claim],
    packets: Sequence[EvidencePacket],
    asked: Sealed,
    eligibility: Eligibility,
    tools: AskTools,
) -> Judged:
    """Say where each quoted document stands, and pack the sentences that decide it where no packet holds them (G2),
    together with those by which another document says that it was replaced (C3).

    Only a question whether something holds has an answer that a document can stand behind or turn down, and for what
    a person stands behind or what was computed there is no document to ask. Whether a document goes on to examine what
    is quoted of it is asked of every quote that stands alone and isn't settled; beside what contradicts it, it is shown
    with that.
    """
    claims = [one for one in claims if one.kind is ClaimKind.QUOTE]
    quoted = tuple((one.citations[0].document, one.citations[0].start, one.citations[0].end) for one in claims)
    judge = tools.stances if quoted and asks_whether(asked.text) else None
    found = (None,) * len(claims) if judge is None else judge(eligibility, asked, quoted)
    settled = [stance is not None and stance.confidence > tools.tuning.verdict for stance in found]
    open_ = [one for one, is_settled in zip(claims, settled, strict=True) if not is_settled]
    examined = examinations(open_, packets, asked, eligibility, tools.examined)
    judgements = tuple(
        Judgement(claim=one.number, stance=stance, settled=sure, examined=examined.get(one.number, 0.0))
        for one, stance, sure in zip(claims, found, settled, strict=True)
    )
    wanted = tuple(
        dict.fromkeys(
            (one.citations[0].version, span.start, span.end)
            for one, stance in zip(claims, found, strict=True)
            if stance is not None and stance.confidence > tools.tuning.verdict
            for span in verdict_spans(stance)
            if packet_holding(packets, stance.document, span) is None
        )
    )
    chunks = tuple(dict.fromkeys(tools.hold(eligibility, wanted))) if wanted else ()
    passages = tools.fetch(eligibility, chunks) if chunks else ()
    holding = packed_behind(passages, len(packets), rationale="holds the document's verdict", tenant=eligibility.tenant)
    told = notices(claims, (*packets, *holding), eligibility, tools)
    return Judged(judgements=judgements, packets=(*holding, *told))


def _as_they_stand(claims: Sequence[Claim], judged: Judged, packets: Sequence[EvidencePacket]) -> tuple[Claim, ...]:
    """Return `claims` as far as their documents stand behind them, with what changes them or calls those documents
    replaced."""
    stances = {one.claim: one.stance for one in judged.judgements if one.settled and one.stance is not None}
    said = (stood_behind(one, stances[one.number], packets) if one.number in stances else one for one in claims)
    return tuple(with_notices(_as_changed(one, packets), packets) for one in said)


def _as_changed(claim: Claim, packets: Sequence[EvidencePacket]) -> Claim:
    """Return a quote with what changes it wherever that was found."""
    own = passage_quoted(claim, packets)
    return claim if own is None or claim.kind is not ClaimKind.QUOTE else with_changes(claim, own, packets)


def _known(judged: Judged) -> dict[int, Stance]:
    return {one.claim: one.stance for one in judged.judgements if one.stance is not None}


def _gate_input(
    claims: tuple[Claim, ...],
    findings: tuple[Finding, ...],
    plan: Plan,
    packets: tuple[EvidencePacket, ...],
    results: Sequence[ChannelResult],
    judged: Judged,
    tuning: Tuning,
) -> GateInput:
    survivors = deciding(claims, findings, DETERMINISTIC)
    share = coverage(answering(survivors, findings), plan.sub_questions).share
    return GateInput(
        claims=claims,
        findings=findings,
        required=DETERMINISTIC,
        questions=plan.sub_questions,
        confidence=confidence_of(survivors, findings, covered=share),
        any_evidence=any(packet.selected for packet in packets),
        conflicts=opposed(packets),
        ambiguities=_asked_back(plan.missing),
        superseded_only=superseded_only(survivors, packets)
        or (bool(claims) and called_replaced(claims, findings) == claims),
        degraded=tuple(result.channel for result in results if result.failure is not None),
        stance_pending=not all(one.settled for one in judged.judgements),
        thresholds=tuning.thresholds,
    )


def _asked_back(missing: Sequence[Missing]) -> tuple[Clarification, ...]:
    return tuple(Clarification(parameter=one.parameter, question=one.question, choices=one.choices) for one in missing)
