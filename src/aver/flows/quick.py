"""Quick score over stored summaries: two short texts are embedded, one vector per document is read (G1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from aver.flows.enrichers import document_vectors, summaries_producer
from aver.index.vectors import to_fixed
from aver.ports import Embedder
from aver.stages.asserting import negated, proposition_of
from aver.stages.quick import quick_scores
from aver.store.store import Store
from aver.values.governance import Eligibility


@dataclass(frozen=True, slots=True, kw_only=True)
class Quick:
    """How documents lean on a query, by document id: above 0 towards it, below 0 away from it, in (-1, 1).

    `proposition` is None where the query asserts nothing; every score is 0 then. `pending` are documents without
    a summary that the caller may read: they have no score.
    """

    proposition: str | None
    negation: str | None
    scores: Mapping[str, float]
    pending: frozenset[str]


def quick(store: Store, embedder: Embedder, query: str, documents: Sequence[str], *, eligible: Eligibility) -> Quick:
    """Return the quick score of each eligible one of `documents` for `query`."""
    producer = summaries_producer(embedder.encoder_id)
    found = document_vectors(store, documents, eligible=eligible, producer=producer)
    pending = frozenset(documents) - found.keys()
    asked = proposition_of(query)
    if asked is None or not found:
        return Quick(proposition=asked, negation=None, scores=dict.fromkeys(found, 0.0), pending=pending)
    opposite = negated(asked)
    towards, away = to_fixed(embedder.encode([asked, opposite]))
    scores = quick_scores(towards, away, np.stack(list(found.values())))
    return Quick(proposition=asked, negation=opposite, scores=dict(zip(found, scores, strict=True)), pending=pending)
