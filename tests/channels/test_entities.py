"""Entities and relations followed over what the caller may read, and nothing else (D3, C2, C5, A9)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.channels import entities as channel
from aver.channels.declared import declared
from aver.channels.eligible_graph import EligibleGraph, joined
from aver.config import Settings
from aver.errors import BadConfiguration, DeadlineExceeded, TooLarge
from aver.flows import graph as flow
from aver.flows.answering import answer, replay_run
from aver.flows.graph import GraphCache
from aver.flows.graph_enricher import graph_enricher, graph_producer
from aver.flows.sources import open_sources
from aver.stages.graph.naming import names_of
from aver.stages.planning.catalogue import Catalogue, Entity
from aver.store.store import Store
from aver.values.enrichment import EnrichmentKind
from aver.values.events import Retrieved
from aver.values.governance import Eligibility
from aver.values.graph import RelationKind, Step
from tests.channels.graphs import ANN, ASKED, DOCUMENTS, Text, enriched, entities, reached, stated, version_of, written
from tests.channels.outside import asking, found, together
from tests.flows.asking import BagOfWords, caller, inquiry, log_over
from tests.store.corpus import eligibility, governed

BOTH = eligibility("user:ann", "user:bob")


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a corpus of five documents every one would be among the first five."""
    monkeypatch.setattr(channel, "SEEDS", 1)


def test_citations_and_definitions_are_followed_as_far_as_the_hops_go(tmp_path: Path) -> None:
    store = written(tmp_path)
    asked = "Who decides on the BRB for trains?"
    assert reached(store, hops=1)["policy-0007.md"] == ["cites"]
    assert "annex-b.md" not in reached(store, hops=1)
    assert reached(store, hops=1, asked=asked)["annex-b.md"] == ["cites"]
    assert reached(store, hops=1, asked=asked)["policy-0007.md"] == ["named"]


def test_the_mention_of_a_thing_leads_to_what_defines_it() -> None:
    graph = joined([stated("a.md", "The BRB decides."), stated("b.md", "The Budget Review Board (BRB) meets.")])
    assert [(one.kind, one.source, one.target) for one in graph.leaving("a.md", 0, 16)] == [
        (RelationKind.DEFINES, "a.md", "b.md")
    ]
    assert list(graph.leaving("a.md", 5, 16)) == []


def test_an_alias_leads_where_its_long_form_does() -> None:
    graph = joined([stated("a.md", "The Budget Review Board (BRB) meets.")])
    assert list(graph.named_in("What does the budget review board do?")) == ["a.md"]
    assert list(graph.named_in("What does the BRB do?")) == ["a.md"]
    assert list(graph.named_in("brb")) == []


def test_a_catalogued_name_leads_to_the_few_documents_that_mention_it() -> None:
    catalogue = Catalogue(entities=(Entity(id="Acme Corporation", name="Acme Corp.", aliases=("Acme",)),))
    graph = joined([stated("a.md", "Acme pays.", catalogue=catalogue), stated("b.md", "Nobody pays.")])
    assert list(graph.named_in("What does Acme Corporation pay?")) == ["a.md"]
    assert graph_enricher(catalogue).producer != graph_enricher().producer


def test_who_supersedes_whom_is_an_edge_between_those_two_wherever_it_is_said() -> None:
    news = stated("news.md", "POL 6 was superseded by POL 7.")
    graph = joined([news, stated("pol-6.md", "Old."), stated("pol-7.md", "New.")])
    (step,) = graph.edges["pol-6.md"]
    assert (step.kind, step.target, step.within) == (RelationKind.SUPERSEDED_BY, "pol-7.md", "news.md")
    assert list(graph.leaving("pol-6.md", 0, 1)) == [step]


def test_a_name_that_two_documents_bear_leads_nowhere() -> None:
    citing = stated("a.md", "See POL 7.")
    assert joined([citing, stated("x/pol-7.md", "One.")]).edges
    assert not joined([citing, stated("x/pol-7.md", "One."), stated("y/pol-07.md", "Two.")]).edges


