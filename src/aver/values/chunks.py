"""The unit of retrieval: a span of a version, with the context that makes it understandable."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.documents import StructuralRef


class ChunkKind(StrEnum):
    """What a chunk is made of; a table or code chunk never mixes with prose."""

    PROSE = "prose"
    TABLE = "table"
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A span `[start, end)` of the canonical text plus what it needs to be understood.

    The quotable text is exactly `document.text[start:end]`. `section` is the chain of structural
    names from the top; `header` is a span whose text must accompany this one (the header rows of a
    split table), `lead_in` the paragraph that introduces a list. `parent` is the span of the section
    the chunk was cut from. `tokens` counts the encoder's word pieces of the quotable text.
    """

    start: int
    end: int
    kind: ChunkKind
    section: tuple[StructuralRef, ...]
    parent: tuple[int, int]
    tokens: int
    header: tuple[int, int] | None = None
    lead_in: tuple[int, int] | None = None
    page: int | None = None
    table_number: int | None = None
    rows: tuple[int, int] | None = None
