"""What a document stands for: the part a passage plays in its argument, and where the document ends up.

A passage doesn't speak for its document: authors state the view they are about to refute as strongly as
they can. The names of roles and stances are fixed by requirement G2.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ArgumentativeRole(StrEnum):
    """What a passage is doing in the argument of its document."""

    AUTHOR_POSITION = "AUTHOR_POSITION"
    STEELMAN_REFUTED_LATER = "STEELMAN_REFUTED_LATER"
    CITED_EXTERNAL_VIEW = "CITED_EXTERNAL_VIEW"
    QUALIFIED_CLAIM = "QUALIFIED_CLAIM"
    BACKGROUND_FACTUAL = "BACKGROUND_FACTUAL"
    UNCLEAR = "UNCLEAR"


class DocumentStance(StrEnum):
    """What a document as a whole holds on what is asked."""

    SUPPORTS = "SUPPORTS"
    REJECTS = "REJECTS"
    NEUTRAL = "NEUTRAL"
    MIXED = "MIXED"
    OFF_TOPIC = "OFF_TOPIC"


@dataclass(frozen=True, slots=True, kw_only=True)
class StanceSpan:
    """A sentence that decides: canonical code points, the named titles above it, and how surely it decides.

    `strength` is a calibrated probability in [0, 1]; synthetic titles never stand in `section`.
    """

    start: int
    end: int
    section: tuple[str, ...] = ()
    strength: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stance:
    """The verdict on one passage in the light of its document, for one question or claim.

    `confidence` is the calibrated probability that `document_stance` is right. `refuting` are the
    sentences that turn the view down, strongest first; `qualifying` those that limit or defer it.
    """

    document: str
    document_stance: DocumentStance
    role: ArgumentativeRole
    confidence: float
    refuting: tuple[StanceSpan, ...] = ()
    qualifying: tuple[StanceSpan, ...] = ()
    probabilities: tuple[tuple[DocumentStance, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class InContext:
    """A passage as it stands in its document, whitespace single: what a model reads that says what it is doing there.

    `title` are the named titles above it; `before` and `after` its neighbours in the section, in their order;
    `elsewhere` the sentences of the rest of the document that are most about the question, the nearest first.
    """

    title: str
    before: tuple[str, ...]
    passage: tuple[str, ...]
    after: tuple[str, ...]
    elsewhere: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The stance found for what one claim quotes; None where none was judged.

    `settled` says whether it was judged surely enough to be stated; else it can only hold an answer back. `examined` is
    how likely the document goes on to examine what is quoted, whatever comes of that; 0 where nothing says so.
    """

    claim: int
    stance: Stance | None
    settled: bool = False
    examined: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionScope:
    """One stretch of a document under the same titles: `[start, end)`, the named titles, and its part.

    `part` names what the innermost telling title says the stretch is for ("turned_down", "open",
    "others", "own", "background"), "" where no title tells.
    """

    start: int
    end: int
    titles: tuple[str, ...]
    part: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """One sentence of a document with what it signals.

    `section` is a position in `Lifelines.sections`, `thread` the lifeline it belongs to. `about` is the
    position of the mention that a phrase like "this proposal" points back to, None where it points
    nowhere. `signals` are positions in `aver.stages.stance.signals.SIGNALS` that hold.
    """

    start: int
    end: int
    section: int
    thread: int
    about: int | None
    signals: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifelines:
    """The mentions of a document, linked into lifelines, with one vector each.

    `vectors` holds len(mentions) rows and then len(sections) rows for the innermost titles, `dimension`
    signed bytes each, 127 times the components of a unit vector. `status` is the part that the
    document's own status field plays: "turned_down", "open", "own" or "". `producer` names the code and
    the encoder that made them; lifelines of another producer are not read.
    """

    producer: str
    status: str
    dimension: int
    sections: tuple[SectionScope, ...]
    mentions: tuple[Mention, ...]
    vectors: bytes
