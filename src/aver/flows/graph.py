"""The graph of a home as one eligibility makes it of what was extracted from each version (D3).

What was put together for one set of versions is kept for the next question over the very same set, and looked up by a
hash of exactly what it was made of; who asks is no part of it, because nothing else is in it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Sequence

from aver.channels.eligible_graph import EligibleGraph, Stated, joined
from aver.channels.entities import CommunityClaim, EntitySearch
from aver.errors import TooLarge
from aver.stages.analyser import term_keys
from aver.stages.summaries import SUMMARISER
from aver.store.store import Store
from aver.values.enrichment import Enrichment, EnrichmentKind, unpack
from aver.values.evidence import Passage
from aver.values.governance import Eligibility
from aver.values.graph import DocumentGraph
from aver.values.identity import tagged_hash
from aver.values.summaries import Summaries

MOST_OPEN = 20_000
"""Documents that a graph is made of."""

MOST_MEMBERS = 24
"""Documents of a community, the best connected first, that speak for it."""

PER_DOCUMENT = 4
"""Sentences of each that do."""

KEPT = 8
"""Graphs, each over another set of versions, that are kept in memory."""

KEPT_CLAIMS = 5_000
"""Documents whose sentences are."""


class GraphCache:
    """The graphs of a store; safe for several threads."""

    def __init__(self, store: Store, *, producer: str, most: int = MOST_OPEN) -> None:
        """`producer` is that of the extraction, `most` the documents that a graph is made of."""
        self._store = store
        self._producer = producer
        self._most = most
        self._kept: OrderedDict[str, EligibleGraph] = OrderedDict()
        self._lock = threading.Lock()

    def graph(self, eligible: Eligibility) -> EligibleGraph:
        """Return the graph over what `eligible` opens. Raises TooLarge where that is more than `most` documents."""
        uris = self._store.uris(eligible=eligible)
        if len(uris) > self._most:
            raise TooLarge(
                f"a graph is made of at most {self._most} documents", hint="narrow the question to fewer documents"
            )
        documents = sorted(uris.values())
        kind, producer = EnrichmentKind.GRAPH, self._producer
        made = self._store.enrichments(kind, producer, documents, eligible=eligible, payloads=False)
        digest = tagged_hash("aver.graph.1", (part for one in made for part in (one.version, one.uri)))
        with self._lock:
            known = self._kept.get(digest)
            if known is not None:
                self._kept.move_to_end(digest)
                return known
        read = self._store.enrichments(kind, producer, documents, eligible=eligible)
        graph = joined(
            [Stated(document=one.document, uri=one.uri, graph=unpack(DocumentGraph, one.payload)) for one in read]
        )
        if [one.version for one in read] == [one.version for one in made]:
            with self._lock:
                self._kept[digest] = graph
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
        return graph


class ClaimCache:
    """What documents assert in the sentences of their summaries; safe for several threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, str], tuple[CommunityClaim, ...]] = OrderedDict()
        self._lock = threading.Lock()

    def claims(self, eligible: Eligibility, members: tuple[str, ...]) -> tuple[CommunityClaim, ...]:
        """Return the first sentences of the summaries of the first of `members`, as far as `eligible` opens those."""
        first, kind = members[:MOST_MEMBERS], EnrichmentKind.SUMMARIES
        made = self._store.enrichments(kind, SUMMARISER, first, eligible=eligible, payloads=False)
        with self._lock:
            known = {key: self._kept[key] for one in made if (key := (one.version, one.producer)) in self._kept}
        missing = [one.document for one in made if (one.version, one.producer) not in known]
        read = self._store.enrichments(kind, SUMMARISER, missing, eligible=eligible) if missing else ()
        known |= {(one.version, one.producer): _claims(one) for one in read}
        with self._lock:
            self._kept |= known
            while len(self._kept) > KEPT_CLAIMS:
                self._kept.popitem(last=False)
        return tuple(claim for one in made for claim in known.get((one.version, one.producer), ()))


def _claims(one: Enrichment) -> tuple[CommunityClaim, ...]:
    summaries = unpack(Summaries | None, one.payload)
    said = () if summaries is None else summaries.document.sentences[:PER_DOCUMENT]
    return tuple(
        CommunityClaim(document=one.document, version=one.version, start=each.start, end=each.end, text=each.text)
        for each in said
    )


def entity_search(store: Store, *, hops: int, producer: str) -> EntitySearch:
    """Return the channel over `store` and what `producer` extracted there."""
    cache, spoken = GraphCache(store, producer=producer), ClaimCache(store)

    def hold(eligible: Eligibility, claimed: Sequence[CommunityClaim]) -> tuple[Passage | None, ...]:
        held = [store.chunks_holding(one.version, [(one.start, one.end)], eligible=eligible)[0] for one in claimed]
        chunks = [chunk for chunk in held if chunk is not None]
        passages = {one.chunk: one for one in store.passages(chunks, eligible=eligible)}
        return tuple(None if chunk is None else passages.get(chunk) for chunk in held)

    def find(eligible: Eligibility, asked: str, k: int) -> tuple[Passage, ...]:
        return best_passages(store, eligible, asked, k)

    def confirm(eligible: Eligibility, chunks: tuple[str, ...]) -> frozenset[str]:
        return store.confirmed(chunks, eligible=eligible)

    return EntitySearch(hops=hops, graph=cache.graph, claims=spoken.claims, hold=hold, find=find, confirm=confirm)


def best_passages(store: Store, eligible: Eligibility, asked: str, k: int) -> tuple[Passage, ...]:
    """Return the `k` best passages by the words of `asked`."""
    hits = store.search_lexical(term_keys(asked), k, eligible=eligible)
    return store.passages([one.chunk for one in hits], eligible=eligible)
