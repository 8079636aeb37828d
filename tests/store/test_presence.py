"""Whoever comes into a home alone tidies up after processes that were killed (A9)."""

from __future__ import annotations

from pathlib import Path

from aver.store.jobs import lock_of
from aver.store.presence import enter
from tests.flows.asking import log_over
from tests.store.adapters import once
from tests.store.corpus import open_store


@once
def test_the_lock_of_a_job_that_a_kill_kept_from_beginning_goes_once_somebody_comes_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    transactions, log = store.transactions, log_over(store)
    somebody = enter(transactions, log)
    transactions.lock(lock_of("job_1")).release()
    left = [*tmp_path.glob("jobs/*")]

    enter(transactions, log).release()
    assert [*tmp_path.glob("jobs/*")] == left != []
    somebody.release()
    enter(transactions, log).release()
    assert [*tmp_path.glob("jobs/*")] == []
