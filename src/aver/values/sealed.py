"""Text that came from a person or a document, kept apart from the events that mention it.

The log stores a salted commitment where an event holds `Sealed` text and keeps the text itself in an
erasable table, so deleting a document takes its words out of every run while the hash chain still
verifies (definitions.md, "Log and replay").
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sealed:
    """A text, the document it came from (None: the caller's own words), and a receipt once erased."""

    text: str
    document: str | None = None
    erased: str | None = None

    def __str__(self) -> str:
        return f"[payload erased, receipt {self.erased}]" if self.erased else self.text
