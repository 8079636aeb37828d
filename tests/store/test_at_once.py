"""Searches of one question share a transaction: one moment, begun once, ended with the question (M2)."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from aver.errors import StoreUnreachable
from aver.stages.analyser import term_keys
from aver.store.store import Store
from tests.store.corpus import eligibility, governed, new_version, open_store, vector_of

ANN = eligibility("ann")
TERMS = sorted(set(term_keys("refund")))


def by_words(store: Store) -> set[str]:
    return {hit.chunk for hit in store.search_lexical(TERMS, 10, eligible=ANN)}


def by_meaning(store: Store) -> set[str]:
    return {hit.chunk for hit in store.search_dense(vector_of("refund"), 10, eligible=ANN)}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = open_store(tmp_path)
    store.add([new_version("one.md", ["refund"], governed("ann"))])
    return store


def begun(store: Store, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that grows by the tenant of each transaction begun to read."""
    tenants: list[str] = []
    read = store.transactions.read

    def counted(tenant: str) -> object:
        tenants.append(tenant)
        return read(tenant)

    monkeypatch.setattr(store.transactions, "read", counted)
    return tenants


def test_both_searches_of_a_question_take_one_transaction_and_find_what_two_would(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    apart = by_words(store), by_meaning(store)
    tenants = begun(store, monkeypatch)
    with store.at_once():
        assert (by_words(store), by_meaning(store)) == apart
        store.search_lexical(TERMS, 10, eligible=eligibility("ann", tenant="other"))
    assert tenants == ["t", "other"]
    by_words(store)
    assert tenants == ["t", "other", "t"]


def test_what_is_committed_between_the_two_is_seen_by_neither_and_by_the_next(store: Store, tmp_path: Path) -> None:
    other = open_store(tmp_path)
    with store.at_once():
        before = by_words(store)
        other.add([new_version("two.md", ["refund"], governed("ann"))])
        assert by_meaning(store) == before
    assert len(by_words(store)) == len(by_meaning(store)) == len(before) + 1


def test_another_thread_has_a_transaction_of_its_own(store: Store, tmp_path: Path) -> None:
    other, seen = open_store(tmp_path), []
    with store.at_once():
        by_words(store)
        other.add([new_version("two.md", ["refund"], governed("ann"))])
        thread = threading.Thread(target=lambda: seen.append(len(by_words(store))))
        thread.start()
        thread.join()
    assert seen == [2]


def test_a_search_that_could_not_begin_leaves_the_next_to_begin_for_itself(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = store.transactions.read
    with store.at_once():

        def away(tenant: str) -> object:
            raise StoreUnreachable("away", hint="wait")

        monkeypatch.setattr(store.transactions, "read", away)
        with pytest.raises(StoreUnreachable):
            by_words(store)
        monkeypatch.setattr(store.transactions, "read", read)
        assert len(by_meaning(store)) == 1
