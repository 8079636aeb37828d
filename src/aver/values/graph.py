"""What the text of one document says about other things: entities and typed relations, each with its span (D3).

Everything here is read off one document alone, so it has that document's readers and goes with it. Which document
another one's name means is decided at question time, among the documents that the caller may read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class EntityKind(StrEnum):
    """What a relation points at: a numbered name or code, a defined term, an acronym, a catalogue entry, a file."""

    IDENTIFIER = "identifier"
    TERM = "term"
    ACRONYM = "acronym"
    CATALOGUED = "catalogued"
    FILE = "file"


class RelationKind(StrEnum):
    """How a document stands to what it points at. NAMED: the question named it; COMMUNITY: it stands among others."""

    CITES = "cites"
    SUPERSEDES = "supersedes"
    SUPERSEDED_BY = "superseded_by"
    DEFINES = "defines"
    MENTIONS = "mentions"
    NAMED = "named"
    COMMUNITY = "community"


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """One relation as `text[start:end)` of the document states it.

    `target` is a folded name (`aver.stages.graph.naming`); for a FILE it is the path or number as written, which
    means something only beside the document's own uri. `subject` is the folded name of what supersedes or is superseded
    where that isn't the document itself. `means` is the folded long form of an acronym that is defined.
    """

    kind: RelationKind
    of: EntityKind
    target: str
    start: int
    end: int
    subject: str = ""
    means: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentGraph:
    """What one document states. `title` is its folded title where that stands at `title_span` of its text, else "".

    `left_out` counts the places beyond the bounds of `aver.stages.graph.reading`.
    """

    title: str
    title_span: tuple[int, int] | None
    relations: tuple[Relation, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One edge of a way: how the document `source` stands to the document `target`.

    `within` is the document whose `text[start:end)` says so. `source` is "" where the question itself names the target.
    There are no words in it: a way can be kept when text is erased.
    """

    kind: RelationKind
    source: str
    target: str
    within: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """The edges that led to a chunk, in order."""

    chunk: str
    steps: tuple[Step, ...]
