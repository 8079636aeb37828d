"""The JSON form of a verification: what `POST /v1/verify` answers and `aver verify --json` prints."""

from __future__ import annotations

from typing import Any

from aver.stages.wire import citation_json
from aver.values.verification import CheckedCitation, Level, Verification, VerifiedClaim


def verification_json(given: Verification) -> dict[str, Any]:
    """Return `given` as plain JSON; claims stand in the order of the answer."""
    released = sum(one.released for one in given.claims)
    return {
        "released": released,
        "withheld": len(given.claims) - released,
        "profile": given.profile,
        "scorer": given.scorer,
        "citation_recall": given.citation_recall,
        "citation_precision": given.citation_precision,
        "claims": [_claim(one) for one in given.claims],
        "left_out": list(given.left_out),
        "unread_units": given.unread,
    }


def _claim(one: VerifiedClaim) -> dict[str, Any]:
    return {
        "text": one.text,
        "verdict": one.verdict.value,
        "axis": one.axis,
        "released": one.released,
        "score": one.score,
        "entailed": one.entailed,
        "citations": [_checked(citation) for citation in one.citations],
        "evidence": [citation_json(citation) for citation in one.evidence],
        "findings": [
            {"check": found.check, "verdict": found.verdict.value, "reason": found.reason} for found in one.findings
        ],
        "excesses": [{"axis": f.axis, "words": f.words, "evidence": f.evidence} for f in one.excesses],
        "weaker": one.weaker,
        "elsewhere": [citation_json(citation) for citation in one.elsewhere],
        "against": [citation_json(citation) for citation in one.against],
    }


def _checked(one: CheckedCitation) -> dict[str, Any]:
    return {
        "source": one.given.source,
        "quote": one.given.quote,
        "resolved": None if one.resolved is None else citation_json(one.resolved),
        "levels": [level.value for level in Level if level in one.levels],
        "needed": one.needed,
    }
