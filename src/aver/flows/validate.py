"""Validate: one chunk against one question in the light of its document (G2), read under the caller's eligibility.

The lifelines were made by enrichment; where they are missing the verdict is pending, never the author's position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aver.errors import NotFound
from aver.ports import Embedder, Entailment, StanceReader
from aver.stages.stance.judge import DocumentView, judge
from aver.stages.stance.lifelines import producer_id
from aver.stages.stance.payload import from_bytes
from aver.store.store import Store
from aver.values.enrichment import EnrichmentKind
from aver.values.evidence import Passage
from aver.values.governance import Eligibility
from aver.values.identity import is_chunk_id
from aver.values.stance import Lifelines, Stance, StanceSpan


@dataclass(frozen=True, slots=True, kw_only=True)
class Validated:
    """The chunk that was judged and the verdict, None while its document has no lifelines (`stance_pending`).

    `text` is the canonical text of the document, which the spans of the verdict point into.
    """

    passage: Passage
    stance: Stance | None
    text: str

    def quote(self, span: StanceSpan) -> str:
        """Return the words at a span of the verdict."""
        return self.text[span.start : span.end]


def validate(
    store: Store,
    embedder: Embedder,
    chunk: str,
    query: str,
    *,
    eligible: Eligibility,
    entailment: Entailment | None = None,
    reader: StanceReader | None = None,
) -> Validated:
    """Return the role and stance of a chunk for a query. Raises NotFound for what is missing or hidden, alike."""
    found = store.passages([chunk], eligible=eligible) if is_chunk_id(chunk) else ()
    if not found:
        raise NotFound(f"no chunk {chunk!r}", hint="`aver search QUESTION --json` shows the ids of chunks")
    passage = found[0]
    text = store.texts([passage.document], eligible=eligible).get(passage.document, "")
    lines = _lifelines(store, embedder, passage.document, eligible)
    if lines is None:
        return Validated(passage=passage, stance=None, text=text)
    view = DocumentView(id=passage.document, text=text)
    spans = [(passage.start, passage.end)]
    stance = judge(query, spans, lines, view, encode=embedder.encode, entailment=entailment, reader=reader)
    return Validated(passage=passage, stance=stance, text=text)


def validated_json(found: Validated, query: str) -> dict[str, Any]:
    """Return the verdict as plain JSON; stance and role are null while lifelines are missing."""
    passage, stance = found.passage, found.stance
    known = stance is not None
    return {
        "chunk_id": passage.chunk,
        "document_id": passage.document,
        "version_id": passage.version,
        "uri": passage.uri,
        "query": query,
        "argumentative_role": stance.role.value if stance is not None else None,
        "document_stance_on_query": stance.document_stance.value if stance is not None else None,
        "confidence": stance.confidence if stance is not None else None,
        "refuting": [_cited(found, span) for span in stance.refuting] if stance is not None else [],
        "qualifying": [_cited(found, span) for span in stance.qualifying] if stance is not None else [],
        "reason": None if known else "stance_pending",
    }


def _cited(found: Validated, span: StanceSpan) -> dict[str, Any]:
    return {
        "quote": found.quote(span),
        "span": {"start": span.start, "end": span.end},
        "section_path": " > ".join(span.section),
        "strength": span.strength,
    }


def _lifelines(store: Store, embedder: Embedder, document: str, eligible: Eligibility) -> Lifelines | None:
    producer = producer_id(embedder.encoder_id)
    made = store.enrichments(EnrichmentKind.LIFELINES, producer, [document], eligible=eligible)
    return from_bytes(made[0].payload) if made else None
