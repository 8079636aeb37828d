"""The day a request is served on."""

from __future__ import annotations

from aver.flows.tools import utc_now


def today() -> str:
    """Return today's date in UTC, ISO 8601."""
    return utc_now()[:10]
