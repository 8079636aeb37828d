"""A document's summaries as a deliberation shows them: two macro layers, and the one below them.

Ids name a place in the hierarchy (`doc_1/chapter/2`), so a challenge can point at what it rests on. A
synthetic name is no name (A3).
"""

from __future__ import annotations

from typing import assert_never

from aver.values.deliberation import LocalSummary, MacroLevel, MacroSummary
from aver.values.documents import Named, StructuralRef, Synthetic
from aver.values.sealed import Sealed
from aver.values.summaries import Summaries, worded


def layers_of(document: str, summaries: Summaries) -> tuple[MacroSummary | LocalSummary, ...]:
    """Return the layers of a document that assert anything, the document first; `document` is its id."""
    whole = summaries.document
    said = "\n\n".join(part for part in (whole.standing.text if whole.standing else "", worded(whole)) if part)
    chapters = [
        _macro(document, f"chapter/{number}", MacroLevel.CHAPTER, _title(document, one.ref), worded(one))
        for number, one in enumerate(summaries.chapters)
    ]
    sections = [
        LocalSummary(
            id=f"{document}/section/{number}",
            document=document,
            title=_title(document, *one.section),
            text=Sealed(worded(one), document),
        )
        for number, one in enumerate(summaries.sections)
    ]
    top = _macro(document, "document", MacroLevel.DOCUMENT, None, said)
    layers: tuple[MacroSummary | LocalSummary, ...] = (top, *chapters, *sections)
    return tuple(layer for layer in layers if layer.text.text)


def _macro(document: str, place: str, level: MacroLevel, title: Sealed | None, text: str) -> MacroSummary:
    return MacroSummary(
        id=f"{document}/{place}", document=document, level=level, title=title, text=Sealed(text, document)
    )


def _title(document: str, *names: StructuralRef) -> Sealed | None:
    named = [title for name in names if (title := _named(name))]
    return Sealed(" > ".join(named), document) if named else None


def _named(name: StructuralRef) -> str:
    match name:
        case Named(title=title):
            return title
        case Synthetic():
            return ""
        case _:
            assert_never(name)
