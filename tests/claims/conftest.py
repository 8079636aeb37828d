"""Every test of this folder runs on both stores, and may have Ann at her desk with one datasheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from aver.flows.claim_access import Desk
from tests.claims.desks import a_store, desk
from tests.store.adapters import adapter, pytest_generate_tests, pytest_runtest_call  # noqa: F401


@pytest.fixture
def ann(tmp_path: Path) -> Desk:
    return desk(a_store(tmp_path))
