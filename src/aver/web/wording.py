"""Codes in plain words: what was decided, what was checked, where a claim is in its life."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from aver.stages.render import failing
from aver.values.answers import Decision, Finding, Verdict
from aver.values.claims import ClaimState, StoredKind, Why
from aver.values.conflicts import ConflictKind
from aver.values.jobs import Job
from aver.values.stance import ArgumentativeRole, DocumentStance

HEADINGS: Mapping[str, str] = MappingProxyType(
    {
        "ANSWER": "Answered",
        "PARTIAL": "Answered in part",
        "CLARIFY": "One thing first",
        "REDIRECT": "Not this one",
        "CONFLICT": "The sources disagree",
        "ABSTAIN": "No answer",
        "ESCALATE": "A person has to decide",
    }
)
"""The heading of each outcome."""
MEANING: Mapping[str, str] = MappingProxyType(
    {
        "ANSWER": "Every statement below rests on words of documents that you may read.",
        "PARTIAL": "What is below rests on the documents. A part of the question stays open.",
        "CLARIFY": "The answer depends on what is asked below. Nothing is guessed.",
        "REDIRECT": "A rule stands against it, and names where to look instead.",
        "CONFLICT": "They can't all hold. Nothing here says which of them is right.",
    }
)
"""What an outcome that shows something means; for the others the reasons say it."""
_ROLES = {
    ArgumentativeRole.AUTHOR_POSITION: "the author's own position",
    ArgumentativeRole.STEELMAN_REFUTED_LATER: "a view put strongly and refuted later",
    ArgumentativeRole.CITED_EXTERNAL_VIEW: "somebody else's view, cited",
    ArgumentativeRole.QUALIFIED_CLAIM: "a claim with limits",
    ArgumentativeRole.BACKGROUND_FACTUAL: "background",
    ArgumentativeRole.UNCLEAR: "unclear",
}
_STANCES = {
    DocumentStance.SUPPORTS: "The document stands behind this",
    DocumentStance.REJECTS: "The document rejects this",
    DocumentStance.NEUTRAL: "The document takes no position",
    DocumentStance.MIXED: "The document holds this in part",
    DocumentStance.OFF_TOPIC: "The document is about something else",
}
_CONFLICTS = {
    ConflictKind.VALUE: "different values",
    ConflictKind.INTERVAL: "ranges that don't meet",
    ConflictKind.POLARITY: "one says yes, another no",
}
_STATES = {
    ClaimState.CANDIDATE: "proposed",
    ClaimState.IN_REVIEW: "in review",
    ClaimState.FROZEN: "live",
    ClaimState.UNFROZEN: "taken out of service",
    ClaimState.REJECTED: "rejected",
    ClaimState.RETIRED: "retired",
}
_KINDS = {
    StoredKind.FACT: "fact",
    StoredKind.CONSTRAINT: "rule",
    StoredKind.REDIRECT: "pointer",
    StoredKind.NEEDS_EXPERT: "for an expert",
}
_WHYS = {Why.CANDIDATE: "proposed", Why.SOURCE_CHANGED: "its source changed"}
_VERDICTS = {Verdict.PASS: "passed", Verdict.FAIL: "failed", Verdict.DOUBT: "in doubt", Verdict.NOT_RUN: "not run"}
_ENDED = {"open": "under way", "decided": "decided", "abandoned": "search only", "failed": "failed"}


def role(found: ArgumentativeRole) -> str:
    """Return what a passage does in its document."""
    return _ROLES[found]


def stance(found: DocumentStance) -> str:
    """Return where a document stands."""
    return _STANCES[found]


def conflict(kind: ConflictKind) -> str:
    """Return what can't hold together."""
    return _CONFLICTS[kind]


def state(found: ClaimState) -> str:
    """Return where a version of a claim is in its life."""
    return _STATES[found]


def kind(found: StoredKind) -> str:
    """Return what a claim is for."""
    return _KINDS[found]


def why(found: Why) -> str:
    """Return why a claim waits."""
    return _WHYS[found]


def ended(outcome: str | None, how: str) -> str:
    """Return how a run ended: the heading of its outcome, or how far it came."""
    return _ENDED.get(how, how) if outcome is None else HEADINGS.get(outcome, outcome.lower())


def check(name: str) -> str:
    """Return the name of a check as words."""
    return name.replace("_", " ")


def verdict(found: Finding) -> str:
    """Return what a check came to, and for one that failed what that means."""
    return failing(found.check) if found.verdict is Verdict.FAIL else _VERDICTS[found.verdict]


def tally(findings: tuple[Finding, ...]) -> str:
    """Return how many checks passed; nothing that failed one of its checks is ever released."""
    passed = sum(found.verdict is Verdict.PASS for found in findings)
    return f"{passed} of {len(findings)} checks passed"


def confidences(decision: Decision) -> tuple[tuple[str, float, str], ...]:
    """Return the three confidences, each with what it is about; they are never blended (I1)."""
    found = decision.confidence
    return (
        ("Extraction", found.extraction, "that the documents say it"),
        ("Grounding", found.grounding, "that what was found supports it"),
        ("Answer", found.answer, "that it is what you should be told"),
    )


def job(found: Job) -> str:
    """Return what a job was asked for: a question, the document that was sent, else names of files and folders."""
    asked = dict(found.arguments)
    if asked.get("question"):
        return f"{found.kind.value} {asked['question']}"
    if asked.get("uri"):
        return f"{found.kind.value} {asked['uri']}"
    paths = asked.get("paths")
    names = ", ".join(str(one).rstrip("/").rpartition("/")[2] for one in paths) if isinstance(paths, list) else ""
    return f"{found.kind.value} {names}".strip()


def kinds() -> tuple[tuple[str, str], ...]:
    """Return what claims may be for, each with its name."""
    return tuple((one.value, name) for one, name in _KINDS.items())
