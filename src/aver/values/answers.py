"""Claims, what was found about them, and the decision about the whole.

An answer is a list of claims with citations; prose is rendered last, from the log. A decision is a
closed union: match it exhaustively.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from aver.values.sealed import Sealed


class ClaimKind(StrEnum):
    """Where a claim's words come from (definitions.md)."""

    QUOTE = "quote"
    EXTRACTED = "extracted"
    COMPUTED = "computed"
    AUTHORED = "authored"


class Verdict(StrEnum):
    """What a check says; a released claim has no `fail` and no `not_run` among its required checks."""

    PASS = "pass"
    FAIL = "fail"
    DOUBT = "doubt"
    NOT_RUN = "not_run"


class Reason(StrEnum):
    """Why a decision is what it is; a reason reveals nothing ineligible."""

    NO_EVIDENCE = "no_evidence"
    INSUFFICIENT = "insufficient"
    SUPERSEDED = "superseded"
    CONFLICT = "conflict"
    FORCE = "force"
    WALL = "wall"
    COMPUTED = "computed"
    LOW_CONFIDENCE = "low_confidence"
    AMBIGUOUS = "ambiguous"
    NEEDS_EXPERT = "needs_expert"
    DEGRADED = "degraded"
    STANCE_PENDING = "stance_pending"
    OFF_TOPIC = "off_topic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """Where a claim stands: `quote` equals the version's canonical text at `[start, end)`, always.

    `cell_range` is sealed because the name of a sheet is text of the document.
    """

    packet: str
    document: str
    version: str
    chunk: str
    uri: str
    title: Sealed
    section_path: Sealed
    start: int
    end: int
    quote: Sealed
    page: int | None = None
    cell_range: Sealed | None = None
    levels: tuple[str, ...] = ("document", "section", "chunk", "span", "version")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One atomic statement; `sub_question` is the part of the question it answers."""

    number: int
    text: Sealed
    kind: ClaimKind
    citations: tuple[Citation, ...]
    sub_question: int = 0
    support: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one check says about one claim."""

    claim: int
    check: str
    verdict: Verdict
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """Three confidences in [0, 1], never blended (I1)."""

    extraction: float
    grounding: float
    answer: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Every required part is answered by released claims."""

    confidence: Confidence
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Partial:
    """Some parts are answered; `gaps` are the numbers of the sub-questions that aren't."""

    confidence: Confidence
    reasons: tuple[Reason, ...]
    gaps: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarification:
    """A question back: the parameter that is missing and the choices the evidence offers."""

    parameter: str
    question: str
    choices: tuple[Sealed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarify:
    """A deciding parameter is missing."""

    confidence: Confidence
    reasons: tuple[Reason, ...]
    questions: tuple[Clarification, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Redirect:
    """A wall stands here and names the variant to go to."""

    confidence: Confidence
    reasons: tuple[Reason, ...]
    variant: Sealed
    citation: Citation


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflicting:
    """Admissible evidence disagrees; both sides are shown. `packets` are the packet ids of the sides."""

    confidence: Confidence
    reasons: tuple[Reason, ...]
    packets: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstain:
    """Nothing is released."""

    confidence: Confidence
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Escalate:
    """A person decides."""

    confidence: Confidence
    reasons: tuple[Reason, ...]


Decision: TypeAlias = Answered | Partial | Clarify | Redirect | Conflicting | Abstain | Escalate
