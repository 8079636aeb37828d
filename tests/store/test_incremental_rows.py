"""A snapshot that follows changes one by one equals one that is read anew (C2, C5)."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from aver.store.index_cache import IndexCache
from aver.store.store import Store
from aver.store.versions import change_governance
from aver.values.identity import document_id
from tests.depth import quickly
from tests.store.corpus import DIMENSION, governed, new_version, open_store

steps = st.lists(
    st.tuples(st.sampled_from(("add", "govern", "delete", "other tenant")), st.integers(0, 3), st.integers(0, 2)),
    min_size=1,
    max_size=10,
)


def apply(store: Store, kind: str, number: int, text: int) -> None:
    uri, known = f"{number}.md", store.latest("t", f"{number}.md")
    if kind in ("add", "other tenant"):
        tenant = "t" if kind == "add" else "other"
        store.add([new_version(uri, [f"text {text}"], governed("ann", tenant=tenant))])
    elif known is not None and kind == "govern":
        with store.transactions.write() as connection:
            change_governance(connection, [known.key], governed(("ann", "bob", "carol")[text]))
    elif known is not None:
        name = document_id(tenant="t", uri=uri)
        store.delete(name, tenant="t", actor="ann", at="2026-01-01T00:00:00Z", erase=lambda *_: 0)


@quickly(15)
@given(steps=steps)
def test_following_every_change_gives_what_reading_everything_gives(steps: list[tuple[str, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder))
        for step in steps:
            apply(store, *step)
            with store.transactions.read() as connection:
                followed = store._index.snapshot(connection, "t")
                anew = IndexCache(DIMENSION).snapshot(connection, "t")
            assert followed.versions.rows == anew.versions.rows
            assert followed.sequence == anew.sequence
        store.close()
