"""One setting: its default, what it is about, and which values it may take."""

from __future__ import annotations

from dataclasses import field
from typing import Any


def setting(
    default: Any,
    about: str,
    *,
    least: float | None = None,
    most: float | None = None,
    allowed: tuple[str, ...] | None = None,
) -> Any:
    """Return a dataclass field that `aver.config` reads from a file or a variable, checks and explains."""
    return field(default=default, metadata={"about": about, "least": least, "most": most, "allowed": allowed})
