"""What is indexed for a chunk: where it stands, what introduces it, and its own words.

Only names that stand in the source are rendered; a name that the parser made up never is (A3).
"""

from __future__ import annotations

from typing import assert_never

from aver.values.chunks import Chunk
from aver.values.documents import Document, Named, StructuralRef, Synthetic

SEPARATOR = " > "
"""Joins the titles of a section path (definitions.md, "Section path")."""


def context_of(document: Document, chunk: Chunk) -> str:
    """Return the title and the named section path of `chunk` joined by " > "; "" where there is neither."""
    return render_path(document.title, chunk.section)


def indexed_text(document: Document, chunk: Chunk) -> str:
    """Return context, lead-in, header rows and quotable text, one per line, empty parts left out."""
    spans = (chunk.lead_in, chunk.header, (chunk.start, chunk.end))
    parts = (context_of(document, chunk), *(document.text[s[0] : s[1]] for s in spans if s is not None))
    return "\n".join(part for part in parts if part)


def render_path(title: str, section: tuple[StructuralRef, ...]) -> str:
    """Return `title` and the names of `section` joined; a top section that repeats the title is named once."""
    names = [name for name in map(name_of, section) if name]
    title = " ".join(title.split())
    if title and (not names or names[0].casefold() != title.casefold()):
        names.insert(0, title)
    return SEPARATOR.join(names)


def name_of(ref: StructuralRef) -> str | None:
    """Return the title of a named reference on one line, None for a synthetic one."""
    match ref:
        case Named(title=title):
            return " ".join(title.split())
        case Synthetic():
            return None
        case _:
            assert_never(ref)
