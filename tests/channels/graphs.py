"""Small documents that point at each other, stored and enriched, with the channel that follows what they state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from aver.channels.eligible_graph import Stated
from aver.channels.entities import EntitySearch
from aver.flows.enrich import EnrichTools, enrich
from aver.flows.enrichers import summaries_enricher
from aver.flows.graph import entity_search
from aver.flows.graph_enricher import graph_enricher, graph_producer
from aver.stages.graph.reading import graph_of
from aver.stages.planning.catalogue import NO_CATALOGUE, Catalogue
from aver.store.store import Store
from aver.store.writing import NewVersion
from aver.values.documents import Block, BlockKind, Document
from aver.values.evidence import Reached
from aver.values.governance import Governance
from tests.channels.outside import searched_with_ways
from tests.flows.asking import BagOfWords, fresh
from tests.store.corpus import eligibility, governed, new_version

ANN = eligibility("user:ann")
ASKED = "Who signs the travel request?"

Text = tuple[str, tuple[str, ...]]
"""uri, paragraphs"""

DOCUMENTS: tuple[Text, ...] = (
    ("travel.md", ("The travel request is signed as Policy 7 says.",)),
    ("policy-0007.md", ("Whoever has the budget signs.", "The Budget Review Board (BRB) signs beyond it.")),
    ("annex.md", ("For trains the BRB decides. See annex-b.md for planes.",)),
    ("annex-b.md", ("For planes the office signs the request.",)),
    ("policy-0008.md", ("Nobody signs for tea.",)),
)


def document_of(*paragraphs: str, title: str = "", fields: tuple[tuple[str, str], ...] = ()) -> Document:
    """Return a document of these paragraphs."""
    text, blocks = "", []
    for paragraph in paragraphs:
        text += "\n\n" if text else ""
        blocks.append(Block(kind=BlockKind.PARAGRAPH, start=len(text), end=len(text) + len(paragraph)))
        text += paragraph
    return Document(
        title=title,
        text=text,
        blocks=tuple(blocks),
        media_type="text/plain",
        parser="test",
        language="en",
        fields=fields,
    )


def stated(uri: str, *paragraphs: str, title: str = "", catalogue: Catalogue = NO_CATALOGUE) -> Stated:
    """Return what a document of these paragraphs states, under its uri as id."""
    return Stated(document=uri, uri=uri, graph=graph_of(document_of(*paragraphs, title=title), catalogue))


def version_of(uri: str, paragraphs: Sequence[str], governance: Governance) -> NewVersion:
    """Return a version whose chunks and blocks are its paragraphs, without a title of its own."""
    return replace(new_version(uri, paragraphs, governance), document=document_of(*paragraphs))


def enriched(store: Store) -> None:
    """Extract graph and summaries of every version."""
    makers = [graph_enricher(), summaries_enricher(BagOfWords())]
    done = enrich(EnrichTools(store=store, now=lambda: "2026-01-02"), makers, tenant="t")
    assert not done.failed


def written(
    folder: Path, documents: Sequence[Text] = DOCUMENTS, *, hidden: Sequence[Text] = (), reader: str = "user:ann"
) -> Store:
    """Return a store of enriched `documents` for `reader` and of `hidden` ones for bob."""
    store = fresh(folder)
    store.add([version_of(uri, paragraphs, governed(reader)) for uri, paragraphs in documents])
    if hidden:
        store.add([version_of(uri, paragraphs, governed("user:bob")) for uri, paragraphs in hidden])
    enriched(store)
    return store


def entities(store: Store, *, hops: int = 2) -> EntitySearch:
    """Return the channel over `store`."""
    return entity_search(store, hops=hops, producer=graph_producer())


def reached(store: Store, *, hops: int = 2, asked: str = ASKED) -> dict[str, list[str]]:
    """Return by uri of what is found the kinds of the edges that led there first."""
    found: dict[str, list[str]] = {}
    for one in searched_with_ways(entities(store, hops=hops), ANN, asked):
        assert isinstance(one, Reached)
        found.setdefault(one.passage.uri, [step.kind.value for step in one.way])
    return found
