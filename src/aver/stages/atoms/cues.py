"""Find the words that set how strong a statement is: cues, each with its axis, level and span.

The longest phrase wins where two overlap on one axis ("may not" is no "may"). The tables are data; this
module only reads them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from aver.stages.atoms import cues_de, cues_en
from aver.stages.atoms.axes import Axis
from aver.stages.atoms.language import Language

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
    return tuple(sorted((cue for axis in _levels(language) for cue in _on(text, axis, language)), key=_place))


def spans_of(kind: str, text: str, language: Language) -> tuple[tuple[int, int], ...]:
    """Return the spans of a flat table (`RESTRICTORS`, `NEGATIONS`, `STUDIES`, ...) in `text`."""
    return tuple(found.span() for found in _flat(kind, language).finditer(text))


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


def _on(text: str, axis: Axis, language: Language) -> Iterable[Cue]:
    found = [
        Cue(axis, level, match.start(), match.end())
        for level, pattern in _levels(language)[axis]
        for match in pattern.finditer(text)
    ]
    taken = -1
    for cue in sorted(found, key=lambda cue: (cue.start, cue.start - cue.end, -cue.level)):
        if cue.start >= taken:
            taken = cue.end
            yield cue


def _place(cue: Cue) -> tuple[int, int, Axis]:
    return cue.start, cue.end, cue.axis


@cache
def _levels(language: Language) -> dict[Axis, tuple[tuple[int, re.Pattern[str]], ...]]:
    tables = _TABLES[language].LEVELS
    return {
        axis: tuple((int(level), _pattern(phrases)) for level, phrases in levels.items())
        for axis, levels in tables.items()
    }


@cache
def _flat(kind: str, language: Language) -> re.Pattern[str]:
    return _pattern(getattr(_TABLES[language], kind))


def _pattern(phrases: str) -> re.Pattern[str]:
    ordered = sorted((phrase for phrase in phrases.split("|") if phrase), key=len, reverse=True)
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(_phrase, ordered))})(?![\w-])", re.IGNORECASE)


def _phrase(phrase: str) -> str:
    parts = (re.escape(part).replace(r"\*", r"\w*") if part != "*" else r"\w+" for part in phrase.split())
    return r"\s+".join(parts)
