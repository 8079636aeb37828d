"""Sets of names written as running text, so that a list of sixty tags stays readable."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of `text`, separated by white space."""
    return frozenset(text.split())
