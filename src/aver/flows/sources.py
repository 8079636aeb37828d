"""The sources of a home, opened: what `sources.toml` declares, compared with questions by the home's encoder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from aver.channels.declared import ENTITIES, Declared, declared
from aver.channels.references import ReferenceGraph
from aver.channels.side_by_side import SideBySide
from aver.config import Settings
from aver.flows.ask import AskTools
from aver.flows.catalogue import read_catalogue
from aver.flows.curated import curated_answers
from aver.flows.graph import best_passages, entity_search
from aver.flows.graph_enricher import graph_producer
from aver.flows.tools import cosines
from aver.index.vectors import to_fixed
from aver.ports import Embedder, Source
from aver.stages.eligibility import eligibility_of
from aver.store.store import Store
from aver.values.events import Event, Packed, Recalled
from aver.values.evidence import ChannelResult, Passage
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import SubQuestion

Tools = TypeVar("Tools", bound=AskTools)


def open_sources(settings: Settings, embedder: Embedder, store: Store, *further: Source) -> SideBySide | None:
    """Return the sources of a home, its curated answers among them, and `further` ones; None where there are none.

    Raises BadConfiguration.
    """
    found = declared(settings.home, tenant=settings.identity.tenant)
    graph = (graph_of_home(settings, found, store),) if found.graph_hops else ()
    sources = (*found.sources, *curated_answers(settings, store), *graph, *further)
    return side_by_side(sources, embedder, seconds=found.seconds) if sources else None


def graph_of_home(settings: Settings, found: Declared, store: Store) -> Source:
    """Return the graph that a home declares: over what is extracted at ingest, or over references alone."""
    if found.graph == ENTITIES:
        return entity_search(store, hops=found.graph_hops, producer=graph_producer(read_catalogue(settings.home)))
    return reference_graph(store, hops=found.graph_hops)


def reference_graph(store: Store, *, hops: int) -> ReferenceGraph:
    """Return what the documents of `store` refer to, followed for at most `hops` (D3)."""

    def find(eligible: Eligibility, asked: str, k: int) -> tuple[Passage, ...]:
        return best_passages(store, eligible, asked, k)

    def confirm(eligible: Eligibility, chunks: tuple[str, ...]) -> frozenset[str]:
        return store.confirmed(chunks, eligible=eligible)

    def uris(eligible: Eligibility) -> dict[str, str]:
        return store.uris(eligible=eligible)

    return ReferenceGraph(hops=hops, find=find, uris=uris, confirm=confirm)


def side_by_side(sources: Sequence[Source], embedder: Embedder, *, seconds: float) -> SideBySide:
    """Return `sources` as one, with the cosines of `embedder`."""
    return SideBySide(sources, seconds=seconds, cosine=partial(_cosine, embedder))


def with_sources(tools: Tools, sources: SideBySide | None) -> Tools:
    """Return `tools` that search `sources` beside the store, and fetch and confirm what those found like the rest."""
    if sources is None:
        return tools

    def search(eligible: Eligibility, part: SubQuestion, k: int) -> tuple[ChannelResult, ...]:
        if part.from_model:
            return tools.search(eligible, part, k)
        others = sources.begin(eligible, part)
        return (*tools.search(eligible, part, k), *others())

    def fetch(eligible: Eligibility, chunks: tuple[str, ...]) -> tuple[Passage, ...]:
        both = (*sources.passages(eligible, chunks), *tools.fetch(eligible, chunks))
        found = {one.chunk: one for one in both}
        return tuple(found[chunk] for chunk in chunks if chunk in found)

    def confirm(eligible: Eligibility, chunks: tuple[str, ...]) -> frozenset[str]:
        return tools.confirm(eligible, chunks) | sources.confirmed(eligible, chunks)

    return replace(tools, search=search, fetch=fetch, confirm=confirm)


def readable_in_sources(
    sources: SideBySide | None, caller: Caller, events: Iterable[Event], *, days: Iterable[str]
) -> frozenset[str]:
    """Return the documents of a run's packets that still stand in a source, open to `caller` on one of the `days`."""
    packed = [one.passage for event in events if isinstance(event, Packed | Recalled) for one in event.packets]
    if sources is None or not packed:
        return frozenset()
    opened = (sources.readable(eligibility_of(caller, as_of=day), packed) for day in sorted(days))
    return frozenset().union(*opened)


def _cosine(embedder: Embedder, asked: str, texts: Sequence[str]) -> tuple[float, ...]:
    rows = to_fixed(embedder.encode([asked, *texts]))
    return cosines(rows[0], rows[1:])
