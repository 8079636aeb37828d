"""Quick score over stored summaries: two short texts are embedded, one vector per document is read (G1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aver.flows.enrichers import document_vectors, pending, summaries_producer
from aver.index.vectors import exact_scores, to_fixed
from aver.ports import Embedder
from aver.stages.asserting import negated, proposition_of
from aver.stages.quick import TAU, quick_score
from aver.store.store import Store
from aver.store.versions import StoredVersion
from aver.values.enrichment import EnrichmentKind
from aver.values.governance import Eligibility


@dataclass(frozen=True, slots=True, kw_only=True)
class Quick:
    """How documents lean on a query, by document id: above 0 towards it, below 0 away from it, in (-1, 1).

    `proposition` is None where the query asserts nothing; every score is 0 then, as is that of a document whose
    prose states nothing. `pending` are documents that are not enriched yet, or not readable: they have no score.
    """

    proposition: str | None
    negation: str | None
    scores: Mapping[str, float]
    pending: frozenset[str]


def quick(store: Store, embedder: Embedder, query: str, documents: Sequence[str], *, eligible: Eligibility) -> Quick:
    """Return the quick score of each eligible one of `documents` for `query`."""
    producer = summaries_producer(embedder.encoder_id)
    found = document_vectors(store, documents, eligible=eligible, producer=producer)
    waiting = pending(store, documents, eligible=eligible, kind=EnrichmentKind.SUMMARIES, producer=producer)
    scores = {document: 0.0 for document in documents if document not in waiting}
    asked = proposition_of(query)
    if asked is None or not found:
        return Quick(proposition=asked, negation=None, scores=scores, pending=waiting)
    opposite = negated(asked)
    towards, away = to_fixed(embedder.encode([asked, opposite]))
    scores |= dict(zip(found, quick_scores(towards, away, np.stack(list(found.values()))), strict=True))
    return Quick(proposition=asked, negation=opposite, scores=scores, pending=waiting)


def quick_json(found: Quick, query: str, version: StoredVersion) -> dict[str, Any]:
    """Return the score of one document as plain JSON, null with a reason while it is not enriched."""
    score = found.scores.get(version.document)
    return {
        "document_id": version.document,
        "uri": version.uri,
        "query": query,
        "proposition": found.proposition,
        "negation": found.negation,
        "quick_score": score,
        "reason": "stance_pending" if score is None else None,
    }


def quick_scores(
    query: NDArray[np.int16], opposite: NDArray[np.int16], summaries: NDArray[np.int16], tau: float = TAU
) -> tuple[float, ...]:
    """Return the score of each fixed-point summary row (n, d), given rows (d,) of proposition and negation."""
    towards, away = exact_scores(summaries, query).tolist(), exact_scores(summaries, opposite).tolist()
    return tuple(round(quick_score(one, other, tau), 6) for one, other in zip(towards, away, strict=True))
