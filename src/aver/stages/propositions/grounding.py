"""Is every word of a statement really there? The check that nothing gets past, whoever composed it."""

from __future__ import annotations

from collections.abc import Sequence

from aver.stages.propositions.lexicon import NEGATIONS, words


def grounded(text: str, statement: str, sources: Sequence[tuple[int, int]]) -> bool:
    """Say whether `statement` is made of words of `sources` alone, in order per span, each span being used.

    Words are compared as they stand between white space. Words of a source may be left out, but never one
    that negates or limits (`lexicon.NEGATIONS`): a statement without its "not" would be another one.
    """
    wanted = statement.split()
    position = 0
    for start, end in sources:
        if not 0 <= start < end <= len(text):
            return False
        before = position
        for word in words(text, start, end):
            if position < len(wanted) and text[word.start : word.end] == wanted[position]:
                position += 1
            elif word.low in NEGATIONS:
                return False
        if position == before:
            return False
    return bool(wanted) and position == len(wanted)
