"""The graph of a home as one eligibility makes it of what was extracted from each version (D3).

What was put together for one set of versions is kept for the next question over the very same set, and looked up by a
hash of exactly what it was made of; who asks is no part of it, because nothing else is in it. What was unpacked of one
version is kept too, and asked for only after the store has said that the version is open.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

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

MOST_OPEN = 5_000
"""Documents that a graph is made of, and that are kept unpacked."""

MOST_MEMBERS = 24
"""Documents of a community, the best connected first, that speak for it."""

PER_DOCUMENT = 4
"""Sentences of each that do."""

KEPT = 8
"""Graphs, each over another set of versions, that are kept in memory."""

Read = TypeVar("Read")


class ReadOnce(Generic[Read]):
    """Enrichments of one kind, unpacked once for each version; safe for several threads."""

    def __init__(self, store: Store, kind: EnrichmentKind, producer: str, read: Callable[[Enrichment], Read]) -> None:
        """`read` unpacks one enrichment that `producer` made."""
        self._store = store
        self._kind = kind
        self._producer = producer
        self._read = read
        self._kept: OrderedDict[tuple[str, str], Read] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, eligible: Eligibility, documents: Sequence[str]) -> tuple[tuple[str, Read], ...]:
        """Return, with the id of its version, what was made of each of `documents` that `eligible` opens."""
        kind, producer = self._kind, self._producer
        made = self._store.enrichments(kind, producer, documents, eligible=eligible, payloads=False)
        with self._lock:
            known = {key: self._kept[key] for one in made if (key := (one.version, one.producer)) in self._kept}
        missing = [one.document for one in made if (one.version, one.producer) not in known]
        for one in self._store.enrichments(kind, producer, missing, eligible=eligible) if missing else ():
            known[one.version, one.producer] = self._read(one)
        with self._lock:
            for key, read in known.items():
                self._kept[key] = read
                self._kept.move_to_end(key)
            while len(self._kept) > MOST_OPEN:
                self._kept.popitem(last=False)
        keys = ((one.version, one.producer) for one in made)
        return tuple((key[0], known[key]) for key in keys if key in known)


class GraphCache:
    """The graphs of a store; safe for several threads."""

    def __init__(self, store: Store, *, producer: str, most: int = MOST_OPEN) -> None:
        """`producer` is that of the extraction, `most` the documents that a graph is made of."""
        self._store = store
        self._stated = ReadOnce(store, EnrichmentKind.GRAPH, producer, _stated)
        self._most = most
        self._kept: OrderedDict[str, EligibleGraph] = OrderedDict()
        self._lock = threading.Lock()

    def graph(self, eligible: Eligibility) -> EligibleGraph:
        """Return the graph over what `eligible` opens. Raises TooLarge where that is more than `most` documents."""
        documents = sorted(self._store.uris(eligible=eligible).values())
        if len(documents) > self._most:
            raise TooLarge(
                f"a graph is made of at most {self._most} documents", hint="narrow the question to fewer documents"
            )
        stated = self._stated.of(eligible, documents)
        digest = tagged_hash("aver.graph.1", (part for version, one in stated for part in (version, one.uri)))
        with self._lock:
            if digest in self._kept:
                self._kept.move_to_end(digest)
                return self._kept[digest]
        graph = joined([one for _, one in stated])
        with self._lock:
            self._kept[digest] = graph
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return graph


def _stated(one: Enrichment) -> Stated:
    return Stated(document=one.document, uri=one.uri, graph=unpack(DocumentGraph, one.payload))


def _claims(one: Enrichment) -> tuple[CommunityClaim, ...]:
    """Return the first sentences of the summary of a document."""
    summaries = unpack(Summaries | None, one.payload)
    said = () if summaries is None else summaries.document.sentences[:PER_DOCUMENT]
    return tuple(
        CommunityClaim(document=one.document, version=one.version, start=each.start, end=each.end, text=each.text)
        for each in said
    )


def entity_search(store: Store, *, hops: int, producer: str) -> EntitySearch:
    """Return the channel over `store` and what `producer` extracted there."""
    cache = GraphCache(store, producer=producer)
    spoken = ReadOnce(store, EnrichmentKind.SUMMARIES, SUMMARISER, _claims)

    def claims(eligible: Eligibility, members: tuple[str, ...]) -> tuple[CommunityClaim, ...]:
        return tuple(one for _, said in spoken.of(eligible, members[:MOST_MEMBERS]) for one in said)

    def hold(eligible: Eligibility, claimed: Sequence[CommunityClaim]) -> tuple[Passage | None, ...]:
        held = [store.chunks_holding(one.version, [(one.start, one.end)], eligible=eligible)[0] for one in claimed]
        chunks = [chunk for chunk in held if chunk is not None]
        passages = {one.chunk: one for one in store.passages(chunks, eligible=eligible)}
        return tuple(None if chunk is None else passages.get(chunk) for chunk in held)

    def find(eligible: Eligibility, asked: str, k: int) -> tuple[Passage, ...]:
        return best_passages(store, eligible, asked, k)

    def confirm(eligible: Eligibility, chunks: tuple[str, ...]) -> frozenset[str]:
        return store.confirmed(chunks, eligible=eligible)

    return EntitySearch(hops=hops, graph=cache.graph, claims=claims, hold=hold, find=find, confirm=confirm)


def best_passages(store: Store, eligible: Eligibility, asked: str, k: int) -> tuple[Passage, ...]:
    """Return the `k` best passages by the words of `asked`."""
    hits = store.search_lexical(term_keys(asked), k, eligible=eligible)
    return store.passages([one.chunk for one in hits], eligible=eligible)
