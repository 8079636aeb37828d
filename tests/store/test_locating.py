"""A span leads to the chunk that holds it, and only for those who may read its version (C2, C5)."""

from __future__ import annotations

from pathlib import Path

from aver.store.store import Store
from tests.store.corpus import eligibility, governed, new_version, open_store

PARAGRAPHS = ["The fee is ten dollars.", "Refunds take two weeks."]
ANN, BOB = eligibility("user:ann"), eligibility("user:bob")


def stored(folder: Path) -> tuple[Store, str]:
    store = open_store(folder)
    store.add([new_version("policy.md", PARAGRAPHS, governed("user:ann"))])
    return store, store.documents(eligible=ANN)[0].id


def test_a_span_leads_to_the_chunk_that_holds_it_whole(tmp_path: Path) -> None:
    store, version = stored(tmp_path)
    start = len(PARAGRAPHS[0]) + 2
    first, second, neither = store.chunks_holding(version, [(0, 7), (start, start + 7), (10, start + 3)], eligible=ANN)
    texts = [one.text.text for one in store.passages([first or "", second or ""], eligible=ANN)]
    assert texts == PARAGRAPHS
    assert neither is None


def test_a_version_that_may_not_be_read_answers_like_one_that_is_not_there(tmp_path: Path) -> None:
    store, version = stored(tmp_path)
    hidden = store.chunks_holding(version, [(0, 7)], eligible=BOB)
    assert hidden == store.chunks_holding("ver_absent", [(0, 7)], eligible=BOB) == (None,)