def test_a_link_is_resolved_like_a_path_before_it_is_taken_for_a_name() -> None:
    citing = stated("x/a.md", "See [this](b.md) and [that](/y/c).")
    others = [stated(uri, "Text.") for uri in ("x/b.md", "y/b.md", "y/c.md", "x/c.md")]
    assert {one.target for one in joined([citing, *others]).edges["x/a.md"]} == {"x/b.md", "y/c.md"}


def test_the_graph_is_the_same_whatever_the_order_of_its_documents() -> None:
    several = [stated(uri, *paragraphs) for uri, paragraphs in DOCUMENTS]
    assert joined(several) == joined(several[::-1])
    assert joined(several).communities == (("annex.md", "annex-b.md"), ("policy-0007.md", "travel.md"))


def test_what_a_community_asserts_comes_as_the_passages_that_hold_the_words(tmp_path: Path) -> None:
    store = written(tmp_path)
    results = found(together([entities(store, hops=0)]), ANN, "Does the office sign for planes?")
    claims = [step for way in results[0].ways for step in way.steps if step.kind is RelationKind.COMMUNITY]
    texts = store.texts([one.within for one in claims], eligible=ANN)
    assert claims
    assert "For planes the office signs the request." in {texts[one.within][one.start : one.end] for one in claims}


def test_the_way_to_what_was_found_is_in_the_events_and_is_replayed(tmp_path: Path) -> None:
    store = written(tmp_path)
    log = log_over(store)
    shown = answer(log, inquiry(ASKED), caller("user:ann"), asking(store, [entities(store)]))
    (event,) = (one for one in shown.events if isinstance(one, Retrieved))
    ways = [way for one in event.channels if one.channel == "graph:entities" for way in one.ways]
    uris = store.uris(eligible=ANN)
    expected = Step(
        kind=RelationKind.CITES,
        source=uris["travel.md"],
        target=uris["policy-0007.md"],
        within=uris["travel.md"],
        start=32,
        end=40,
    )
    assert (expected,) in [way.steps for way in ways]
    assert "policy-0007.md" in [packet["uri"] for packet in shown.packets()]
    assert replay_run(log, caller("user:ann"), shown.run).verdict == "identical"


@pytest.mark.parametrize(
    ("said", "channels"),
    [("", []), ("graph_hops = 2", ["graph:references"]), ('graph_hops = 2\ngraph = "entities"', ["graph:entities"])],
)
def test_a_home_says_which_graph_it_follows(tmp_path: Path, said: str, channels: list[str]) -> None:
    (tmp_path / "sources.toml").write_text(f"seconds = 5\n{said}\n", encoding="utf-8")
    opened = open_sources(Settings(home=tmp_path, user_folder=tmp_path), BagOfWords(), written(tmp_path))
    assert ([] if opened is None else [one.name for one in opened.sources]) == channels


def test_a_graph_that_is_none_says_so(tmp_path: Path) -> None:
    (tmp_path / "sources.toml").write_text('graph = "everything"\n', encoding="utf-8")
    with pytest.raises(BadConfiguration):
        declared(tmp_path, tenant="t")


def test_no_hop_and_no_search_goes_beyond_its_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = tuple((f"law-{number}.md", ("The law.",)) for number in range(30))
    cites = ("travel.md", ("The travel request: " + ", ".join(f"Law {number}" for number in range(30)),))
    store = written(tmp_path, (cites, *many))
    searches: list[Eligibility] = []
    source = entities(store, hops=1)
    real = source.find

    def find(eligible: Eligibility, asked: str, k: int) -> object:
        searches.append(eligible)
        return real(eligible, asked, k)

    monkeypatch.setattr(channel, "MOST_EDGES", 10)
    object.__setattr__(source, "find", find)
    assert len(found(together([source]), ANN, "travel request")[0].hits) <= 8
    assert [len(one.documents) for one in searches if one.documents is not None] == [10]
    searches.clear()
    monkeypatch.setattr(channel, "MOST_EDGES", 0)
    found(together([source]), ANN, " ".join(f"law {number}" for number in range(30)))
    assert [len(one.documents) for one in searches if one.documents is not None] == [channel.MOST_DOCUMENTS]


