"""Both stores are one: the same history gives the same ids, order, score bits, events and errors (architecture.md)."""

from __future__ import annotations

import random
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.errors import AverError
from aver.flows.ask import ask
from aver.flows.tools import ask_tools
from aver.stages.analyser import term_keys
from aver.store import segments
from aver.store.store import Store
from aver.testing import HashEmbedder
from aver.values.governance import Caller, Classification, Status
from aver.values.identity import document_id
from aver.values.inquiry import Inquiry
from aver.values.sealed import Sealed
from tests.depth import deep, quickly
from tests.store.adapters import POSTGRESQL, SQLITE, once, placed
from tests.store.corpus import WORDS, eligibility, governed, new_version, open_store, vector_of

AT = "2026-06-01T12:00:00Z"
URIS = ("a.md", "B.md", "ä.md", "z/a.md", "a-b.md")
CALLERS = (("ann",), ("bob", "ann"), ("group:hr",), ())
TENANTS = ("t", "other")
HELD = 0.1
"""Share of versions under legal hold, whose deletion is an error."""


def step(store: Store, seed: int, number: int) -> object:
    """Change a store in a way that depends on seed and number alone; return what it said, errors included."""
    rng = random.Random(f"{seed} {number}")
    uri, tenant = rng.choice(URIS), rng.choice(TENANTS)
    try:
        if rng.random() < 0.25:
            name = document_id(tenant=tenant, uri=uri)
            return store.delete(name, tenant=tenant, actor="ann", at=AT, erase=lambda *_: 0)
        return store.add([made(rng, uri, tenant) for _ in range(rng.randint(1, 2))])
    except AverError as error:
        return type(error), str(error), error.hint


def made(rng: random.Random, uri: str, tenant: str) -> Any:
    """Return a version with random paragraphs and governance."""
    paragraphs = [" ".join(rng.choices(WORDS, k=rng.randint(1, 9))) for _ in range(rng.randint(1, 5))]
    governance = governed(
        *rng.sample(("ann", "bob", "group:hr"), rng.randint(0, 2)),
        tenant=tenant,
        classification=rng.choice((Classification.PUBLIC, Classification.INTERNAL, Classification.RESTRICTED)),
        status=rng.choice((Status.ACTIVE, Status.ACTIVE, Status.SUPERSEDED)),
        superseded_by=tuple(rng.sample(URIS, rng.randint(0, 1))),
        valid_until=rng.choice((None, None, "2026-01-01")),
        authority=rng.random(),
        legal_hold=rng.random() < HELD,
    )
    return new_version(uri, paragraphs, governance)


def observed(store: Store, seed: int) -> list[object]:
    """Return what every caller of every tenant can see: hits with the bits of their scores, text, lists, weights."""
    rng = random.Random(seed)
    query = " ".join(rng.choices(WORDS, k=3))
    terms, vector = sorted(set(term_keys(query))), vector_of(query)
    seen: list[object] = []
    for tenant in TENANTS:
        for who in CALLERS:
            eligible = eligibility(*who, tenant=tenant)
            hits, reach = store.search_terms(terms, 20, eligible=eligible)
            near = store.search_dense(vector, 20, eligible=eligible)
            chunks = [hit.chunk for hit in (*hits, *near)]
            seen.append([(hit.chunk, hit.rank, hit.score.hex()) for hit in (*hits, *near)])
            seen += [
                reach.hex(),
                store.term_weights(terms, eligible=eligible),
                store.successors(URIS, eligible=eligible),
            ]
            seen += [store.passages(chunks, eligible=eligible), store.confirmed(chunks, eligible=eligible)]
            listed = store.documents(eligible=eligible)
            names = [one.document for one in listed]
            seen.append([replace(one, key=0) for one in listed])
            seen += [store.texts(names, eligible=eligible), store.uris(eligible=eligible)]
    return seen


def events(store: Store) -> list[object]:
    """Return every event of a question that each of three people asks."""
    tools = replace(ask_tools(store, HashEmbedder()), now=lambda: AT)
    asked = Inquiry(question=Sealed("What is the annual refund policy of the sensor window?"))
    people = (Caller(user=who[0], tenant="t", principals=frozenset(who)) for who in CALLERS[:3])
    return [[*ask(asked, one, tools)] for one in people]


def alike(seed: int, steps: int, *, asking: bool) -> None:
    """Let one history happen in both stores and compare everything after it, as the writer and as a newcomer."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(segments, "SEAL_AT", 7)
        patch.setattr(segments, "MERGE_AT", 3)
        patch.setattr(segments, "VECTOR_BLOCK_ROWS", 4)
        opened: list[Store] = []
        for kind in (SQLITE, POSTGRESQL, SQLITE, POSTGRESQL):
            with placed(kind):
                opened.append(open_store(Path(folder)))
        one, two, *newcomers = opened
        for number in range(steps):
            assert step(one, seed, number) == step(two, seed, number)
        expected = observed(one, seed)
        assert all(observed(store, seed) == expected for store in (two, *newcomers))
        if asking:
            assert events(one) == events(two)
        for store in opened:
            store.close()


@once
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 12))
@quickly(6, 15)
def test_both_stores_find_rank_refuse_and_say_the_same(seed: int, steps: int) -> None:
    alike(seed, steps, asking=False)


@pytest.mark.deep
@once
@given(seed=st.integers(0, 2**32))
@settings(max_examples=6)
def test_the_same_question_has_the_same_events_on_both_stores(seed: int) -> None:
    alike(seed, 8, asking=True)


@once
@pytest.mark.deep
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 40))
@settings(max_examples=deep(150))
def test_both_stores_are_alike_over_many_long_histories(seed: int, steps: int) -> None:
    alike(seed, steps, asking=True)
