"""Find the words that set how strong a statement is: cues, each with its axis, level and span.

The longest phrase wins where two overlap on one axis ("may not" is no "may"). The tables are data; this
module only reads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from aver.stages.atoms import cues_de, cues_en
from aver.stages.atoms.axes import Axis
from aver.stages.atoms.language import Language
from aver.stages.atoms.phrases import PhraseIndex, indexed

_TABLES = {"en": cues_en, "de": cues_de}


@dataclass(frozen=True, slots=True)
class Cue:
    """A cue at `[start, end)`."""

    axis: Axis
    level: int
    start: int
    end: int


def cues_in(text: str, language: Language) -> tuple[Cue, ...]:
    """Return the cues of all axes in order; on one axis none overlaps another."""
    ranks, index = _levels(language)
    found = [Cue(*ranks[match.which], match.start, match.end) for match in index.matches(text)]
    return tuple(sorted((cue for axis in Axis for cue in _on(axis, found)), key=_place))


def spans_of(kind: str, text: str, language: Language) -> tuple[tuple[int, int], ...]:
    """Return the spans of a flat table (`RESTRICTORS`, `NEGATIONS`, `STUDIES`, ...) in `text`."""
    return tuple(_flat(kind, language).spans(text))


@cache
def opposites(language: Language) -> frozenset[tuple[str, str]]:
    """Return the pairs of words of which one cannot stand for the other, both ways round."""
    pairs = [tuple(pair.split()) for pair in _TABLES[language].OPPOSITES.split("|")]
    return frozenset((a, b) for one, other in pairs for a, b in ((one, other), (other, one)))


@cache
def word_set(kind: str, language: Language) -> frozenset[str]:
    """Return a table of plain words (`CLAUSE_WORDS`, `PAST_VERBS`, `PRESENT_VERBS`)."""
    words: str = getattr(_TABLES[language], kind)
    return frozenset(words.split())


def _on(axis: Axis, found: Iterable[Cue]) -> Iterator[Cue]:
    taken = -1
    for cue in sorted(found, key=lambda cue: (cue.start, cue.start - cue.end, -cue.level)):
        if cue.axis is axis and cue.start >= taken:
            taken = cue.end
            yield cue


def _place(cue: Cue) -> tuple[int, int, Axis]:
    return cue.start, cue.end, cue.axis


@cache
def _levels(language: Language) -> tuple[tuple[tuple[Axis, int], ...], PhraseIndex]:
    tables = _TABLES[language].LEVELS
    ranks = tuple((axis, int(level)) for axis, levels in tables.items() for level in levels)
    texts = [text for levels in tables.values() for text in levels.values()]
    return ranks, indexed(enumerate(texts))


@cache
def _flat(kind: str, language: Language) -> PhraseIndex:
    return indexed([(0, getattr(_TABLES[language], kind))])