def test_a_search_past_its_deadline_says_so(tmp_path: Path) -> None:
    with pytest.raises(DeadlineExceeded):
        entities(written(tmp_path)).search(ANN, ASKED, 8, until=0.0)


def test_more_documents_than_a_graph_is_made_of_fail_the_channel(tmp_path: Path) -> None:
    with pytest.raises(TooLarge):
        GraphCache(written(tmp_path), producer=graph_producer(), most=4).graph(ANN)


def test_a_document_that_is_not_extracted_yet_is_in_no_graph(tmp_path: Path) -> None:
    store = written(tmp_path)
    cache = GraphCache(store, producer=graph_producer())
    before = cache.graph(ANN)
    store.add([version_of("law-1.md", ["See policy-0008.md."], governed("user:ann"))])
    assert cache.graph(ANN) is before
    enriched(store)
    assert store.uris(eligible=ANN)["law-1.md"] in cache.graph(ANN).edges


def test_deleting_a_document_takes_what_it_stated_with_it(tmp_path: Path) -> None:
    store = written(tmp_path)
    document = store.uris(eligible=ANN)["travel.md"]
    cache = GraphCache(store, producer=graph_producer())
    assert document in cache.graph(ANN).edges
    receipt = store.delete(document, tenant="t", actor="ann", at="2026-01-03", erase=lambda *_: None)
    assert dict(receipt.removed)["enrichments"] == 2
    assert document not in cache.graph(ANN).edges
    assert store.enrichments(EnrichmentKind.GRAPH, graph_producer(), [document], eligible=ANN) == ()


HIDDEN: tuple[Text, ...] = (
    ("x/policy-7.md", ("Nothing.",)),
    ("bob.md", ("The Big Red Button (BRB) is elsewhere.",)),
    ("news.md", ("Policy 7 was superseded by Policy 8.", "The travel request: see annex-b.md, travel.md, annex.md.")),
    ("y/annex-b.md", ("Who signs the travel request for planes?",)),
    ("law-1.md", ("See travel.md, Policy 7, Policy 8, annex.md and annex-b.md for the travel request.",)),
)
QUESTIONS = (ASKED, "What does the BRB decide for trains?", "Who signs as Policy 7 says?")


def observed(store: Store, hidden: bool = True) -> list[object]:
    """Return all that ann can observe of the graph, ids included; bob asks first where there is something hidden."""
    graph = together([entities(store)])
    if hidden:
        found(graph, eligibility("user:bob"), ASKED)
        found(graph, BOTH, ASKED)
    seen: list[object] = []
    for asked in QUESTIONS:
        results = found(graph, ANN, asked)
        chunks = [hit.chunk for one in results for hit in one.hits]
        seen += [[(one.channel, one.failure, one.ways) for one in results], graph.passages(ANN, chunks)]
        seen.append([(h.chunk, h.rank, h.score.hex()) for one in results for h in one.hits])
    seen.append(GraphCache(store, producer=graph_producer()).graph(ANN))
    store.close()
    return seen


