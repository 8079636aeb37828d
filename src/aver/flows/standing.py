"""Where documents stand, as an effect of asking: lifelines read under the caller's eligibility, then judged.

What is recorded is the verdict, without a word of the document; replay serves it as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.ports import Embedder, Entailment, StanceReader
from aver.stages.stance.judge import DocumentView, judge
from aver.stages.stance.lifelines import producer_id
from aver.stages.stance.payload import from_bytes
from aver.store.store import Store
from aver.values.enrichment import EnrichmentKind
from aver.values.governance import Eligibility
from aver.values.sealed import Sealed
from aver.values.stance import Stance, StanceSpan

Quoted = tuple[str, int, int]
"""Document id and the quoted span, canonical offsets."""


def stances_of(
    eligible: Eligibility,
    asked: Sealed,
    quoted: Sequence[Quoted],
    *,
    store: Store,
    embedder: Embedder,
    entailment: Entailment | None = None,
    reader: StanceReader | None = None,
) -> tuple[Stance | None, ...]:
    """Return the stance of each quoted document on what is asked; None where it has no lifelines of this encoder."""
    documents = tuple(dict.fromkeys(document for document, _, _ in quoted))
    made = store.enrichments(EnrichmentKind.LIFELINES, producer_id(embedder.encoder_id), documents, eligible=eligible)
    texts = store.texts(documents, eligible=eligible)
    lifelines = {one.document: from_bytes(one.payload) for one in made if one.document in texts}

    def stance(document: str, start: int, end: int) -> Stance | None:
        if document not in lifelines:
            return None
        view = DocumentView(id=document, text=texts[document])
        found = judge(
            asked.text,
            [(start, end)],
            lifelines[document],
            view,
            encode=embedder.encode,
            entailment=entailment,
            reader=reader,
        )
        return replace(found, refuting=_without_titles(found.refuting), qualifying=_without_titles(found.qualifying))

    return tuple(stance(*one) for one in quoted)


def _without_titles(spans: Sequence[StanceSpan]) -> tuple[StanceSpan, ...]:
    """Titles are words of the document; the log keeps those only where they can be erased."""
    return tuple(replace(span, section=()) for span in spans)
