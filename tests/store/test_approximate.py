"""Looking for neighbours by pgvector's graph: what holds even so, and that nothing changes for others."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import psycopg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.errors import BadConfiguration, StoreDamaged
from aver.flows.ask import ask
from aver.flows.tools import ask_tools
from aver.stages.steps import happened
from aver.stages.wire import ask_json
from aver.store import near_search, segments
from aver.store.doctor_near import near_problems
from aver.store.engine import Transactions, open_engine
from aver.store.home import create_home
from aver.store.near_building import build, drop, fill_near
from aver.store.near_vectors import clear_near_tenant, require_near
from aver.store.rebuilding import rebuild
from aver.store.store import Store
from aver.testing import HashEmbedder
from aver.values.events import Retrieved
from aver.values.governance import Caller, Eligibility
from aver.values.identity import document_id
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.store.adapters import APPLICATION, let_in, on_server, once, server, url_of
from tests.store.corpus import DIMENSION, eligibility, governed, new_version, open_tables, vector_of
from tests.store.test_both_alike import AT, CALLERS, TENANTS, events, observed, step

QUERY = vector_of("annual refund")
EVERYTHING = 10_000


@pytest.fixture
def graph(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the graph however few rows are eligible, and seal what a test adds."""
    made_small(monkeypatch)


