"""Who speaks in a deliberation, what each may see, and what they say.

The critic is kept from the evidence by type: `MacroView` holds document and chapter summaries and
nothing else can be put into it, so a view of sections or passages does not type-check and does not run.
What the critic hears of the draft are `Position`s: a claim's own words, without its quotes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.answers import Citation
from aver.values.chat import ChatFailureKind
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed


class EvidenceAccess(StrEnum):
    """How much of the documents a voice was shown (M6)."""

    FULL_HIERARCHY = "FULL_HIERARCHY"
    MACRO_ONLY = "MACRO_ONLY"
    FULL_HIERARCHY_PLUS_DEBATE = "FULL_HIERARCHY_PLUS_DEBATE"


class Voice(StrEnum):
    """Who speaks; the drafter writes alone, outside a deliberation.

    The inquirer only reads a question, the reworder words it for searching, the grader says which passages help.
    """

    PROPOSER = "proposer"
    CRITIC = "critic"
    SYNTHESISER = "synthesiser"
    DRAFTER = "drafter"
    INQUIRER = "inquirer"
    REWORDER = "reworder"
    GRADER = "grader"


class MacroLevel(StrEnum):
    """The layers a critic may see."""

    DOCUMENT = "document"
    CHAPTER = "chapter"


@dataclass(frozen=True, slots=True, kw_only=True)
class MacroSummary:
    """What a document or a chapter asserts; `title` is None where the source has no name for it."""

    id: str
    document: str
    level: MacroLevel
    title: Sealed | None
    text: Sealed


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalSummary:
    """What a section asserts; `title` is None where the source has no name for it."""

    id: str
    document: str
    title: Sealed | None
    text: Sealed


@dataclass(frozen=True, slots=True, kw_only=True)
class MacroView:
    """All that a critic sees of the documents. Raises TypeError for anything but macro summaries."""

    summaries: tuple[MacroSummary, ...]

    def __post_init__(self) -> None:
        for summary in self.summaries:
            if type(summary) is not MacroSummary or not isinstance(summary.level, MacroLevel):
                raise TypeError(f"a critic sees document and chapter summaries, not {type(summary).__name__}")

    def summary(self, name: str) -> MacroSummary | None:
        """Return the summary with that id, or None."""
        return next((known for known in self.summaries if known.id == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class FullView:
    """What proposer and synthesiser see: every layer of summary, and the evidence."""

    macro: MacroView
    sections: tuple[LocalSummary, ...]
    packets: tuple[EvidencePacket, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A claim as the critic hears it: its number, its own words, and the documents it speaks of."""

    claim: int
    text: Sealed
    documents: tuple[str, ...]


class ChallengeKind(StrEnum):
    """What a critic may hold against a claim."""

    CONTRADICTED = "contradicted"
    QUALIFIED = "qualified"
    OVERREACHED = "overreached"


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """A doubt about a claim, resting on `quote` in the summary with id `summary` ("": on none that exists)."""

    number: int
    claim: int
    kind: ChallengeKind
    summary: str
    quote: Sealed
    reason: Sealed


class Grounds(StrEnum):
    """Why a challenge was accepted (the first two) or rejected."""

    SUMMARY_DISAGREES = "summary_disagrees"
    NOT_REBUTTED = "not_rebutted"
    REBUTTED = "rebutted"
    UNGROUNDED = "ungrounded"
    REFUTATION_STANDS = "refutation_stands"
    NO_SUCH_CLAIM = "no_such_claim"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What became of a challenge; `citation` is the evidence that rebuts it, `reason` the synthesiser's words."""

    challenge: int
    accepted: bool
    grounds: Grounds
    reason: Sealed
    citation: Citation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refutation:
    """A span `[start, end)` of a document in which the document itself refutes a proposition."""

    document: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceFailure:
    """A voice that could not be heard: what its last attempt failed on, and how many calls were made."""

    voice: Voice
    kind: ChatFailureKind
    attempts: int
