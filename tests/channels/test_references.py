"""References between documents: followed hop by hop over what the caller may read, and nothing else (D3, C2, C5)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.channels import references
from aver.channels.declared import declared
from aver.errors import BadConfiguration, DeadlineExceeded
from aver.flows.answering import answer, replay_run
from aver.flows.sources import reference_graph
from aver.stages.graph.naming import names_of
from aver.store.store import Store
from tests.channels.outside import asking, found, searched, together
from tests.flows.asking import caller, fresh, inquiry, log_over
from tests.store.corpus import eligibility, governed, new_version

ANN = eligibility("user:ann")
ASKED = "Who signs the travel request?"
DOCUMENTS: tuple[tuple[str, str], ...] = (
    ("travel.md", "The travel request is signed as POL 07 says."),
    ("pol-0007.md", "Whoever has the budget signs, unless annex-b.md names another."),
    ("annex-b.md", "For trains the office signs."),
    ("pol-0008.md", "Nobody signs for tea."),
)


def written(folder: Path, documents: Sequence[tuple[str, str]] = DOCUMENTS, *reader: str) -> Store:
    store = fresh(folder)
    for uri, text in documents:
        store.add([new_version(uri, [text], governed(*(reader or ("user:ann",))))])
    return store


def reached(store: Store, hops: int, asked: str = ASKED) -> list[str]:
    return [one.uri for one in searched(reference_graph(store, hops=hops), ANN, asked)]


@pytest.fixture(autouse=True)
def one_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a corpus of four documents every one would be among the first five."""
    monkeypatch.setattr(references, "SEEDS", 1)


def test_references_are_followed_as_far_as_the_hops_go(tmp_path: Path) -> None:
    store = written(tmp_path)
    assert reached(store, 1) == ["pol-0007.md"]
    assert reached(store, 2) == ["pol-0007.md", "annex-b.md"]
    assert reached(store, 4) == ["pol-0007.md", "annex-b.md"]


def test_a_document_nobody_may_read_ends_the_way(tmp_path: Path) -> None:
    store = written(tmp_path, (DOCUMENTS[0], DOCUMENTS[2]))
    store.add([new_version("pol-0007.md", [DOCUMENTS[1][1]], governed("user:bob"))])
    assert reached(store, 4) == []


def test_a_document_leads_to_the_successor_it_declares(tmp_path: Path) -> None:
    store = written(tmp_path, DOCUMENTS[3:])
    old = governed("user:ann", superseded_by=("pol-0008.md",))
    store.add([new_version("old.md", ["The travel request is signed by hand."], old)])
    assert reached(store, 1) == ["pol-0008.md"]


def test_documents_that_refer_to_each_other_are_visited_once(tmp_path: Path) -> None:
    circle = (("law-1.md", "The travel request: see law 2, law 1."), ("law-2.md", "Signs are in law 1 and law 2."))
    assert reached(written(tmp_path, circle), 4) == ["law-2.md"]


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("peps/pep-0601.rst", ("pep", "601")),
        ("SEC-POL-API-2025.md", ("sec", "pol", "api", "2025")),
        ("docs/readme.md", None),
        ("7.md", None),
    ],
)
def test_a_file_name_is_a_name_only_where_it_tells_something(uri: str, name: tuple[str, ...] | None) -> None:
    assert names_of({uri: "doc_1"}) == ({} if name is None else {name: "doc_1"})


def test_a_name_that_two_documents_bear_leads_nowhere() -> None:
    assert names_of({"a/pol-7.md": "doc_1", "b/pol-07.md": "doc_2"}) == {}


def test_a_search_past_its_deadline_says_so(tmp_path: Path) -> None:
    with pytest.raises(DeadlineExceeded):
        reference_graph(written(tmp_path), hops=1).search(ANN, ASKED, 8, until=0.0)


@pytest.mark.parametrize("said", ["5", "-1", "true", '"two"'])
def test_a_number_of_hops_that_is_wrong_says_so(tmp_path: Path, said: str) -> None:
    (tmp_path / "sources.toml").write_text(f"graph_hops = {said}\n", encoding="utf-8")
    with pytest.raises(BadConfiguration):
        declared(tmp_path, tenant="t")


def test_what_was_reached_is_packed_with_its_way_and_replayed(tmp_path: Path) -> None:
    store = written(tmp_path)
    log = log_over(store)
    shown = answer(log, inquiry(ASKED), caller("user:ann"), asking(store, [reference_graph(store, hops=2)]))
    assert "pol-0007.md" in [packet["uri"] for packet in shown.packets()]
    assert "graph:references" in str(shown.events)
    assert replay_run(log, caller("user:ann"), shown.run).verdict == "identical"


HIDDEN = st.lists(
    st.tuples(
        st.sampled_from(("pol-7.md", "x/pol-0007.md", "annex-b.md", "pol-0009.md", "y/annex-b.md")),
        st.sampled_from((ASKED, "Signed as annex b says.", "Nothing.")),
    ),
    max_size=4,
)


def observed(folder: Path, hidden: Sequence[tuple[str, str]]) -> list[object]:
    """Return all that ann can observe of references where bob's documents bear the names of hers."""
    store = written(folder)
    for place, (uri, text) in enumerate(hidden):
        store.add([new_version(f"bob/{place}/{uri}", [text], governed("user:bob"))])
    graph = together([reference_graph(store, hops=3)])
    results = found(graph, ANN, ASKED)
    chunks = [hit.chunk for one in results for hit in one.hits]
    seen = [
        [(one.channel, one.failure, [(h.chunk, h.rank, h.score.hex()) for h in one.hits]) for one in results],
        graph.passages(ANN, chunks),
        graph.confirmed(ANN, chunks),
    ]
    store.close()
    return seen


@settings(max_examples=10)
@given(hidden=HIDDEN)
def test_hidden_documents_change_nothing_on_the_way(
    tmp_path_factory: pytest.TempPathFactory, hidden: list[tuple[str, str]]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(references, "SEEDS", 1)
        worlds = [tmp_path_factory.mktemp("graph") for _ in range(2)]
        assert observed(worlds[0], hidden) == observed(worlds[1], ())


def _names_over_all_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read names from every document of the tenant: a hidden one makes a name ambiguous."""
    real = Store.uris
    both = eligibility("user:ann", "user:bob")
    monkeypatch.setattr(Store, "uris", lambda self, *, eligible: real(self, eligible=both))


def test_a_planted_leak_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [tmp_path / name for name in "abcd"]
    for folder in folders:
        folder.mkdir()
    hidden = [("pol-7.md", "Nothing.")]
    assert observed(folders[0], hidden) == observed(folders[1], ())
    _names_over_all_documents(monkeypatch)
    assert observed(folders[2], hidden) != observed(folders[3], ())
