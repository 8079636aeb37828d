"""The unit of retrieval: a span of a version, with the context that makes it understandable."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.documents import StructuralRef


class ChunkKind(StrEnum):
    """What a chunk is made of.

    TABLE: one table or some rows of one, with its heading, caption, notes and exceptions, no other
    prose. CODE: nothing but code and its heading. PROSE: everything else, short code blocks included.
    """

    PROSE = "prose"
    TABLE = "table"
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A span `[start, end)` of the canonical text plus what it needs to be understood.

    The quotable text is exactly `document.text[start:end]`. `section` is the chain of structural
    names from the top. `parent` is the span of the section the chunk was cut from; it contains the
    chunk. `tokens` counts the encoder's word pieces of the quotable text. `page` is the number of the
    page on which the chunk starts.

    Three spans may lie outside the quotable text, each None where there is nothing to add:
    `header` is the caption and header rows of a table whose later rows this is; `lead_in` is the end
    of the paragraph that introduces the list, table or code; `qualifier` is the exception or note
    that limits what the chunk says and did not fit beside it: show both or neither (E6).

    `items` are the items of lists in the chunk whose markers are no text, as in a page: `(start, end, lead start, lead
    end)`, once for each sentence or item that leads into them, outermost first.

    For a TABLE chunk `table_number` counts the document's tables from 1 and `rows` is the half-open
    range of its grid rows from 0, header rows counted.
    """

    start: int
    end: int
    kind: ChunkKind
    section: tuple[StructuralRef, ...]
    parent: tuple[int, int]
    tokens: int
    header: tuple[int, int] | None = None
    lead_in: tuple[int, int] | None = None
    qualifier: tuple[int, int] | None = None
    page: int | None = None
    table_number: int | None = None
    rows: tuple[int, int] | None = None
    items: tuple[tuple[int, int, int, int], ...] = ()
