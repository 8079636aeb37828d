"""Every test of this folder runs on both stores."""

from __future__ import annotations

from tests.logical import logical  # noqa: F401
from tests.store.adapters import adapter, pytest_generate_tests, pytest_runtest_call  # noqa: F401
