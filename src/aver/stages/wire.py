"""Fold a run into the JSON that every edge shows: the `aver ask --json` object (interface.md).

A run that failed or was abandoned has released nothing: it shows as an abstention whose `degraded` says
where it ended.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from aver.stages.citing import citation_of
from aver.stages.render import render
from aver.stages.standing import packet_holding, verdict_spans
from aver.stages.transcript import Transcript, transcript_of
from aver.values.answers import (
    Abstain,
    Answered,
    Citation,
    Claim,
    Clarify,
    Conflicting,
    Decision,
    Escalate,
    Partial,
    Reason,
    Redirect,
)
from aver.values.conflicts import Side
from aver.values.events import Challenged, Event, Graded, Proposed, Reworded, Suggested, Synthesised
from aver.values.evidence import EvidencePacket
from aver.values.governance import Caller
from aver.values.stance import Stance

OUTCOMES: Mapping[type[Decision], str] = MappingProxyType(
    {
        Answered: "ANSWER",
        Partial: "PARTIAL",
        Clarify: "CLARIFY",
        Redirect: "REDIRECT",
        Conflicting: "CONFLICT",
        Abstain: "ABSTAIN",
        Escalate: "ESCALATE",
    }
)
"""The published name of every decision (interface.md)."""


def ask_json(run_id: str, events: Sequence[Event], *, timings_ms: Mapping[str, float]) -> dict[str, Any]:
    """Return the whole `aver ask --json` object of a run; `timings_ms` are milliseconds per stage."""
    transcript = transcript_of(events)
    return {
        "run_id": run_id,
        "question": str(transcript.asked.inquiry.question) if transcript.asked else "",
        "caller": _caller(transcript.asked.caller) if transcript.asked else {},
        **_parameters(transcript),
        **({} if transcript.replayed_from is None else {"replayed_from": transcript.replayed_from}),
        "decision": _decision(transcript.decision),
        "answer": _answer(transcript, events),
        **_stances(transcript),
        "conflicts": _conflicts(transcript),
        "clarify": _clarify(transcript.decision),
        "redirect": _redirect(transcript.decision),
        "degraded": [{"stage": part.stage, "reason": part.reason} for part in transcript.degraded],
        **({"approximate": list(transcript.approximate)} if transcript.approximate else {}),
        "timings_ms": dict(timings_ms),
        "tokens": _tokens(transcript, events),
    }


_SPENDING = (Reworded, Graded, Proposed, Suggested, Challenged, Synthesised)
"""Events of a chat model, each with what it cost."""


def _tokens(transcript: Transcript, events: Sequence[Event]) -> dict[str, int]:
    """Return the tokens of the evidence, and where a chat model was asked those that it read and wrote."""
    evidence = sum(packet.passage.tokens for packet in transcript.packets if packet.selected)
    spent = [event.usage for event in events if isinstance(event, _SPENDING)]
    if not any(usage.total for usage in spent):
        return {"evidence": evidence}
    return {
        "evidence": evidence,
        "chat_prompt": sum(usage.prompt for usage in spent),
        "chat_completion": sum(usage.completion for usage in spent),
    }


def packets_json(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Return the packets of a run in the order handed to answering, those a gate cut included."""
    return [
        {
            "rank": packet.rank,
            "score": packet.score,
            "uri": packet.passage.uri,
            "document_id": packet.passage.document,
            "section_path": str(packet.passage.section_path),
            "span": {"start": packet.passage.start, "end": packet.passage.end},
            "text": str(packet.passage.text),
            "selected": packet.selected,
        }
        for packet in transcript_of(events).packets
    ]


def outcome_of(decision: Decision) -> str:
    """Return the published name of a decision's outcome."""
    return OUTCOMES[type(decision)]


def _parameters(transcript: Transcript) -> dict[str, Any]:
    """Return what a domain pack read from the question, nothing where none was asked with (B8)."""
    read = transcript.asked.inquiry.parameters if transcript.asked else None
    if read is None:
        return {}
    known = [
        {
            "name": one.parameter,
            "value": str(one.value),
            "spans": [{"start": start, "end": end} for start, end in one.spans],
        }
        for one in read.known
    ]
    open_ = [
        {
            "name": one.parameter,
            "reason": one.doubt,
            "deciding": one.deciding,
            "question": one.question,
            "choices": [str(choice) for choice in one.choices],
        }
        for one in read.open
    ]
    unread = [str(words) for words in read.unread]
    found = {"pack": read.pack, "known": known, "open": open_, "topics": list(read.topics), "unread": unread}
    return {"parameters": found}


def _caller(caller: Caller) -> dict[str, Any]:
    return {
        "user": caller.user,
        "tenant": caller.tenant,
        "principals": sorted(caller.principals),
        "roles": sorted(role.value for role in caller.roles),
        "clearance": caller.clearance,
    }


