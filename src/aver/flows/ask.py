"""Asking: one generator of events over frozen values, the only path to an answer.

Every effect goes through `AskTools`, so `aver.flows.journal` can record what each returned and replay
can serve it back; between effects there are only pure stages. The order is the architecture's: the
eligibility is resolved before any channel is opened, what is packaged is confirmed just before, and
nothing is released that a check has not seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aver.stages.checks import DETERMINISTIC, run_checks
from aver.stages.confidence import confidence_of, coverage, deciding
from aver.stages.eligibility import POLICY_VERSION, eligibility_of
from aver.stages.fusion import reciprocal_rank
from aver.stages.gate import GateInput, decide, released, superseded_only
from aver.stages.packets import packet_of
from aver.stages.planning import plan_of
from aver.stages.quotation import quoted_claim, rank_units, support_features
from aver.stages.reading import read_text
from aver.stages.relevance import QuestionTerms, question_terms
from aver.stages.selection import Place, Scored, choose, rescored, retargeted, score_candidates
from aver.stages.tuning import Tuning
from aver.values.answers import Claim, Finding
from aver.values.events import (
    Asked,
    Checked,
    Decided,
    Drafted,
    Event,
    Packed,
    Planned,
    Resolved,
    Retrieved,
    Selected,
)
from aver.values.evidence import ChannelResult, EvidencePacket, Freshness, Passage
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry, Plan, SubQuestion
from aver.values.pairs import Reading
from aver.values.sealed import Sealed


@dataclass(frozen=True, slots=True)
class AskTools:
    """Every effect asking may have; each is recorded and served back on replay.

    `now` is the time (ISO 8601, UTC); `search` asks every channel for a sub-question; `weights` gives
    the idf over the eligible chunks of a text's distinct terms, in rising order of key; `fetch` reads
    passages; `succeed` maps superseded uris to readable successor documents; `confirm` says which chunks
    are eligible now; `similarity` gives the cosine of a text with several; `read` reads passages for a
    question, None where no reader is installed. `tuning` are the fitted numbers and `code_version` the
    code that answers, recorded with the run.
    """

    now: Callable[[], str]
    search: Callable[[Eligibility, SubQuestion, int], tuple[ChannelResult, ...]]
    weights: Callable[[Eligibility, Sealed], tuple[float, ...]]
    fetch: Callable[[Eligibility, tuple[str, ...]], tuple[Passage, ...]]
    succeed: Callable[[Eligibility, tuple[str, ...]], tuple[tuple[str, str], ...]]
    confirm: Callable[[Eligibility, tuple[str, ...]], frozenset[str]]
    similarity: Callable[[Sealed, tuple[Sealed, ...]], tuple[float, ...]]
    read: Callable[[Sealed, tuple[Sealed, ...]], tuple[Reading, ...]] | None
    tuning: Tuning
    code_version: str


def ask(inquiry: Inquiry, caller: Caller, tools: AskTools) -> Iterator[Event]:
    """Yield the events of one run, `Asked` first and `Decided` last."""
    at, tuning = tools.now(), tools.tuning
    yield Asked(inquiry=inquiry, caller=caller, at=at, code_version=tools.code_version, policy_version=POLICY_VERSION)
    plan = plan_of(inquiry, today=at[:10])
    yield Planned(plan=plan)
    documents = None if inquiry.document is None else (inquiry.document,)
    eligibility = eligibility_of(caller, as_of=plan.as_of, documents=documents)
    yield Resolved(eligibility=eligibility)
    results = tuple(
        result for part in plan.sub_questions for result in tools.search(eligibility, part, tuning.per_channel)
    )
    yield Retrieved(channels=results)
    terms = question_terms(inquiry.question.text, tools.weights(eligibility, inquiry.question))
    scored = _score(results, eligibility, inquiry.question, terms, tools)
    scored = _follow_supersession(scored, plan, eligibility, terms, tools)
    place = Place(k=inquiry.k, depth=max(inquiry.k, tuning.depth), threshold=tuning.blend.threshold)
    candidates, chosen = choose(scored, place=place)
    yield Selected(candidates=candidates)
    confirmed = tools.confirm(eligibility, tuple(one.fused.chunk for one, _ in chosen))
    packets = _pack(chosen, confirmed, caller.tenant)
    yield Packed(packets=packets)
    readings = {one.fused.chunk: one.reading for one, _ in chosen if one.reading is not None}
    claims = _quote(packets, inquiry.question, terms, readings, tools)
    yield Drafted(voice="quotation", claims=claims)
    findings = run_checks(claims, packets, confirmed=confirmed, required=DETERMINISTIC)
    yield Checked(findings=findings)
    given = _gate_input(claims, findings, plan, packets, results, tuning)
    decision = decide(given)
    yield Decided(decision=decision, released=released(decision, claims, findings, required=DETERMINISTIC))


def _score(
    results: Sequence[ChannelResult], eligibility: Eligibility, asked: Sealed, terms: QuestionTerms, tools: AskTools
) -> tuple[Scored, ...]:
    """Fuse the channels, fetch the best candidates, score them and read the best of those."""
    blend = tools.tuning.blend
    fused = reciprocal_rank(results, k=blend.k, weights=blend.weights)[: tools.tuning.fetched]
    fetched = tools.fetch(eligibility, tuple(one.chunk for one in fused)) if fused else ()
    scored = score_candidates(fused, {passage.chunk: passage for passage in fetched}, terms, blend)
    if tools.read is None or blend.reread is None or not scored:
        return scored
    best = [one.passage for one in scored[: blend.read]]
    readings = tools.read(asked, tuple(Sealed(read_text(passage), passage.document) for passage in best))
    return rescored(scored, dict(zip((passage.chunk for passage in best), readings, strict=True)), blend)


def _follow_supersession(
    scored: tuple[Scored, ...],
    plan: Plan,
    eligibility: Eligibility,
    terms: QuestionTerms,
    tools: AskTools,
) -> tuple[Scored, ...]:
    """Ask the readable successors of superseded candidates the same question, and put them first (C3)."""
    uris = tuple(dict.fromkeys(one.passage.uri for one in scored if one.passage.freshness is not Freshness.ACTIVE))
    successors = dict(tools.succeed(eligibility, uris)) if uris else {}
    wanted = frozenset(successors.values())
    if eligibility.documents is not None or not wanted:
        return scored
    narrowed = replace(eligibility, documents=wanted)
    results = tuple(
        result for part in plan.sub_questions for result in tools.search(narrowed, part, tools.tuning.fetched)
    )
    asked = plan.sub_questions[0].text
    return retargeted(scored, successors, _score(results, narrowed, asked, terms, tools))


def _pack(chosen: Sequence[tuple[Scored, bool]], confirmed: frozenset[str], tenant: str) -> tuple[EvidencePacket, ...]:
    """Make packets of what is still eligible."""
    kept = [(one, selected) for one, selected in chosen if one.fused.chunk in confirmed]
    return tuple(
        packet_of(
            one.passage,
            rank=rank,
            score=one.relevance,
            selected=selected,
            sub_question=0,
            rationale=", ".join(f"{channel} rank {place}" for channel, _, place in one.fused.ranks),
            tenant=tenant,
        )
        for rank, (one, selected) in enumerate(kept, start=1)
    )


def _quote(
    packets: Sequence[EvidencePacket],
    asked: Sealed,
    terms: QuestionTerms,
    readings: Mapping[str, Reading],
    tools: AskTools,
) -> tuple[Claim, ...]:
    """Return the claim that quotes the best unit, or none where there is nothing to quote."""
    ranked = rank_units(
        packets,
        asked=asked,
        question=terms,
        similarity=tools.similarity,
        order=tools.tuning.order,
        readings=readings,
    )
    if not ranked:
        return ()
    support = tools.tuning.support.probability(support_features(ranked))
    return (quoted_claim(ranked[0], support=support),)


def _gate_input(
    claims: tuple[Claim, ...],
    findings: tuple[Finding, ...],
    plan: Plan,
    packets: tuple[EvidencePacket, ...],
    results: Sequence[ChannelResult],
    tuning: Tuning,
) -> GateInput:
    survivors = deciding(claims, findings, DETERMINISTIC)
    share = coverage(survivors, plan.sub_questions).share
    return GateInput(
        claims=claims,
        findings=findings,
        required=DETERMINISTIC,
        questions=plan.sub_questions,
        confidence=confidence_of(survivors, findings, covered=share),
        any_evidence=any(packet.selected for packet in packets),
        superseded_only=superseded_only(survivors, packets),
        degraded=tuple(result.channel for result in results if result.failure is not None),
        stance_pending=True,
        thresholds=tuning.thresholds,
    )