def worlds(folder: Path, hidden: Sequence[Text]) -> list[list[object]]:
    """Return what ann observes with and without the hidden documents."""
    folders = [folder / name for name in ("with", "without")]
    for one in folders:
        one.mkdir(parents=True)
    return [observed(written(folders[0], hidden=hidden)), observed(written(folders[1]), hidden=False)]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> list[object]:
    """What ann observes where there is nothing else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(channel, "SEEDS", 1)
        return observed(written(tmp_path_factory.mktemp("alone")), hidden=False)


NAMES = ("policy-7", "policy-0007", "policy-8", "annex-b", "travel", "annex", "law-1", "news")
SAID = (
    *(text for _, paragraphs in (*DOCUMENTS, *HIDDEN) for text in paragraphs),
    "Policy 8 supersedes Policy 7.",
    "See [the annex](../annex-b.md) and Annex B.",
    "“Travel request” means any request.",
    "The BRB and ``brb`` are the same.",
)
WORLD = st.lists(
    st.tuples(
        st.builds("{}/{}.{}".format, st.sampled_from("abc"), st.sampled_from(NAMES), st.sampled_from(("md", "rst"))),
        st.lists(st.sampled_from(SAID), min_size=1, max_size=3, unique=True).map(tuple),
    ),
    min_size=1,
    max_size=6,
    unique_by=lambda one: one[0],
)


@settings(max_examples=max(8, settings.default.max_examples // 30))
@given(hidden=WORLD)
def test_hidden_documents_change_nothing(
    tmp_path_factory: pytest.TempPathFactory, alone: list[object], hidden: list[Text]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(channel, "SEEDS", 1)
        assert observed(written(tmp_path_factory.mktemp("graph"), hidden=hidden)) == alone


def _one_graph_for_all(patch: pytest.MonkeyPatch) -> None:
    """Put the graph together once, for whoever asks first."""
    patch.setattr(flow, "tagged_hash", lambda *_: "the graph")


Join = Callable[[EligibleGraph, EligibleGraph, Mapping[str, str]], EligibleGraph]


def _from_both(join: Join) -> Callable[[pytest.MonkeyPatch], None]:
    """Return the leak of a graph made of the caller's, everybody's, and the readable documents by name."""
    real = GraphCache.graph

    def graph(self: GraphCache, eligible: Eligibility) -> EligibleGraph:
        readable = names_of({one: one for one in self._store.uris(eligible=eligible).values()})
        return join(real(self, eligible), real(self, BOTH), readable)

    return lambda patch: patch.setattr(GraphCache, "graph", graph)


def _communities_over_everything(mine: EligibleGraph, everybody: EligibleGraph, _: Mapping[str, str]) -> EligibleGraph:
    """Find communities in the graph of all documents, and show of them what is the caller's."""
    return replace(mine, communities=everybody.communities, home=everybody.home)


def _aliases_of_everybody(mine: EligibleGraph, everybody: EligibleGraph, readable: Mapping[str, str]) -> EligibleGraph:
    """Resolve names and aliases over all documents, and drop afterwards what leads to a hidden one."""
    open_to_me = set(readable.values())
    things = {name: tuple(one for one in all_ if one in open_to_me) for name, all_ in everybody.things.items()}
    return replace(
        mine,
        documents={name: one for name, one in everybody.documents.items() if one in open_to_me},
        things={name: documents for name, documents in things.items() if documents},
    )


def _edges_of_everybody(mine: EligibleGraph, everybody: EligibleGraph, readable: Mapping[str, str]) -> EligibleGraph:
    """Keep the edges between readable documents that a hidden one states."""
    open_to_me = set(readable.values())
    kept = {source: steps for source, steps in everybody.edges.items() if source in open_to_me}
    return replace(
        mine,
        edges={source: tuple(one for one in steps if one.target in open_to_me) for source, steps in kept.items()},
    )


@pytest.mark.parametrize(
    "leak",
    [_one_graph_for_all, *map(_from_both, (_communities_over_everything, _aliases_of_everybody, _edges_of_everybody))],
)
def test_a_planted_leak_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: Callable[[pytest.MonkeyPatch], None]
) -> None:
    leak(monkeypatch)
    with_hidden, without = worlds(tmp_path, HIDDEN)
    assert with_hidden[:-1] != without[:-1]
