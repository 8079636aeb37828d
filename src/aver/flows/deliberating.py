"""The effects of deliberating, wired to a store and to the models that are at hand."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from aver.flows.ask import AskTools
from aver.flows.deliberate_tools import DeliberateTools, deliberate_tools
from aver.flows.enrichers import summaries_of, summaries_producer
from aver.ports import Chat, Embedder, Entailment
from aver.stages.deliberation.layers import layers_of
from aver.store.store import Store
from aver.values.chat import Budget
from aver.values.deliberation import LocalSummary, MacroSummary
from aver.values.governance import Eligibility
from aver.values.pairs import Entailed
from aver.values.sealed import Sealed


def deliberating_tools(
    asking: AskTools,
    store: Store,
    embedder: Embedder,
    *,
    chat: Chat | None = None,
    entailment: Entailment | None = None,
    budget: Budget | None = None,
) -> DeliberateTools:
    """Return the effects of deliberating over `store` on top of those of asking."""
    return replace(
        deliberate_tools(asking),
        chat=None if chat is None else chat.complete,
        entail=None if entailment is None else partial(_entail, entailment),
        summaries=partial(_layers, store, summaries_producer(embedder.encoder_id)),
        budget=budget or Budget(),
    )


def _entail(entailment: Entailment, claim: Sealed, texts: tuple[Sealed, ...]) -> tuple[Entailed, ...]:
    return entailment.judge(claim.text, [text.text for text in texts])


def _layers(
    store: Store, producer: str, eligible: Eligibility, documents: tuple[str, ...]
) -> tuple[MacroSummary | LocalSummary, ...]:
    return tuple(
        layer
        for found in summaries_of(store, documents, eligible=eligible, producer=producer)
        if found.summaries is not None
        for layer in layers_of(found.document, found.summaries)
    )
