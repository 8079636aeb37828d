"""A fresh home per test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import aver, folder  # noqa: F401  (the command line, as the CLI tests run it)
from tests.ingest.folders import Home, made_home
from tests.store.adapters import adapter, pytest_generate_tests, pytest_runtest_call  # noqa: F401


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    made = made_home(tmp_path)
    yield made
    made.store.close()
