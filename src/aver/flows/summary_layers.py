"""Stored summaries as a deliberation sees them: document and chapters for every voice, sections for those that may.

Ids are short, since prompts repeat them: `d2` is the second document asked for, `d2c1` its first chapter,
`d2s4` its fourth section. A synthetic name is no title (A3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aver.flows.enrichers import StoredSummaries, summaries_of
from aver.stages.chunking.render import name_of
from aver.store.store import Store
from aver.values.deliberation import LocalSummary, MacroLevel, MacroSummary
from aver.values.documents import StructuralRef
from aver.values.governance import Eligibility
from aver.values.sealed import Sealed
from aver.values.summaries import DocumentSummary, worded

Layers = tuple[MacroSummary | LocalSummary, ...]


def summary_layers(store: Store, *, producer: str) -> Callable[[Eligibility, tuple[str, ...]], Layers]:
    """Return what reads the layers of the eligible ones of some documents; those not enriched yet have none."""

    def read(eligible: Eligibility, documents: tuple[str, ...]) -> Layers:
        found = {one.document: one for one in summaries_of(store, documents, eligible=eligible, producer=producer)}
        numbered = enumerate(documents, start=1)
        return tuple(
            layer
            for number, document in numbered
            if document in found
            for layer in _layers(f"d{number}", found[document])
        )

    return read


def _layers(name: str, stored: StoredSummaries) -> Iterator[MacroSummary | LocalSummary]:
    """Yield the document's summary with the line that says how it stands, then chapters, then sections."""
    if stored.summaries is None:
        return
    owner = stored.document
    whole = Sealed(_with_standing(stored.summaries.document), owner)
    yield MacroSummary(id=name, document=owner, level=MacroLevel.DOCUMENT, title=None, text=whole)
    for number, chapter in enumerate(stored.summaries.chapters, start=1):
        yield MacroSummary(
            id=f"{name}c{number}",
            document=owner,
            level=MacroLevel.CHAPTER,
            title=_title(chapter.ref, owner),
            text=Sealed(worded(chapter), owner),
        )
    for number, section in enumerate(stored.summaries.sections, start=1):
        title = _title(section.section[-1], owner)
        yield LocalSummary(id=f"{name}s{number}", document=owner, title=title, text=Sealed(worded(section), owner))


def _with_standing(summary: DocumentSummary) -> str:
    standing = summary.standing
    return worded(summary) if standing is None else f"{standing.text}. {worded(summary)}"


def _title(ref: StructuralRef, owner: str) -> Sealed | None:
    name = name_of(ref)
    return None if name is None else Sealed(name, owner)
