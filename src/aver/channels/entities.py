"""Documents that the entities of a question lead to, over typed edges, with the claims of their community (D3).

It starts from the documents and things that the question names and from its best passages, follows the edges that those
passages state, and returns the best passages of what it reaches; then what the community of those documents asserts,
as the passages that hold the sentences. Every passage comes with the edges that led to it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from itertools import islice

from aver.channels.eligible_graph import EligibleGraph
from aver.channels.matching import best_matching
from aver.channels.references import SEEDS
from aver.errors import DeadlineExceeded
from aver.stages.planning.votes import taking_turns
from aver.values.evidence import Passage, Reached
from aver.values.governance import Eligibility
from aver.values.graph import RelationKind, Step

MOST_DOCUMENTS = 24
"""Documents that a question may name, and that one hop may reach."""

MOST_EDGES = 200
"""Edges that one search looks at."""

CLAIMS = 3
"""Passages that speak for a community."""

SEARCHED = 24
"""Passages of the documents reached that are looked at for one hop."""

PER_DOCUMENT = 2
"""Passages of one document that one hop returns, so that it doesn't crowd out the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommunityClaim:
    """A sentence of the summary of a document of a community: its place, and its words."""

    document: str
    version: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EntitySearch:
    """What an open store can be asked, each under an eligibility.

    `graph` gives the graph over what is open, `claims` what one of its communities asserts, `hold` the passages that
    hold claims, as far as there are any, `find` the best passages and `confirm` the chunks that are eligible now.
    """

    hops: int
    graph: Callable[[Eligibility], EligibleGraph]
    claims: Callable[[Eligibility, tuple[str, ...]], tuple[CommunityClaim, ...]]
    hold: Callable[[Eligibility, Sequence[CommunityClaim]], tuple[Passage | None, ...]]
    find: Callable[[Eligibility, str, int], tuple[Passage, ...]]
    confirm: Callable[[Eligibility, tuple[str, ...]], frozenset[str]]

    @property
    def name(self) -> str:
        """The channel."""
        return "graph:entities"

    def opens(self, _: Eligibility, __: str) -> bool:
        """Every question may name something; what is open is decided document by document in the store."""
        return True

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Reached, ...]:
        """Return the best passages of the documents named, of those one hop on, and so forth, and of their community.

        They take turns, so that the nearest leave room for the rest. Raises DeadlineExceeded, and TooLarge where more
        documents are open than a graph is made of.
        """
        graph = self.graph(eligible)
        came: dict[str, tuple[Step, ...]] = {}
        for document in islice(dict.fromkeys(graph.named_in(asked)), MOST_DOCUMENTS):
            came[document] = (Step(kind=RelationKind.NAMED, source="", target=document),)
        seeds = self.find(eligible, asked, SEEDS)
        known = {*came, *(one.document for one in seeds)}
        stops = self._within(eligible, asked, came)
        found = [_reached(came, stops)]
        stops = (*stops, *seeds)
        edges = MOST_EDGES
        for _ in range(self.hops):
            _in_time(until)
            further, edges = _further(graph, stops, came, known=known, edges=edges)
            came |= further
            known |= further.keys()
            stops = self._within(eligible, asked, further)
            found.append(_reached(came, stops))
        _in_time(until)
        for one in seeds:
            came.setdefault(one.document, ())
        found.append(self._claimed(eligible, asked, graph, came))
        return _once(one for one, _ in taking_turns(list(enumerate(found))))[:k]

    def _within(self, eligible: Eligibility, asked: str, documents: Iterable[str]) -> tuple[Passage, ...]:
        """Return the best passages of `documents`, a few of each."""
        wanted = frozenset(documents)
        found = self.find(replace(eligible, documents=wanted), asked, SEARCHED) if wanted else ()
        seen: Counter[str] = Counter()
        kept: list[Passage] = []
        for one in found:
            seen[one.document] += 1
            if seen[one.document] <= PER_DOCUMENT:
                kept.append(one)
        return tuple(kept)

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return which of `passages` the store holds for this caller now."""
        del until
        return self.confirm(eligible, tuple(one.chunk for one in passages))

    def _claimed(
        self, eligible: Eligibility, asked: str, graph: EligibleGraph, came: Mapping[str, tuple[Step, ...]]
    ) -> list[Reached]:
        """Return the passages that hold what the community of most documents reached asserts about the question."""
        homes = Counter(graph.home[one] for one in came if one in graph.home)
        if not homes:
            return []
        number = homes.most_common(1)[0][0]
        source = next(one for one in came if graph.home.get(one) == number)
        claims = self.claims(eligible, graph.communities[number])
        best = [claims[place] for place in best_matching(asked, [one.text for one in claims], CLAIMS)]
        held = zip(best, self.hold(eligible, best), strict=True)
        return [
            Reached(passage=passage, way=(*came[source], _among(source, one)))
            for one, passage in held
            if passage is not None
        ]


def _reached(came: Mapping[str, tuple[Step, ...]], passages: Iterable[Passage]) -> list[Reached]:
    return [Reached(passage=one, way=came[one.document]) for one in passages]


def _once(found: Iterable[Reached]) -> tuple[Reached, ...]:
    """Return every passage at its first place."""
    first: dict[str, Reached] = {}
    for one in found:
        first.setdefault(one.passage.chunk, one)
    return tuple(first.values())


def _further(
    graph: EligibleGraph,
    stops: Iterable[Passage],
    came: Mapping[str, tuple[Step, ...]],
    *,
    known: AbstractSet[str],
    edges: int,
) -> tuple[dict[str, tuple[Step, ...]], int]:
    """Return the documents one edge on with the way to each, and how many edges may still be looked at."""
    further: dict[str, tuple[Step, ...]] = {}
    for stop in stops:
        for step in graph.leaving(stop.document, stop.start, stop.end):
            if edges == 0 or len(further) == MOST_DOCUMENTS:
                return further, edges
            edges -= 1
            if step.target not in known:
                further.setdefault(step.target, (*came.get(stop.document, ()), step))
    return further, edges


def _among(source: str, claim: CommunityClaim) -> Step:
    return Step(
        kind=RelationKind.COMMUNITY,
        source=source,
        target=claim.document,
        within=claim.document,
        start=claim.start,
        end=claim.end,
    )


def _in_time(until: float) -> None:
    if time.monotonic() > until:
        raise DeadlineExceeded("following the graph took too long", hint="lower graph_hops")
