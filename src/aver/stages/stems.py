"""What words a text is about, whatever their endings: the stems that search counts, of its words of content."""

from __future__ import annotations

from aver.stages.analyser import term_keys
from aver.stages.planning.words import content

Stems = frozenset[int]


def stems(text: str) -> Stems:
    """Return the stems of the words of `text` that say what it is about."""
    return frozenset(key for word in content(text) for key in term_keys(word))
