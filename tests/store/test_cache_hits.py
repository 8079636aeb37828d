"""What a cache counts is what it did: a hit only where nothing that the answer depends on has changed (M6, M8)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aver.flows.claim_search import frozen_claims
from aver.flows.claims import unfreeze
from aver.stages.analyser import term_keys
from aver.stages.eligibility import eligibility_of
from aver.store.claim_index import ClaimIndex
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.testing import HashEmbedder
from tests.claims.desks import RATE, desk, live
from tests.claims.desks import a_store as store_with_a_datasheet
from tests.store.corpus import eligibility, governed, new_version, open_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = open_store(tmp_path)
    made.add([new_version("refund.md", ["refund policy annual", "monthly refund"], governed("ann"))])
    yield made
    made.close()


def counted(store: Store, principal: str) -> dict[str, tuple[int, int]]:
    """Search as somebody and return what that added to the (hits, misses) of each cache."""
    before = store.hits.counts()
    store.search_lexical(term_keys("refund"), 5, eligible=eligibility(principal))
    return {
        name: (hits - before.get(name, (0, 0))[0], misses - before.get(name, (0, 0))[1])
        for name, (hits, misses) in store.hits.counts().items()
    }


def test_the_same_search_again_is_found_in_every_cache(store: Store) -> None:
    assert counted(store, "ann") == {"eligible_rows": (0, 1), "index": (0, 1), "posting_blocks": (0, 0)}
    assert counted(store, "ann") == {"eligible_rows": (1, 0), "index": (1, 0), "posting_blocks": (0, 0)}


def test_another_caller_shares_the_index_and_nothing_that_was_opened_for_somebody_else(store: Store) -> None:
    counted(store, "ann")
    assert counted(store, "bob")["eligible_rows"] == (0, 1)
    assert counted(store, "bob")["index"] == (1, 0)


def test_a_new_document_and_a_change_of_readers_are_looked_for_anew(store: Store) -> None:
    counted(store, "ann")
    store.add([new_version("other.md", ["refund window"], governed("ann"))])
    assert counted(store, "ann")["index"] == (0, 1)
    version = store.latest("t", "other.md")
    assert version is not None
    with store.transactions.write() as connection:
        change_governance(connection, [version.key], governed("bob"))
    changed = counted(store, "ann")
    assert (changed["index"], changed["eligible_rows"]) == ((0, 1), (0, 1))


def test_a_change_of_another_tenant_leaves_the_caches_of_this_one_alone(store: Store) -> None:
    counted(store, "ann")
    store.add([new_version("theirs.md", ["refund"], governed("ann", tenant="other"))])
    again = counted(store, "ann")
    assert (again["index"], again["eligible_rows"]) == ((1, 0), (1, 0))


def test_frozen_claims_are_looked_for_anew_once_one_was_taken_out_of_service(tmp_path: Path) -> None:
    store = store_with_a_datasheet(tmp_path)
    who = desk(store)
    (name,) = live(who, RATE)
    index, eligible = ClaimIndex(store), eligibility_of(who.caller, as_of=who.at[:10])

    def lookups() -> tuple[int, int]:
        before = store.hits.counts().get("frozen_claims", (0, 0))
        frozen_claims(index, HashEmbedder(), "sensor bottles", 5, eligible=eligible)
        after = store.hits.counts()["frozen_claims"]
        return after[0] - before[0], after[1] - before[1]

    first, second = lookups(), lookups()
    assert (first[1] > 0, second[0] > 0, second[1]) == (True, True, 0)
    unfreeze(who, name, reason="wrong")
    assert lookups()[1] > 0
    store.close()
