"""Atomic, decontextualised statements, each tied to the exact span it came from (A7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.documents import StructuralRef


class DropReason(StrEnum):
    """Why a span gave no proposition.

    NOT_A_STATEMENT: a question, a fragment without a verb, an introduction that ends in a colon.
    UNRESOLVED: it begins with a pronoun and nothing in its block says what that means.
    UNGROUNDED: the statement has a word that doesn't stand, in order, in the spans named as its sources.
    """

    NOT_A_STATEMENT = "not_a_statement"
    UNRESOLVED = "unresolved"
    UNGROUNDED = "ungrounded"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposition:
    """One statement that can be understood and checked by itself; spans are canonical code points.

    `[start, end)` is the clause or sentence it came from. `statement` is made of the words of `sources`
    and no others: the spans it was composed from, in the order of the statement. Spans of `sources` outside
    `[start, end)` are what had to be imported: `subject` for a pronoun or a left-out subject, `context` for
    an introduction or a sentence it refers to, and `qualifiers`. A qualifier is a condition or exception
    of its own sentence, whose words stand in the statement, or the sentence after it that limits it, whose
    words don't: show both or neither (E6). `section` is the heading path.
    """

    start: int
    end: int
    statement: str
    sources: tuple[tuple[int, int], ...]
    subject: tuple[int, int] | None = None
    context: tuple[int, int] | None = None
    qualifiers: tuple[tuple[int, int], ...] = ()
    section: tuple[StructuralRef, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """A span that gave no proposition, and why."""

    start: int
    end: int
    reason: DropReason


@dataclass(frozen=True, slots=True, kw_only=True)
class Propositions:
    """What was found in a document or a part of it, in order, and what had to be left."""

    found: tuple[Proposition, ...]
    dropped: tuple[Dropped, ...] = ()

    def count(self, reason: DropReason) -> int:
        """Return how many spans were dropped for `reason`."""
        return sum(one.reason is reason for one in self.dropped)
