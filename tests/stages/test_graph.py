"""Entities and relations read off a document by the shape of its words, and communities of a graph (D3)."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.stages.graph import reading
from aver.stages.graph.communities import communities_of, modularity
from aver.stages.graph.naming import folded_name
from aver.stages.graph.reading import graph_of
from aver.stages.planning.catalogue import NO_CATALOGUE, Catalogue, Entity
from aver.values.documents import Document
from aver.values.enrichment import pack, unpack
from aver.values.graph import DocumentGraph, EntityKind, Relation, RelationKind
from tests.channels.graphs import document_of


def read(*paragraphs: str, catalogue: Catalogue = NO_CATALOGUE) -> list[Relation]:
    return list(graph_of(document_of(*paragraphs), catalogue).relations)


def said(kind: RelationKind, *paragraphs: str) -> list[tuple[str, str]]:
    """Return target and words of the relations of one kind."""
    text = document_of(*paragraphs).text
    return [(one.target, text[one.start : one.end]) for one in read(*paragraphs) if one.kind is kind]


@pytest.mark.parametrize(
    ("text", "target", "words"),
    [
        ("It follows PEP 0601 here.", "pep 601", "PEP 0601"),
        ("As :pep:`601` says.", "pep 601", ":pep:`601`"),
        ("As :pep:`that one <601>` says.", "pep 601", ":pep:`that one <601>`"),
        ("See ISO-27001 for it.", "iso 27001", "ISO-27001"),
        ("Gemäß Richtlinie Nr. 7 gilt es.", "richtlinie 7", "Richtlinie Nr. 7"),
        ("See [the terms](/policies/terms-of-use#part) first.", "/policies/terms-of-use", "/policies/terms-of-use"),
        ("It stands in annex-b.md below.", "annex-b.md", "annex-b.md"),
    ],
)
def test_a_citation_is_a_numbered_name_a_link_or_a_file(text: str, target: str, words: str) -> None:
    assert (target, words) in said(RelationKind.CITES, text)


@pytest.mark.parametrize("text", ["It took 601 days.", "See https://example.org/pep-0601.", "Version 3.11.2 is out."])
def test_a_number_an_address_and_a_version_are_no_citations(text: str) -> None:
    assert said(RelationKind.CITES, text) == []


@pytest.mark.parametrize(
    ("text", "target", "words"),
    [
        ("The Data Processing Agreement (DPA) holds.", "dpa", "Data Processing Agreement (DPA)"),
        ("“Personal Data” means any information.", "personal data", "“Personal Data” means"),
        ("**Beta** refers, collectively, to all of it.", "beta", "**Beta** refers, collectively, to"),
        ("„Kunde“ bezeichnet jede Person.", "kunde", "„Kunde“ bezeichnet"),
        ('It is paid (hereinafter "the Fee").', "the fee", ""),
        ('It is paid (the "Fee").', "fee", '(the "Fee")'),
    ],
)
def test_a_definition_names_its_term_where_it_stands(text: str, target: str, words: str) -> None:
    assert ((target, words) in said(RelationKind.DEFINES, text)) == bool(words)


def test_an_acronym_is_defined_with_what_it_means() -> None:
    (found,) = [one for one in read("The Data Processing Agreement (DPA) holds.") if one.of is EntityKind.ACRONYM][:1]
    assert (found.target, found.means) == ("dpa", "data processing agreement")


@pytest.mark.parametrize(
    ("text", "kind", "subject", "target"),
    [
        ("This policy supersedes Policy 6.", RelationKind.SUPERSEDES, "", "policy 6"),
        ("PEP 345 was superseded by PEP 566.", RelationKind.SUPERSEDED_BY, "pep 345", "pep 566"),
        ("It has been withdrawn in favour of :pep:`605`.", RelationKind.SUPERSEDED_BY, "", "pep 605"),
        ("Dieses Dokument ersetzt Richtlinie 6.", RelationKind.SUPERSEDES, "", "richtlinie 6"),
        ("Richtlinie 6 wird ersetzt durch Richtlinie 7.", RelationKind.SUPERSEDED_BY, "richtlinie 6", "richtlinie 7"),
    ],
)
def test_who_supersedes_whom_is_read_with_its_subject(text: str, kind: RelationKind, subject: str, target: str) -> None:
    found = [(one.kind, one.subject, one.target) for one in read(text) if one.kind is not RelationKind.CITES]
    assert (kind, subject, target) in found


def test_without_a_subject_nobody_supersedes_anybody() -> None:
    found = read("The committee said the old rule replaces Policy 6.")
    assert {one.kind for one in found} == {RelationKind.CITES}


def test_a_field_declares_successors_where_it_stands() -> None:
    text = "Title: One\nSuperseded-By: 566, 643\nReplaces: 314"
    document = document_of(text, fields=(("superseded-by", "566, 643"), ("replaces", "314"), ("status", "old")))
    found = graph_of(document, NO_CATALOGUE).relations
    assert [(one.kind.value, one.target, text[one.start : one.end]) for one in found] == [
        ("superseded_by", "566", "566"),
        ("superseded_by", "643", "643"),
        ("supersedes", "314", "314"),
    ]


def test_codes_and_catalogued_names_are_mentions() -> None:
    catalogue = Catalogue(entities=(Entity(id="ACME-1", name="Acme Corporation", aliases=("Acme",)),))
    text = "Since SEC-POL-2025 Acme uses ``frozen_dict`` and the acme corporation does too."
    found = [(one.of.value, one.target) for one in read(text, catalogue=catalogue) if one.kind is RelationKind.MENTIONS]
    assert ("identifier", "sec pol 2025") in found
    assert ("identifier", "frozen dict") in found
    assert found.count(("catalogued", "acme 1")) == 2


def test_a_title_counts_only_where_it_stands_in_the_text() -> None:
    named = graph_of(document_of("# Travel Costs", "All of it.", title="Travel Costs"), NO_CATALOGUE)
    assert (named.title, named.title_span) == ("travel costs", (2, 14))
    assert graph_of(document_of("All of it.", title="Travel Costs"), NO_CATALOGUE).title == ""


def test_places_beyond_the_bounds_are_counted_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    found = graph_of(document_of("PEP 1. " * 10), NO_CATALOGUE)
    cites = [one for one in found.relations if one.kind is RelationKind.CITES]
    assert len(cites) == reading.PLACES
    monkeypatch.setattr(reading, "MOST_RELATIONS", 2)
    assert len(graph_of(document_of("PEP 1, PEP 2, PEP 3."), NO_CATALOGUE).relations) == 2


SHAPES = "PEP 601 |:pep:`|`|``|(|)|the “|” means |[a](|/x-y |.md |replaces |It |\n|is replaced by |Law |07|ABC |A-1-"
ODD = ("_", "**", "\x00", "ß", "\ud800", "Á", "\u2028", "Nr. ", " (ABC) ", "A B C")
PIECES = st.sampled_from((*SHAPES.split("|"), *ODD))


@settings(max_examples=60)
@given(pieces=st.lists(PIECES | st.text(max_size=5), max_size=40), title=st.text(max_size=8))
def test_whatever_the_text_every_span_lies_in_it_and_holds_its_target(pieces: list[str], title: str) -> None:
    document = document_of("".join(pieces), title=title, fields=(("replaces", title), ("superseded-by", "PEP 601")))
    found = graph_of(document, NO_CATALOGUE)
    for one in found.relations:
        assert 0 <= one.start < one.end <= len(document.text)
        words = document.text[one.start : one.end]
        assert one.target
        assert one.target == words if one.of is EntityKind.FILE else one.target.split(" ")[-1] in folded_name(words)
    if found.title_span is not None:
        assert document.text[slice(*found.title_span)] == title


@pytest.mark.parametrize("piece", ["`", "(the “", ":pep:`<", "[a](", "A-1-", "It replaces ", "\t:", "*_`", "(AB) "])
def test_a_hostile_text_is_read_in_a_time_that_grows_with_its_length(piece: str) -> None:
    sentence = f"{piece * (1_000 // len(piece))}. Then. "
    document = document_of(sentence * 100, piece * 50_000, fields=(("replaces", "x, " * 1_000),))
    began = time.process_time()
    graph_of(document, NO_CATALOGUE)
    assert time.process_time() - began < 5


def test_what_was_read_survives_storing() -> None:
    found = graph_of(document_of("The Data Processing Agreement (DPA) is PEP 1.", title="PEP 1"), NO_CATALOGUE)
    assert unpack(DocumentGraph, pack(found)) == found


def test_a_document_without_prose_states_nothing() -> None:
    empty = Document(title="", text="", blocks=(), media_type="text/plain", parser="test", language="en")
    assert graph_of(empty, NO_CATALOGUE).relations == ()


def _clique(*nodes: str) -> Iterable[tuple[str, str, float]]:
    return ((one, other, 1.0) for one, other in itertools.combinations(nodes, 2))


def test_two_cliques_with_one_bridge_are_two_communities() -> None:
    edges = [*_clique("a", "b", "c", "d"), *_clique("w", "x", "y", "z"), ("d", "w", 1.0)]
    assert communities_of(edges) == (("d", "a", "b", "c"), ("w", "x", "y", "z"))


def test_a_ring_of_cliques_is_taken_apart_into_them() -> None:
    rings = [[f"{ring}{node}" for node in "abcde"] for ring in range(6)]
    bridges = [(rings[ring][0], rings[(ring + 1) % 6][1], 1.0) for ring in range(6)]
    found = communities_of([*(edge for ring in rings for edge in _clique(*ring)), *bridges])
    assert sorted(map(sorted, found)) == rings


EDGES = st.lists(
    st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh"), st.sampled_from((0.5, 1.0, 2.0))), max_size=25
)


@settings(max_examples=100)
@given(edges=EDGES, order=st.randoms(use_true_random=False))
def test_communities_part_the_graph_whatever_the_order_of_its_edges(
    edges: list[tuple[str, str, float]], order: object
) -> None:
    real = [edge for edge in edges if edge[0] != edge[1]]
    found = communities_of(edges)
    members = [node for community in found for node in community]
    assert sorted(members) == sorted({node for one, other, _ in real for node in (one, other)})
    shuffled = [(other, one, weight) for one, other, weight in edges]
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    assert communities_of(shuffled) == found
    assert modularity(real, found) >= modularity(real, [[node] for node in members]) - 1e-9
    assert modularity(real, found) >= -1e-9
