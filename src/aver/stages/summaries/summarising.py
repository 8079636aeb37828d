"""The summaries of one document, built from the bottom up, with their vectors (A6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from aver.stages.summaries.hierarchy import ChapterPlace, hierarchy
from aver.stages.summaries.layers import (
    ChapterLayer,
    SectionLayer,
    chapter_layer,
    document_layer,
    section_layer,
    states_findings,
)
from aver.stages.summaries.paragraphs import Encode, ParagraphLayer, embedded, paragraph_layers
from aver.stages.summaries.purposes import STANDING, standing_role
from aver.values.documents import Document, Role
from aver.values.summaries import (
    ChapterSummary,
    DocumentSummary,
    SectionSummary,
    Summaries,
    SummaryOrigin,
    SummarySentence,
    worded,
)

SUMMARISER = "summaries:1"
"""Names what makes summaries; with the encoder's id it is the producer of the stored ones."""

Reword = Callable[[str, Sequence[str]], str | None]
"""(layer, texts of the layer below) -> the summary in a model's words, None where the model gave none."""


Layer = TypeVar("Layer", ChapterSummary, DocumentSummary)


@dataclass(frozen=True, slots=True, kw_only=True)
class Summarised:
    """The summaries of a document and one unit row each: the document's, the chapters', the sections'."""

    summaries: Summaries
    vectors: NDArray[np.float32]


def summarise(document: Document, *, encode: Encode, reword: Reword | None = None) -> Summarised | None:
    """Return the summaries of `document`, None where its prose states nothing.

    `encode` is asked twice: for the sentences that may be chosen, and for the document's summary and whatever
    a model worded; the vector of an extracted chapter or section is the mean of its sentences'. With
    `reword`, each layer above the section is worded from the summaries of the layer below it.
    """
    chapters = hierarchy(document)
    layers = _sections(document, chapters, encode)
    sections = _section_summaries(layers)
    tops = [chapter_layer(found, ref=chapter.ref) for chapter, found in zip(chapters, layers, strict=True)]
    whole = _document_summary(document, layers, tops)
    if not whole.sentences:
        return None
    made = Summaries(document=whole, chapters=tuple(_chapter_summary(one) for one in tops), sections=sections)
    made = _filled(made) if reword is None else _reworded(_filled(made), reword)
    return Summarised(summaries=made, vectors=_rows(made, layers, encode))


def _sections(document: Document, chapters: Sequence[ChapterPlace], encode: Encode) -> list[tuple[SectionLayer, ...]]:
    """Return the sections of each chapter as layers; all their sentences are embedded in one call."""
    places = [place for chapter in chapters for place in chapter.sections]
    read = [paragraph_layers(document, place) for place in places]
    rows = iter(embedded([layer for layers in read for layer in layers], encode))
    by_place = iter([tuple(next(rows) for _ in layers) for layers in read])
    found: list[tuple[SectionLayer, ...]] = []
    for chapter in chapters:
        paired: list[tuple[ParagraphLayer, ...]] = [next(by_place) for _ in chapter.sections]
        found.append(
            tuple(
                section_layer(paragraphs, section=place.section, abstract=place.role is Role.ABSTRACT)
                for place, paragraphs in zip(chapter.sections, paired, strict=True)
            )
        )
    return found


def _rows(made: Summaries, chapters: Sequence[tuple[SectionLayer, ...]], encode: Encode) -> NDArray[np.float32]:
    """Return a unit row (d,) per summary: document, chapters, sections."""
    known = {claim.sentence.start: claim.vector for layers in chapters for layer in layers for claim in layer.claims}
    parts: tuple[ChapterSummary | SectionSummary, ...] = (*made.chapters, *made.sections)
    rows = [np.mean([known[one.start] for one in part.sentences], axis=0) for part in parts]
    reworded = [number for number, part in enumerate(parts) if part.wording]
    exact = encode([worded(made.document), *(worded(parts[number]) for number in reworded)])
    for number, row in zip(reworded, exact[1:], strict=True):
        rows[number] = row
    stacked = np.stack([exact[0], *rows]).astype(np.float32)
    unit: NDArray[np.float32] = stacked / np.maximum(np.linalg.norm(stacked, axis=1, keepdims=True), 1e-9)
    return unit


def _section_summaries(chapters: Sequence[tuple[SectionLayer, ...]]) -> tuple[SectionSummary, ...]:
    return tuple(
        SectionSummary(
            section=one.section,
            chapter=number,
            start=one.start,
            end=one.end,
            origin=SummaryOrigin.AUTHOR_ABSTRACT if one.abstract else SummaryOrigin.EXTRACTED,
            sentences=tuple(claim.sentence for claim in one.claims),
        )
        for number, layers in enumerate(chapters)
        for one in layers
    )


def _chapter_summary(layer: ChapterLayer) -> ChapterSummary:
    return ChapterSummary(
        ref=layer.ref,
        start=layer.start,
        end=layer.end,
        origin=SummaryOrigin.EXTRACTED,
        sentences=tuple(claim.sentence for claim in layer.claims),
    )


def _document_summary(
    document: Document, chapters: Sequence[tuple[SectionLayer, ...]], tops: Sequence[ChapterLayer]
) -> DocumentSummary:
    abstract = next((one for layers in chapters for one in layers if one.abstract and states_findings(one)), None)
    claims = document_layer(tops) if abstract is None else abstract.claims
    return DocumentSummary(
        origin=SummaryOrigin.EXTRACTED if abstract is None else SummaryOrigin.AUTHOR_ABSTRACT,
        sentences=tuple(claim.sentence for claim in claims),
        standing=_standing(document),
    )


def _standing(document: Document) -> SummarySentence | None:
    """Return the line of the front matter that says how the document stands."""
    for block in document.blocks:
        if block.role is Role.FRONT_MATTER:
            found = STANDING.search(document.text, block.start, block.end)
            if found is not None:
                start, end = found.span("line")
                text = " ".join(found["line"].split())
                return SummarySentence(start=start, end=end, text=text, role=standing_role(found["value"]))
    return None


def _filled(made: Summaries) -> Summaries:
    """Leave out chapters and sections that state nothing; sections keep pointing at their chapter."""
    kept = [number for number, one in enumerate(made.chapters) if one.sentences]
    renumbered = {number: position for position, number in enumerate(kept)}
    return replace(
        made,
        chapters=tuple(made.chapters[number] for number in kept),
        sections=tuple(
            replace(one, chapter=renumbered[one.chapter])
            for one in made.sections
            if one.sentences and one.chapter in renumbered
        ),
    )


def _reworded(made: Summaries, reword: Reword) -> Summaries:
    """Word chapters from their sections' summaries and the document from its chapters'."""
    chapters = tuple(
        _in_words(one, reword("chapter", [worded(part) for part in made.sections if part.chapter == number]))
        for number, one in enumerate(made.chapters)
    )
    document = made.document
    if document.origin is not SummaryOrigin.AUTHOR_ABSTRACT:
        document = _in_words(document, reword("document", [worded(one) for one in chapters]))
    return replace(made, chapters=chapters, document=document)


def _in_words(summary: Layer, wording: str | None) -> Layer:
    if not wording or not wording.strip():
        return summary
    return replace(summary, origin=SummaryOrigin.MODEL, wording=" ".join(wording.split()))
