"""How frozen claims bear on an inquiry: what forbids it, what answers it, what only a person may answer (J, I3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.evidence import Passage
from aver.values.inquiry import Missing
from aver.values.sealed import Sealed


class Bearing(StrEnum):
    """What a frozen claim does to an inquiry.

    `REPLIES` is an expert's answer to this very question. `FORBIDS` and `REDIRECTS` are walls. `WAITS` is a fact that
    would answer if parameters that nobody stated were known, `UNREAD` a claim whose predicates the pack can't read:
    nothing follows from it, and that is said.
    """

    ANSWERS = "answers"
    REPLIES = "replies"
    FORBIDS = "forbids"
    REDIRECTS = "redirects"
    NEEDS_EXPERT = "needs_expert"
    WAITS = "waits"
    UNREAD = "unread"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSpan:
    """Half-open code points `[start, end)` of a passage's document, inside the passage."""

    passage: Passage
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bears:
    """A frozen claim and how it bears on an inquiry.

    `own` is the claim as a document of its own, `cited` what it rests on where one passage holds the quote.
    `authored` says that a person worded it. `target` is the variant that a wall names, None where it names none or
    where something stands against that one too. `beside` are the facts that it answers together with. `weighed` are
    the parameters its predicates were judged by, `missing` those that it waits for.
    """

    claim: str
    number: int
    bearing: Bearing
    own: CitedSpan
    cited: tuple[CitedSpan, ...] = ()
    authored: bool = True
    target: Sealed | None = None
    beside: tuple[str, ...] = ()
    weighed: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()
