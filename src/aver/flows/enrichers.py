"""What is made of every version, and reading it back: summaries with vectors, propositions, lifelines.

Reading takes an eligibility like every other read; a document that is missing from what comes back is not
enriched yet, and whatever depends on it says `stance_pending`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aver.flows.enrich import Enricher, Made
from aver.index.vectors import to_fixed
from aver.ports import Embedder
from aver.stages.propositions import PROPOSER, propositions
from aver.stages.stance.lifelines import lifelines_of, producer_id
from aver.stages.stance.payload import to_bytes
from aver.stages.summaries import SUMMARISER, Reword, summarise
from aver.store.store import Store
from aver.values.documents import Document
from aver.values.enrichment import EnrichmentKind, pack, unpack
from aver.values.governance import Eligibility
from aver.values.propositions import DropReason, Propositions
from aver.values.summaries import Summaries


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredSummaries:
    """The summaries of the eligible version of a document, None where its prose states nothing.

    `vectors` (n, d) are fixed point (`aver.index.vectors`): the document's row, then its chapters', its sections'.
    """

    document: str
    version: str
    summaries: Summaries | None
    vectors: NDArray[np.int16]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredPropositions:
    """The propositions of the eligible version of a document, and the spans that gave none."""

    document: str
    version: str
    propositions: Propositions


def summaries_producer(encoder: str, *, model: str = "") -> str:
    """Return the name of what makes summaries; those worded by a chat model name it too."""
    return " ".join(part for part in (SUMMARISER, encoder, model) if part)


def summaries_enricher(embedder: Embedder, *, reword: Reword | None = None, model: str = "") -> Enricher:
    """Return what makes summaries; `reword` is a chat model as a function, `model` its name."""

    def make(document: Document) -> Made:
        found = summarise(document, encode=embedder.encode, reword=reword)
        if found is None:
            return Made(payload=pack(None), counts=(("without_prose", 1),))
        summaries = found.summaries
        counts = (
            ("section_summaries", len(summaries.sections)),
            ("chapter_summaries", len(summaries.chapters)),
            (f"document_summary_{summaries.document.origin.value}", 1),
        )
        vectors = to_fixed(found.vectors).astype("<i2").tobytes()
        return Made(payload=pack(summaries), vectors=vectors, counts=counts)

    producer = summaries_producer(embedder.encoder_id, model=model)
    return Enricher(kind=EnrichmentKind.SUMMARIES, producer=producer, make=make)


def propositions_enricher() -> Enricher:
    """Return what makes propositions; spans that gave none are counted by reason."""

    def make(document: Document) -> Made:
        found = propositions(document)
        return Made(payload=pack(found), counts=propositions_counts(found))

    return Enricher(kind=EnrichmentKind.PROPOSITIONS, producer=PROPOSER, make=make)


def propositions_counts(found: Propositions) -> tuple[tuple[str, int], ...]:
    """Return how many propositions there are, and how many spans gave none, by reason."""
    return (("propositions", len(found.found)), *((f"dropped_{one.value}", found.count(one)) for one in DropReason))


def lifelines_enricher(embedder: Embedder) -> Enricher:
    """Return what makes lifelines of every version; mentions and threads are counted."""

    def make(document: Document) -> Made:
        found = lifelines_of(document, embedder.encode, encoder=embedder.encoder_id)
        threads = len({one.thread for one in found.mentions})
        return Made(payload=to_bytes(found), counts=(("mentions", len(found.mentions)), ("lifelines", threads)))

    return Enricher(kind=EnrichmentKind.LIFELINES, producer=producer_id(embedder.encoder_id), make=make)


def enrichers_of(embedder: Embedder, *, gauge: Embedder | None = None) -> tuple[Enricher, ...]:
    """Return what is made of a version beside its graph and without a chat model, in the order it is made.

    `gauge`, if not `embedder`, is the encoder that stance is fitted on and lifelines are made with.
    """
    return (summaries_enricher(embedder), propositions_enricher(), lifelines_enricher(gauge or embedder))


def summaries_of(
    store: Store, documents: Sequence[str], *, eligible: Eligibility, producer: str
) -> tuple[StoredSummaries, ...]:
    """Return the summaries that `producer` made of each eligible document, in the order asked."""
    return tuple(
        StoredSummaries(
            document=one.document,
            version=one.version,
            summaries=unpack(Summaries | None, one.payload),
            vectors=_rows(one.vectors, store.dimension),
        )
        for one in store.enrichments(EnrichmentKind.SUMMARIES, producer, documents, eligible=eligible)
    )


def document_vectors(
    store: Store, documents: Sequence[str], *, eligible: Eligibility, producer: str
) -> Mapping[str, NDArray[np.int16]]:
    """Return the fixed-point vector (d,) of each eligible document's summary, by document id; no text is read."""
    found = store.enrichments(EnrichmentKind.SUMMARIES, producer, documents, eligible=eligible, payloads=False)
    return {one.document: _rows(one.vectors, store.dimension)[0] for one in found if one.vectors}


def propositions_of(store: Store, documents: Sequence[str], *, eligible: Eligibility) -> tuple[StoredPropositions, ...]:
    """Return the propositions of each eligible document that has them, in the order asked."""
    return tuple(
        StoredPropositions(document=one.document, version=one.version, propositions=unpack(Propositions, one.payload))
        for one in store.enrichments(EnrichmentKind.PROPOSITIONS, PROPOSER, documents, eligible=eligible)
    )


def pending(
    store: Store, documents: Sequence[str], *, eligible: Eligibility, kind: EnrichmentKind, producer: str
) -> frozenset[str]:
    """Return which of `documents` nothing of that kind can be read of, hidden and missing ones included."""
    found = store.enrichments(kind, producer, documents, eligible=eligible, payloads=False)
    return frozenset(documents) - {one.document for one in found}


def _rows(vectors: bytes, dimension: int) -> NDArray[np.int16]:
    rows: NDArray[np.int16] = np.frombuffer(vectors, "<i2").reshape(-1, dimension)
    return rows
