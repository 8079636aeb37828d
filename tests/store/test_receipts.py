"""Receipts of deletions (C6)."""

from __future__ import annotations

from pathlib import Path

from aver.values.identity import document_id
from tests.store.corpus import governed, new_version, open_store


def test_the_same_text_deleted_twice_within_a_second_leaves_two_receipts(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    name, receipts = document_id(tenant="t", uri="open.md"), []
    for _ in range(3):
        store.add([new_version("open.md", ["Refunds take 14 days."], governed("ann"))])
        receipts.append(store.delete(name, tenant="t", actor="ann", at="2026-06-01T10:00:00Z", erase=lambda *_: 0))
    assert len({one.id for one in receipts}) == 3
    assert len({one.hashes for one in receipts}) == 1
    store.close()
