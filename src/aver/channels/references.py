"""Documents that the best passages refer to, and what those refer to, up to a number of hops (D3).

The edges are read at query time from eligible passages alone and kept nowhere: a passage *cites* a document whose file
name stands in it as words ("PEP 601" is `pep-0601.rst`), and a document that declares successors is *superseded* by
them. So a document that the caller may not read is neither a stop on the way nor a name that could be ambiguous.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from aver.errors import DeadlineExceeded
from aver.stages.graph.naming import Name, names_of, standing_in
from aver.values.evidence import Passage, Reached
from aver.values.governance import Eligibility
from aver.values.graph import RelationKind, Step

SEEDS = 5
"""Best passages for the question from which the first hop starts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceGraph:
    """What an open store can be asked: `find` the best passages, `uris` of what is open with its document ids.

    `confirm` says which chunks are eligible now. At most `hops` references are followed one after the other.
    """

    hops: int
    find: Callable[[Eligibility, str, int], tuple[Passage, ...]]
    uris: Callable[[Eligibility], Mapping[str, str]]
    confirm: Callable[[Eligibility, tuple[str, ...]], frozenset[str]]

    @property
    def name(self) -> str:
        """The channel."""
        return "graph:references"

    def opens(self, _: Eligibility, __: str) -> bool:
        """Every question may concern references; what is open is decided passage by passage in the store."""
        return True

    def search(self, eligible: Eligibility, asked: str, k: int, *, until: float) -> tuple[Reached, ...]:
        """Return the best passages for `asked` in the documents reached, those fewer hops away first.

        Raises DeadlineExceeded.
        """
        uris = self.uris(eligible)
        named = names_of(uris)
        stops = self.find(eligible, asked, SEEDS)
        came: dict[str, tuple[Step, ...]] = {one.document: () for one in stops}
        found: list[Reached] = []
        for _ in range(self.hops):
            if time.monotonic() > until:
                raise DeadlineExceeded("following references took too long", hint="lower graph_hops")
            further: dict[str, tuple[Step, ...]] = {}
            for step in references_in(stops, named, uris):
                if step.target not in came:
                    further.setdefault(step.target, (*came[step.source], step))
            if not further:
                break
            came |= further
            stops = self.find(replace(eligible, documents=frozenset(further)), asked, k)
            found += (Reached(passage=one, way=came[one.document]) for one in stops)
        return tuple(found[:k])

    def held(self, eligible: Eligibility, passages: Sequence[Passage], *, until: float) -> frozenset[str]:
        """Return which of `passages` the store holds for this caller now."""
        del until
        return self.confirm(eligible, tuple(one.chunk for one in passages))


def references_in(passages: Iterable[Passage], named: Mapping[Name, str], uris: Mapping[str, str]) -> Iterator[Step]:
    """Yield an edge for every document that `passages` declare as their successor or cite by name."""
    for passage in passages:
        for uri in passage.successors:
            if uri in uris:
                yield Step(
                    kind=RelationKind.SUPERSEDED_BY,
                    source=passage.document,
                    target=uris[uri],
                    within=passage.document,
                )
        for target, start, end in standing_in(passage.text.text, named):
            yield Step(
                kind=RelationKind.CITES,
                source=passage.document,
                target=target,
                within=passage.document,
                start=passage.start + start,
                end=passage.start + end,
            )
