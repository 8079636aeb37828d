"""Section from paragraphs, chapter from sections, document from chapters: each layer sees the one below, no text.

What is chosen is near the middle of its layer (cosine with the mean vector, "centroid-based summarization",
Radev et al. 2004), carries signs of a claim, and doesn't repeat what is chosen already (MMR, Carbonell and
Goldstein 1998). A layer that turns something down says so: the best rejection and the best conclusion below
are kept before the rest is filled up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from aver.stages.summaries.paragraphs import ParagraphLayer, Weighed
from aver.stages.summaries.purposes import Purpose, purpose_of
from aver.values.documents import StructuralRef
from aver.values.summaries import SentenceRole

IN_SECTION, IN_CHAPTER, IN_DOCUMENT, IN_ABSTRACT = 3, 4, 6, 8
"""Most sentences of a summary per layer; an abstract may say more, it was written to be one."""

CLAIMS_PER_SENTENCE = 3
"""A section with few claims gets fewer sentences: a summary as long as the section is none."""

REPETITION = 0.6
"""How much of the cosine with the nearest chosen sentence is taken off a candidate."""

_STANDING = {Purpose.CONCLUSION: 0.3, Purpose.BODY: 0.1, Purpose.REJECTION: 0.0, Purpose.BACKGROUND: -0.2}
"""What a sentence's section adds in the layers above it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionLayer:
    """What a section hands to its chapter."""

    section: tuple[StructuralRef, ...]
    start: int
    end: int
    abstract: bool
    claims: tuple[Weighed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterLayer:
    """What a chapter hands to the document."""

    ref: StructuralRef
    start: int
    end: int
    claims: tuple[Weighed, ...]


def section_layer(
    paragraphs: Sequence[ParagraphLayer], *, section: tuple[StructuralRef, ...], abstract: bool = False
) -> SectionLayer:
    """Return what the paragraphs of a section assert together; an abstract keeps up to `IN_ABSTRACT` sentences."""
    claims = [one for layer in paragraphs for one in layer.claims]
    size = IN_ABSTRACT if abstract else min(IN_SECTION, 1 + len(claims) // CLAIMS_PER_SENTENCE)
    chosen = _chosen(claims, size)
    purpose = Purpose.CONCLUSION if abstract else purpose_of(section)
    raised = [replace(one, weight=one.weight + _STANDING.get(purpose, 0.0)) for one in chosen]
    return SectionLayer(
        section=section,
        start=paragraphs[0].start,
        end=paragraphs[-1].end,
        abstract=abstract,
        claims=tuple(raised) if purpose is not Purpose.ADMINISTRATIVE else (),
    )


def chapter_layer(sections: Sequence[SectionLayer], *, ref: StructuralRef) -> ChapterLayer:
    """Return what the sections of a chapter assert together; a chapter of one section says what that says."""
    claims = [one for layer in sections for one in layer.claims]
    chosen = claims if len(sections) == 1 else _chosen(claims, IN_CHAPTER)
    return ChapterLayer(ref=ref, start=sections[0].start, end=sections[-1].end, claims=tuple(chosen))


def document_layer(chapters: Sequence[ChapterLayer]) -> tuple[Weighed, ...]:
    """Return what the chapters of a document assert together."""
    return tuple(_chosen([one for layer in chapters for one in layer.claims], IN_DOCUMENT))


def states_findings(abstract: SectionLayer) -> bool:
    """Say whether an abstract says more than what the document is about."""
    return any(not one.topical and one.sentence.role is not SentenceRole.BACKGROUND for one in abstract.claims)


def _chosen(claims: Sequence[Weighed], size: int) -> list[Weighed]:
    """Return `size` claims in document order: best rejection, best conclusion, then the best of the rest."""
    if len(claims) <= size:
        return list(claims)
    vectors = np.stack([one.vector for one in claims])
    middle = vectors.mean(axis=0)
    central = vectors @ (middle / max(float(np.linalg.norm(middle)), 1e-9))
    scores = np.asarray([one.weight for one in claims]) + central
    picked: list[int] = []
    for role in (SentenceRole.REJECTED, SentenceRole.CONCLUDED) if size > 2 else ():
        of_role = [number for number, one in enumerate(claims) if one.sentence.role is role]
        if of_role:
            picked.append(max(of_role, key=lambda number: (float(scores[number]), -number)))
    while len(picked) < size:
        nearest = vectors @ vectors[picked].T if picked else np.zeros((len(claims), 1), np.float32)
        left = scores - REPETITION * nearest.max(axis=1)
        left[picked] = -np.inf
        picked.append(int(np.argmax(left)))
    return [claims[number] for number in sorted(picked)]