def _decision(decision: Decision | None) -> dict[str, Any]:
    if decision is None:
        nothing = {"extraction": 0.0, "grounding": 0.0, "answer": 0.0}
        return {"outcome": "ABSTAIN", "reasons": [Reason.DEGRADED.value], "confidence": nothing}
    confidence = decision.confidence
    return {
        "outcome": outcome_of(decision),
        "reasons": [reason.value for reason in decision.reasons],
        "confidence": {
            "extraction": confidence.extraction,
            "grounding": confidence.grounding,
            "answer": confidence.answer,
        },
    }


def _answer(transcript: Transcript, events: Sequence[Event]) -> dict[str, Any] | None:
    if not transcript.released:
        return None
    return {"text": render(events), "claims": [claim_json(transcript, claim) for claim in transcript.released]}


def claim_json(transcript: Transcript, claim: Claim) -> dict[str, Any]:
    """Return a claim with its citations and what the checks found on it (interface.md)."""
    return {
        "text": str(claim.text),
        "kind": claim.kind.value,
        "citations": [citation_json(citation) for citation in claim.citations],
        "findings": [
            {"check": found.check, "verdict": found.verdict.value, "reason": found.reason}
            for found in transcript.findings
            if found.claim == claim.number
        ],
    }


def citation_json(citation: Citation) -> dict[str, Any]:
    """Return a citation as every edge shows it (interface.md)."""
    return {
        "packet_id": citation.packet,
        "document_id": citation.document,
        "uri": citation.uri,
        "version_id": citation.version,
        "title": str(citation.title),
        "page": citation.page,
        "section_path": str(citation.section_path),
        "span": {"start": citation.start, "end": citation.end},
        "quote": str(citation.quote),
        "table_cell_range": None if citation.cell_range is None else str(citation.cell_range),
        "levels": list(citation.levels),
    }


def _stances(transcript: Transcript) -> dict[str, Any]:
    """Return where the document of the first claim stands, and where each document used does, as far as settled."""
    judged = [(one.claim, one.stance) for one in transcript.judgements if one.settled and one.stance is not None]
    shown = [_stance(transcript, claim, stance) for claim, stance in judged]
    return {"stance": shown[0] if shown else None, "stances": shown}


def _stance(transcript: Transcript, claim: int, stance: Stance) -> dict[str, Any]:
    spans = verdict_spans(stance)
    held = [(span, packet_holding(transcript.packets, stance.document, span)) for span in spans]
    return {
        "document_id": stance.document,
        "claim": claim,
        "document_stance_on_query": stance.document_stance.value,
        "argumentative_role_of_best_match": stance.role.value,
        "confidence": stance.confidence,
        "refuting": [citation_json(citation_of(packet, span.start, span.end)) for span, packet in held if packet],
    }


def _conflicts(transcript: Transcript) -> list[dict[str, Any]]:
    if not isinstance(transcript.decision, Conflicting):
        return []
    if not transcript.conflicts:
        sides = [packet for name in transcript.decision.packets if (packet := transcript.packet(name))]
        return [{"packet_ids": list(transcript.decision.packets), "sides": [_side(packet) for packet in sides]}]
    return [
        {
            "packet_ids": [side.packet for side in conflict.sides],
            "kind": conflict.kind.value,
            "attribute": conflict.attribute,
            "sides": [_valued(side, packet) for side in conflict.sides if (packet := transcript.packet(side.packet))],
        }
        for conflict in transcript.conflicts
    ]


def _valued(side: Side, packet: EvidencePacket) -> dict[str, Any]:
    """Return a side with its value, what sets it apart, and the sentence that holds it instead of the passage."""
    text, base = packet.passage.text, packet.passage.start
    return {
        **_side(packet),
        "value": str(side.value),
        "label": str(side.label),
        "span": {"start": side.start, "end": side.end},
        "quote": str(text) if text.erased else text.text[side.start - base : side.end - base],
        "supporting_packet_ids": list(side.packets),
        "independent_origins": side.origins,
    }


def _side(packet: EvidencePacket) -> dict[str, Any]:
    passage = packet.passage
    return {
        "packet_id": packet.packet,
        "document_id": passage.document,
        "uri": passage.uri,
        "version_id": passage.version,
        "title": str(passage.title),
        "section_path": str(passage.section_path),
        "span": {"start": passage.start, "end": passage.end},
        "quote": str(passage.text),
        "freshness": passage.freshness.value,
        "authority": passage.authority,
        "valid_from": passage.valid_from,
        "valid_until": passage.valid_until,
    }


def _clarify(decision: Decision | None) -> list[dict[str, Any]]:
    if not isinstance(decision, Clarify):
        return []
    return [
        {"parameter": asked.parameter, "question": asked.question, "choices": [str(choice) for choice in asked.choices]}
        for asked in decision.questions
    ]


def _redirect(decision: Decision | None) -> dict[str, Any] | None:
    if not isinstance(decision, Redirect):
        return None
    return {"variant": str(decision.variant), "citation": citation_json(decision.citation)}
