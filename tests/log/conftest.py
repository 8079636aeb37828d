"""Every test of this folder runs on both stores."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from aver.store.engine import Transactions
from aver.store.run_log import RunLog
from tests.log.scenario import log_on
from tests.store.adapters import adapter, pytest_generate_tests, pytest_runtest_call  # noqa: F401
from tests.store.corpus import open_tables

FreshLog = Callable[[], RunLog]


@pytest.fixture(scope="session")
def fresh_log(tmp_path_factory: pytest.TempPathFactory) -> FreshLog:
    """Return what opens an empty log for each example of a property; the one before is gone then."""
    before: list[tuple[Path, Transactions]] = []

    def opened() -> RunLog:
        while before:
            folder, transactions = before.pop()
            transactions.engine.dispose()
            shutil.rmtree(folder)
        folder = tmp_path_factory.mktemp("log")
        before.append((folder, open_tables(folder)))
        return log_on(before[-1][1])

    return opened
