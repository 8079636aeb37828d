"""Text that came from a person or a document, kept apart from the events that mention it.

The log stores a salted commitment where an event holds `Sealed` text and keeps the text itself in an
erasable table, so deleting a document takes its words out of every run while the hash chain still
verifies (definitions.md, "Log and replay").
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sealed:
    """A text, the document it came from (None: the caller's own words), and a receipt once erased.

    What a model wrote after reading several documents names them all (`drawn_from`): it goes when any of
    them goes, and is shown to whoever may read all of them.
    """

    text: str
    document: str | None = None
    erased: str | None = None

    def __str__(self) -> str:
        return f"[payload erased, receipt {self.erased}]" if self.erased else self.text


def drawn_from(documents: Iterable[str | None]) -> str | None:
    """Return the `document` of a text made from several: their ids in order, joined by spaces; None for none."""
    return " ".join(sorted({one for name in documents for one in documents_of(name)})) or None


def documents_of(document: str | None) -> tuple[str, ...]:
    """Return the ids that the `document` of a `Sealed` names."""
    return tuple((document or "").split())
