"""What each layer of a document asserts, in its own sentences: section, chapter, document (A3, A6).

A summary is made of sentences of the source, each with its span and what the author does with it, so that
nothing in it is worded by us. Where a chat model worded one, its text stands beside the sentences it
rests on and the origin says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.documents import StructuralRef

REJECTED_MARK = "Rejected:"
"""Stands before what a summary as text says is turned down."""


class SentenceRole(StrEnum):
    """What the author does with a sentence: states it, concludes it, turns it down, or reports it."""

    ASSERTED = "asserted"
    CONCLUDED = "concluded"
    REJECTED = "rejected"
    BACKGROUND = "background"


class SummaryOrigin(StrEnum):
    """Whose words a summary is made of."""

    AUTHOR_ABSTRACT = "author_abstract"
    EXTRACTED = "extracted"
    MODEL = "model"


@dataclass(frozen=True, slots=True, kw_only=True)
class SummarySentence:
    """A sentence of the source: canonical span, its words on one line, its role."""

    start: int
    end: int
    text: str
    role: SentenceRole


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionSummary:
    """What a section asserts. `section` is the chain of names from the top, `chapter` its chapter's position."""

    section: tuple[StructuralRef, ...]
    chapter: int
    start: int
    end: int
    origin: SummaryOrigin
    sentences: tuple[SummarySentence, ...]
    wording: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterSummary:
    """What a chapter asserts, from the summaries of its sections."""

    ref: StructuralRef
    start: int
    end: int
    origin: SummaryOrigin
    sentences: tuple[SummarySentence, ...]
    wording: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentSummary:
    """What a document asserts, from its chapters or in its author's abstract.

    `standing` is the line of the front matter that says where the document is in its life ("Status:
    Rejected"): REJECTED when it no longer stands, ASSERTED when it is in force, BACKGROUND otherwise.
    """

    origin: SummaryOrigin
    sentences: tuple[SummarySentence, ...]
    standing: SummarySentence | None = None
    wording: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summaries:
    """Every layer of one document in document order; layers that state nothing are left out."""

    document: DocumentSummary
    chapters: tuple[ChapterSummary, ...]
    sections: tuple[SectionSummary, ...]


AnySummary = SectionSummary | ChapterSummary | DocumentSummary


def worded(summary: AnySummary) -> str:
    """Return a summary as text: the model's wording, or its sentences with what is turned down marked as such."""
    if summary.wording:
        return summary.wording
    return " ".join(
        f"{REJECTED_MARK} {one.text}" if one.role is SentenceRole.REJECTED else one.text for one in summary.sentences
    )
