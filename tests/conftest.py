"""Fixtures and Hypothesis profiles that every test may use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.depth import deep

SHARED = Path(__file__).resolve().parents[2] / "shared"

settings.register_profile(
    "quick", max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "deep", max_examples=deep(2000), deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("AVER_TEST_PROFILE", "quick"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The shared documents beside the checkout; a test that needs them is skipped where they are missing."""
    if not SHARED.is_dir():
        pytest.skip("the shared documents are not beside this checkout")
    return SHARED
