"""What one untrusted document may cost (A12)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Ceilings for parsing one document; going beyond one is a typed error, never a hang.

    `max_memory` is the address space of the child process in bytes, `max_seconds` wall time,
    `max_depth` nesting of markup, `max_columns` cells in one table row.
    """

    max_bytes: int = 200_000_000
    max_memory: int = 2_000_000_000
    max_seconds: float = 60.0
    max_pages: int = 5_000
    max_characters: int = 20_000_000
    max_depth: int = 400
    max_columns: int = 2_000
