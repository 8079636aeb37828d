"""The graph over the documents that one caller may read: names resolved, edges joined, communities found (D3, C5).

It is made of what was extracted from each of those documents and of their uris, and of nothing else, so a document that
the caller may not read is no node, no edge, no name that could be ambiguous and no member of a community.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from aver.stages.analyser import file_name
from aver.stages.graph.communities import communities_of
from aver.stages.graph.naming import Name, borne_once, candidate_uris, standing_in, words_of
from aver.stages.planning.words import names
from aver.values.graph import DocumentGraph, EntityKind, Relation, RelationKind, Step

TELLING = 3
"""Documents that may mention or define a thing for its name to lead to them; a commoner one tells nothing."""

SPREAD = 20
"""Documents that may mention a thing for it to lead to the one that defines it."""

_SUPERSEDING = (RelationKind.SUPERSEDES, RelationKind.SUPERSEDED_BY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stated:
    """What one eligible document states, and its place."""

    document: str
    uri: str
    graph: DocumentGraph


@dataclass(frozen=True, slots=True, kw_only=True)
class EligibleGraph:
    """`documents` by name, `things` by name with the documents they lead to, `edges` by source in order of place.

    `communities` are documents, the best connected first, `home` the position of each document's community.
    """

    documents: Mapping[Name, str]
    things: Mapping[Name, tuple[str, ...]]
    edges: Mapping[str, tuple[Step, ...]]
    communities: tuple[tuple[str, ...], ...]
    home: Mapping[str, int]

    def named_in(self, asked: str) -> Iterator[str]:
        """Yield the documents that `asked` names, or whose things it names, in order and possibly again.

        A thing of one word has to stand there as a name: "IT" is none in "is it allowed?".
        """
        yield from (document for document, _, _ in standing_in(asked, self.documents))
        called = {word for name in names(asked) for word in words_of(name)}
        for documents, start, end in standing_in(asked, self.things):
            words = words_of(asked[start:end])
            if len(words) > 1 or words[0] in called:
                yield from documents

    def leaving(self, document: str, start: int, end: int) -> Iterator[Step]:
        """Yield the edges stated in `[start, end)` of a document, then that to its successors wherever it is stated."""
        edges = self.edges.get(document, ())
        yield from (one for one in edges if one.within == document and start <= one.start < end)
        yield from (one for one in edges if one.kind is RelationKind.SUPERSEDED_BY)


def joined(stated: Sequence[Stated]) -> EligibleGraph:
    """Return the graph of what these documents state; the same for every order of theirs."""
    stated = sorted(stated, key=lambda one: one.uri)
    uris = {one.uri: one.document for one in stated}
    by_name = {**_by_title(stated), **_by_file(stated)}
    edges: dict[str, dict[Step, None]] = defaultdict(dict)
    mentions: dict[str, dict[str, Relation]] = defaultdict(dict)
    definers: dict[str, dict[str, None]] = defaultdict(dict)
    for one in stated:
        for relation in one.graph.relations:
            target = _meant(relation, one.uri, uris, by_name)
            if target is not None:
                for step in _steps(relation, one.document, target, by_name):
                    edges[step.source][step] = None
            elif relation.kind is RelationKind.DEFINES:
                for name in {relation.target, relation.means or relation.target}:
                    definers[name][one.document] = None
            elif relation.kind is RelationKind.MENTIONS:
                mentions[relation.target].setdefault(one.document, relation)
    for step in _to_definitions(mentions, definers):
        edges[step.source][step] = None
    communities = communities_of({(step.source, step.target, 1.0) for steps in edges.values() for step in steps})
    return EligibleGraph(
        documents=by_name,
        things=_telling(mentions, definers),
        edges={source: tuple(sorted(steps, key=_place)) for source, steps in edges.items()},
        communities=communities,
        home={document: number for number, members in enumerate(communities) for document in members},
    )


def _place(step: Step) -> tuple[str, int, int, str, str]:
    return step.within, step.start, step.end, step.kind, step.target


def _by_title(stated: Iterable[Stated]) -> dict[Name, str]:
    titles = ((tuple(one.graph.title.split(" ")), one.document) for one in stated if one.graph.title)
    return {name: document for name, document in borne_once(titles).items() if len(name) > 1}


def _by_file(stated: Iterable[Stated]) -> dict[Name, str]:
    return borne_once((words_of(file_name(one.uri)), one.document) for one in stated)


def _meant(relation: Relation, uri: str, uris: Mapping[str, str], by_name: Mapping[Name, str]) -> str | None:
    """Return the document that a relation points at, None where it is none of these."""
    if relation.of is not EntityKind.FILE:
        return by_name.get(tuple(relation.target.split(" ")))
    written = relation.target.lstrip("/")
    candidates = (*candidate_uris(uri, written), f"{written}.{uri.rsplit('.', 1)[-1]}")
    found = next((uris[one] for one in candidates if one in uris), None)
    return by_name.get(words_of(file_name(written))) if found is None else found


def _steps(relation: Relation, document: str, target: str, by_name: Mapping[Name, str]) -> Iterator[Step]:
    """Yield the edge of a relation: from the document it is stated in, or from the one that it names as subject."""
    source = by_name.get(tuple(relation.subject.split(" "))) if relation.subject else document
    kind = RelationKind.CITES if relation.kind is RelationKind.MENTIONS else relation.kind
    if source is not None and source != target:
        yield Step(kind=kind, source=source, target=target, within=document, start=relation.start, end=relation.end)


def _to_definitions(
    mentions: Mapping[str, Mapping[str, Relation]], definers: Mapping[str, Mapping[str, None]]
) -> Iterator[Step]:
    """Yield edges from where a thing is mentioned to the documents that define it."""
    for name, places in mentions.items():
        if len(definers.get(name, ())) in range(1, TELLING + 1) and len(places) <= SPREAD:
            for document, relation in places.items():
                for definer in definers[name]:
                    if definer != document:
                        yield Step(
                            kind=RelationKind.DEFINES,
                            source=document,
                            target=definer,
                            within=document,
                            start=relation.start,
                            end=relation.end,
                        )


def _telling(
    mentions: Mapping[str, Mapping[str, Relation]], definers: Mapping[str, Mapping[str, None]]
) -> dict[Name, tuple[str, ...]]:
    """Return by name the documents that define a thing, else those that mention it, where they are few.

    An acronym that is merely mentioned could stand for anything.
    """
    found: dict[Name, tuple[str, ...]] = {}
    for name in {*mentions, *definers}:
        mentioning = (document for document, one in mentions.get(name, {}).items() if one.of is not EntityKind.ACRONYM)
        documents = tuple(definers.get(name) or mentioning)
        if 0 < len(documents) <= TELLING and len(name.replace(" ", "")) > 1:
            found[tuple(name.split(" "))] = documents
    return found
