"""What a caller may not read changes nothing that this caller can observe, to the last bit (C5)."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aver.index.dense import dense
from aver.stages.analyser import term_keys
from aver.store import segments
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.values.identity import document_id
from tests.depth import deep, quickly
from tests.store.adapters import once
from tests.store.corpus import WORDS, eligibility, governed, new_version, open_store, vector_of

texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), min_size=1, max_size=3)
visible = st.tuples(st.just("visible"), st.integers(0, 3), texts)
hidden = st.tuples(
    st.sampled_from(("hide", "hide_other_tenant", "hide_new_version", "rehide", "unhide_delete")),
    st.integers(0, 3),
    texts,
)
QUERIES = ("refund window of annual policy", "glass", "x86_64 sensor würde")


def apply(store: Store, step: tuple[str, int, list[str]]) -> None:
    """Apply one visible or hidden change."""
    kind, number, paragraphs = step
    if kind == "visible":
        store.add([new_version(f"open-{number}.md", paragraphs, governed("ann"))])
    elif kind == "hide":
        store.add([new_version(f"secret-{number}.md", paragraphs, governed("bob"))])
    elif kind == "hide_other_tenant":
        store.add([new_version(f"open-{number}.md", paragraphs, governed("ann", tenant="other"))])
    elif kind == "hide_new_version":
        if store.latest("t", f"open-{number}.md") is not None:
            store.add([new_version(f"open-{number}.md", [*paragraphs, "hidden successor"], governed("bob"))])
    elif kind == "rehide":
        known = store.latest("t", f"secret-{number}.md")
        if known is not None:
            with store.transactions.write() as connection:
                change_governance(connection, [known.key], governed("carol"))
    elif store.latest("t", f"secret-{number}.md") is not None:
        name = document_id(tenant="t", uri=f"secret-{number}.md")
        store.delete(name, tenant="t", actor="bob", at="2026-01-01T00:00:00Z", erase=lambda *_: 0)


def observe(store: Store) -> list[object]:
    """Return everything the index lets ann observe: hits, score bits, order, documents, exact-shortlist hits."""
    who = eligibility("ann")
    seen: list[object] = [(one.uri, one.content_hash) for one in store.documents(eligible=who)]
    for query in QUERIES:
        seen.append(store_hits(store, query))
        with store.transactions.read() as connection:
            snapshot = store._index.snapshot(connection, "t")
        rows, scores = dense(snapshot, vector_of(query), 4, eligible=snapshot.eligible_rows(who), shortlist=4)
        seen.append([(snapshot.ids[row].tolist(), score.hex()) for row, score in zip(rows, scores, strict=True)])
    return seen


def store_hits(store: Store, query: str) -> list[tuple[str, int, str]]:
    """Return content-addressed hits with the bits of their scores, and the text each opens."""
    who = eligibility("ann")
    lexical, reach = store.search_terms(set(term_keys(query)), 10, eligible=who)
    by_vector = store.search_dense(vector_of(query), 10, eligible=who)
    opened = store.passages([hit.chunk for hit in lexical], eligible=who)
    assert len(opened) == len(lexical)
    hits = [(hit.chunk, hit.rank, hit.score.hex()) for hit in (*lexical, *by_vector)]
    return [*hits, (query, 0, reach.hex())]


histories = st.lists(st.one_of(visible, hidden), min_size=2, max_size=8)


@quickly(15)
@given(steps=histories)
def test_hidden_changes_leave_every_observation_bit_identical(steps: list[tuple[str, int, list[str]]]) -> None:
    the_same_is_observed(steps)


@once
@pytest.mark.deep
@settings(max_examples=deep(3000))
@given(steps=histories)
def test_hidden_changes_leave_every_observation_bit_identical_over_thousands_of_histories(
    steps: list[tuple[str, int, list[str]]],
) -> None:
    the_same_is_observed(steps)


def the_same_is_observed(steps: list[tuple[str, int, list[str]]]) -> None:
    """Run a history with and without its hidden steps and compare all that ann can observe."""
    with (
        tempfile.TemporaryDirectory() as one,
        tempfile.TemporaryDirectory() as two,
        pytest.MonkeyPatch.context() as patch,
    ):
        patch.setattr(segments, "SEAL_AT", 5)
        patch.setattr(segments, "MERGE_AT", 2)
        with_hidden, without = open_store(Path(one)), open_store(Path(two))
        for step in steps:
            apply(with_hidden, step)
            if step[0] == "visible":
                apply(without, step)
        assert observe(with_hidden) == observe(without)
        with_hidden.close()
        without.close()