def made_small(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(near_search, "EXACT_UP_TO", 0)
    patch.setattr(segments, "SEAL_AT", 7)
    patch.setattr(segments, "MERGE_AT", 3)
    patch.setattr(segments, "VECTOR_BLOCK_ROWS", 4)


def opened(folder: Path, *, built: bool = True) -> tuple[Store, Store]:
    """Return the exact and the approximate store over one home whose derived table is built."""
    transactions = open_tables(folder)
    if built:
        build_in(transactions)
    return Store(transactions, dimension=DIMENSION), Store(transactions, dimension=DIMENSION, unsafe_approximate=True)


def build_in(transactions: Transactions) -> int:
    with psycopg.connect(server(), autocommit=True) as admin:
        admin.execute("CREATE EXTENSION IF NOT EXISTS vector SCHEMA public")
    with transactions.write() as connection:
        return build(connection, DIMENSION)


def problems(store: Store) -> list[str]:
    with store.transactions.read() as connection:
        return [one.detail for tenant in TENANTS for one in near_problems(connection, tenant)]


def every(store: Store, who: Eligibility) -> dict[str, float]:
    return {hit.chunk: hit.score for hit in store.search_dense(QUERY, EVERYTHING, eligible=who)}


@on_server
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 10), k=st.integers(1, 12), after=st.integers(0, 9))
@settings(max_examples=60)
def test_after_any_history_what_is_found_is_eligible_at_that_moment_scored_exactly_and_as_many_as_asked(
    seed: int, steps: int, k: int, after: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        made_small(patch)
        exact, near = opened(tmp_path_factory.mktemp("home"), built=False)
        for number in range(steps):
            if number == min(after, steps - 1):
                build_in(exact.transactions)
            step(exact, seed, number)
        for tenant in TENANTS:
            for person in CALLERS:
                who = eligibility(*person, tenant=tenant)
                allowed = every(exact, who)
                hits, how = near.search_near(QUERY, k, eligible=who)
                assert how is not None and how.wanted == len(hits) == min(k, len(allowed))
                assert all(allowed.get(hit.chunk) == hit.score for hit in hits)
                assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        assert problems(exact) == []
        exact.close()


def filled(store: Store, mine: int, others: int) -> None:
    """Put in `mine` chunks that ann may read, and `others` that only bob may, all of these nearer to the query."""
    far = [f"sensor glass window {number}" for number in range(mine)]
    close = [f"annual refund {number}" for number in range(others)]
    store.add([new_version("mine.md", far, governed("ann")), new_version("others.md", close, governed("bob"))])


@on_server
def test_where_the_graph_comes_short_every_eligible_row_is_scored(
    tmp_path: Path, graph: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    exact, near = opened(tmp_path)
    filled(exact, 6, 120)
    who = eligibility("ann")
    monkeypatch.setattr(near_search, "MAX_SCAN_TUPLES", 1)
    hits, how = near.search_near(QUERY, 5, eligible=who)
    assert how is not None and how.exact and how.found is not None and how.found < 5 == how.wanted
    assert hits == exact.search_dense(QUERY, 5, eligible=who)


@on_server
def test_the_scan_goes_on_past_rows_that_are_not_eligible_until_it_has_enough(tmp_path: Path, graph: None) -> None:
    exact, near = opened(tmp_path)
    filled(exact, 60, 300)
    who = eligibility("ann")
    hits, how = near.search_near(QUERY, 5, eligible=who)
    assert how is not None and not how.exact and how.found is not None and how.found >= 5
    assert hits == exact.search_dense(QUERY, 5, eligible=who)


@on_server
def test_with_few_eligible_rows_the_graph_is_not_asked(tmp_path: Path) -> None:
    exact, near = opened(tmp_path)
    filled(exact, 6, 120)
    hits, how = near.search_near(QUERY, 5, eligible=eligibility("ann"))
    assert how is not None and how.exact and how.found is None
    assert hits == exact.search_dense(QUERY, 5, eligible=eligibility("ann"))
    nobody, _ = near.search_near(QUERY, 5, eligible=eligibility("stranger"))
    assert nobody == ()


@on_server
def test_what_is_deleted_or_closed_is_not_found_by_the_next_search(tmp_path: Path, graph: None) -> None:
    exact, near = opened(tmp_path)
    filled(exact, 30, 30)
    ann, bob = eligibility("ann"), eligibility("bob")
    assert near.search_dense(QUERY, 5, eligible=ann) and near.search_dense(QUERY, 5, eligible=bob)
    name = document_id(tenant="t", uri="mine.md")
    exact.delete(name, tenant="t", actor="ann", at=AT, erase=lambda *_: 0)
    exact.add([new_version("others.md", [f"annual refund {number}" for number in range(30)], governed("eve"))])
    assert near.search_dense(QUERY, 5, eligible=ann) == near.search_dense(QUERY, 5, eligible=bob) == ()
    assert len(near.search_dense(QUERY, 5, eligible=eligibility("eve"))) == 5
    assert problems(exact) == []


@on_server
def test_a_derived_row_without_its_chunk_or_under_another_version_is_never_shown(tmp_path: Path, graph: None) -> None:
    exact, near = opened(tmp_path)
    filled(exact, 30, 3)
    who = eligibility("ann")
    with exact.transactions.write() as connection:
        mine = "(SELECT min(version) FROM near_vector)"
        connection.exec_driver_sql(f"UPDATE near_vector SET version = {mine} WHERE version <> {mine}")
    hits, how = near.search_near(QUERY, 5, eligible=who)
    assert how is not None and not how.exact
    assert hits == exact.search_dense(QUERY, 5, eligible=who)
    assert len(problems(exact)) == 3


@on_server
def test_a_derived_table_that_lacks_rows_is_an_error_and_the_doctor_names_them(tmp_path: Path) -> None:
    exact, near = opened(tmp_path)
    filled(exact, 6, 6)
    with exact.transactions.write() as connection:
        connection.exec_driver_sql("DELETE FROM near_vector WHERE id = (SELECT min(id) FROM near_vector)")
        connection.exec_driver_sql(
            "UPDATE near_vector SET vector = (SELECT vector FROM near_vector ORDER BY id LIMIT 1) "
            "WHERE id = (SELECT max(id) FROM near_vector)"
        )
        connection.exec_driver_sql(
            "INSERT INTO near_vector SELECT tenant, decode(md5('x'), 'hex'), version, exact, vector FROM near_vector "
            "LIMIT 1"
        )
    lacking = [who for who in ("ann", "bob") if not _searched(near, who)]
    assert len(lacking) == 1
    assert sorted(problems(exact)) == [
        "a derived vector without a chunk",
        "no derived vector",
        "the derived vector, or its version, is another than the index has",
    ]
    build_in(exact.transactions)
    assert problems(exact) == [] and all(_searched(near, who) for who in ("ann", "bob"))


def _searched(store: Store, who: str) -> bool:
    try:
        return len(store.search_dense(QUERY, 10, eligible=eligibility(who))) == 6
    except StoreDamaged:
        return False


@on_server
def test_a_run_says_that_it_was_approximate_and_one_without_the_setting_says_nothing(tmp_path: Path) -> None:
    exact, near = opened(tmp_path)
    filled(exact, 6, 6)
    asked = Inquiry(question=Sealed("What is the sensor glass?"))
    ann = Caller(user="ann", tenant="t", principals=frozenset({"ann"}))
    shown = {}
    for name, store in (("exact", exact), ("near", near)):
        run = [*ask(asked, ann, ask_tools(store, HashEmbedder()))]
        retrieved = next(event for event in run if isinstance(event, Retrieved))
        shown[name] = ask_json("run", run, timings_ms={}), [one.approximation for one in retrieved.channels], run
        assert ("(approximate)" in happened(retrieved)) is (name == "near")
    assert shown["near"][0]["approximate"] == ["dense"] and "approximate" not in shown["exact"][0]
    assert shown["exact"][1] == [None, None] and shown["near"][1][1] is not None


@on_server
def test_building_the_table_changes_nothing_for_who_does_not_ask_for_it(tmp_path: Path) -> None:
    exact, _ = opened(tmp_path, built=False)
    for number in range(6):
        step(exact, 7, number)
    before = observed(exact, 7), events(exact)
    build_in(exact.transactions)
    assert (observed(exact, 7), events(exact)) == before
    newcomer = Store(open_tables(tmp_path), dimension=DIMENSION)
    assert observed(newcomer, 7) == before[0]


@on_server
def test_without_the_table_the_extension_or_the_right_to_make_one_the_error_names_the_setting(tmp_path: Path) -> None:
    exact, near = opened(tmp_path, built=False)
    exact.add([new_version("mine.md", ["refund"], governed("ann"))])
    for refused in (
        lambda: require_near(exact.transactions),
        lambda: near.search_dense(QUERY, 5, eligible=eligibility("ann")),
    ):
        with pytest.raises(BadConfiguration, match=r"unsafe_approximate.*near_vector"):
            refused()
    with psycopg.connect(server(), autocommit=True) as admin:
        admin.execute("DROP DATABASE IF EXISTS without_pgvector")
        admin.execute("CREATE DATABASE without_pgvector")
    bare = Transactions(open_engine(tmp_path, server().replace("/postgres?", "/without_pgvector?")))
    with pytest.raises(BadConfiguration, match=r"unsafe_approximate.*no pgvector"), bare.write() as connection:
        build(connection, DIMENSION)
    bare.engine.dispose()


@once
def test_a_folder_has_no_such_table_and_is_always_searched_exactly(tmp_path: Path) -> None:
    exact, near = opened(tmp_path, built=False)
    exact.add([new_version("mine.md", ["refund"], governed("ann"))])
    with pytest.raises(BadConfiguration, match="unsafe_approximate needs a home in PostgreSQL"):
        near.search_dense(QUERY, 5, eligible=eligibility("ann"))
    with (
        pytest.raises(BadConfiguration, match="unsafe_approximate needs a home"),
        exact.transactions.write() as connection,
    ):
        build(connection, DIMENSION)


@on_server
def test_an_application_behind_row_level_security_fills_and_searches_the_table_but_may_not_build_it(
    tmp_path: Path, graph: None
) -> None:
    url = url_of(tmp_path)
    owner = create_home(tmp_path, encoder="e", url=url)
    build_in(owner)
    let_in(url)
    application = Transactions(open_engine(tmp_path, url.replace("//aver@", f"//{APPLICATION}@")))
    near = Store(application, dimension=DIMENSION, unsafe_approximate=True)
    filled(near, 30, 30)
    near.add([new_version("mine.md", ["annual refund"], governed("ann", tenant="other"))])
    hits, how = near.search_near(QUERY, 20, eligible=eligibility("ann"))
    assert len(hits) == 20 and how is not None and how.found is not None and how.found >= 20
    assert len(near.search_dense(QUERY, 30, eligible=eligibility("ann", tenant="other"))) == 1
    with psycopg.connect(url.replace("//aver@", f"//{APPLICATION}@")) as silent:
        assert silent.execute("SELECT count(*) FROM near_vector").fetchone() == (0,)
    with pytest.raises(BadConfiguration, match="unsafe_approximate"), application.write() as connection:
        build(connection, DIMENSION)
    near.close()
    owner.engine.dispose()


@on_server
def test_an_index_made_anew_by_a_shorter_encoder_fills_the_table_anew(tmp_path: Path) -> None:
    transactions = create_home(tmp_path, encoder="e", url=url_of(tmp_path))
    build_in(transactions)
    version = replace(new_version("mine.md", ["refund", "glass", "sensor"], governed("ann")), pipeline="a b c d")
    Store(transactions, dimension=DIMENSION).add([version])
    short = np.eye(64, dtype=np.float32)
    assert rebuild(transactions, encode=lambda texts: short[: len(texts)], encoder="other") == 3
    store = Store(transactions, dimension=64, unsafe_approximate=True)
    assert problems(store) == []
    assert len(store.search_dense((short[0] * 32767).astype(np.int16), 9, eligible=eligibility("ann"))) == 3
    with transactions.write() as connection:
        assert drop(connection) and not drop(connection)
    store.close()


@on_server
def test_the_rows_of_one_tenant_come_and_go_without_those_of_another(tmp_path: Path) -> None:
    exact, near = opened(tmp_path)
    filled(exact, 6, 6)
    exact.add([new_version("mine.md", ["annual refund"], governed("ann", tenant="other"))])
    with exact.transactions.write() as connection:
        clear_near_tenant(connection, "t")
    assert problems(exact) == ["no derived vector"] * 12
    assert len(near.search_dense(QUERY, 5, eligible=eligibility("ann", tenant="other"))) == 1
    with exact.transactions.write() as connection:
        assert fill_near(connection, "t") == 12
    assert problems(exact) == []


@on_server
def test_the_vectors_of_sealed_segments_stay_in_the_database(tmp_path: Path, graph: None) -> None:
    exact, near = opened(tmp_path)
    filled(exact, 30, 30)
    for store, held in ((exact, True), (near, False)):
        with store.transactions.read() as connection:
            segments_held = store._index.snapshot(connection, "t").segments
        assert segments_held and all((one.matrix is not None) is held for one in segments_held)
