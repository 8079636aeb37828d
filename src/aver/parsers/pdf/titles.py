"""Comparing titles: an outline, a heading and a table of contents write the same one differently."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from aver.patterns import regex

PREFIX = regex(
    r"^(?:chapter|section|part|appendix|kapitel|abschnitt|teil|anhang)?\s*(?:[0-9]+(?:\.[0-9]+)*|[a-z](?:\.[0-9]+)*|[ivx]+)[.:)]?\s+",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)
def title_forms(text: str) -> frozenset[str]:
    """Return a title for comparison, with and without its number: letters and digits only, case folded."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return frozenset((_letters(folded), _letters(PREFIX.sub("", folded)))) - {""}


def same_title(one: str, other: str) -> bool:
    """Say whether two titles differ at most in their numbers, spaces and punctuation."""
    return not title_forms(one).isdisjoint(title_forms(other))


def _letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())
