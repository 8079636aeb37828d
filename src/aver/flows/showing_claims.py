"""Claims, what was done to them, and what waits for a person, as the JSON that every edge shows."""

from __future__ import annotations

from typing import Any

from aver.flows.claims import Listed
from aver.flows.review import Accepted, Waiting
from aver.stages.claim_diff import FieldDiff
from aver.stages.claim_quotes import own_words
from aver.values.claims import Citation, ClaimEvent, StoredClaim


def claim_json(claim: StoredClaim) -> dict[str, Any]:
    """Return one version of a claim; an authored one cites itself too, by author and span."""
    content = claim.content
    citations = [_citation(one) for one in content.citations]
    if claim.own is not None and not claim.receipt:
        citations.append({**_citation(own_words(claim)), "author": claim.author})
    return {
        "claim_id": claim.id,
        "version": claim.number,
        "kind": content.kind.value,
        "statement": content.statement,
        "state": claim.state.value,
        "origin": claim.origin.value,
        "author": claim.author,
        "created_at": claim.at,
        "reviewer": claim.reviewer,
        "changed_at": claim.changed_at,
        "supersedes": claim.supersedes,
        "confidence": content.confidence,
        "when": content.when,
        "forbids": content.forbids,
        "target": content.target,
        "citations": citations,
        "erased_by": claim.receipt or None,
    }


def listed_json(one: Listed) -> dict[str, Any]:
    """Return a version with whether it is in service for the caller."""
    return {**claim_json(one.claim), "in_service": one.in_service}


def event_json(event: ClaimEvent) -> dict[str, Any]:
    """Return one act."""
    return {
        "seq": event.seq,
        "version": event.number,
        "act": event.act.value,
        "actor": event.actor,
        "at": event.at,
        "reason": event.reason,
    }


def diff_json(one: FieldDiff) -> dict[str, Any]:
    """Return one field that differs, with runs of words kept (" "), taken out ("-") and put in ("+")."""
    return {"field": one.field, "before": one.before, "after": one.after, "words": [list(run) for run in one.words]}


def waiting_json(one: Waiting) -> dict[str, Any]:
    """Return an item of the queue with its claim; `held_by` is null while nobody holds it."""
    item = one.item
    return {
        "why": item.why.value,
        "queued_at": item.queued_at,
        "held_by": item.leased_by or None,
        "held_until": item.leased_until or None,
        "escalated_by": list(item.escalated_by),
        "remark": one.remark,
        "claim": claim_json(one.claim),
    }


def accepted_json(one: Accepted) -> dict[str, Any]:
    """Return what became of one claim of a batch."""
    error = one.error
    fault = None if error is None else {"kind": type(error).__name__, "message": error.message, "hint": error.hint}
    return {"claim_id": one.name, "claim": None if one.claim is None else claim_json(one.claim), "error": fault}


def _citation(one: Citation) -> dict[str, Any]:
    return {
        "document_id": one.document,
        "uri": one.uri,
        "version_id": one.version,
        "span": [one.start, one.end],
        "quote": one.quote,
    }
