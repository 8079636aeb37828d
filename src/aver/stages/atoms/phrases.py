"""Find the phrases of a table in a text: a small notation for what is inflected, split or ambiguous.

Tables hold thousands of phrases and texts few of them, so they are indexed by their first word, and a phrase of
several words is compiled the first time that its first word is met. The notation, one phrase between bars or on a
line, `#` opening a line of remark:

- `prob*` any ending; a `*` alone is one word;
- `is {thought,said,} to` one for each of the alternatives, an empty one leaving the word out;
- `99` any number stands for the number 99;
- `löst .. aus` the words before the dots are the phrase where those behind follow in the sentence, up to ten words on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from aver.patterns import regex

_WORD = regex(r"(?<![\w-])\w+")
_BRACES = regex(r"\{([^{}]*)\}")
_NUMBER = "99"
_GAP = r"(?=(?:\s+[^\s.;:!?]+){0,10}?,?\s+"
SHORTEST_STEM = 2
"""Letters that must stand before a `*`."""


@dataclass(frozen=True, slots=True)
class Match:
    """Phrase number `which` of its table at `[start, end)`."""

    which: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PhraseIndex:
    """Phrases by their first word, or by the stem of it that stands before a `*`; longest first."""

    words: dict[str, tuple[tuple[int, str], ...]]
    stems: dict[str, tuple[tuple[int, str], ...]]

    def matches(self, text: str) -> Iterator[Match]:
        """Yield every phrase at every word of `text`, in order of the words and at one word longest phrase first."""
        for found in _WORD.finditer(text):
            for which, phrase in self._beginning_with(found[0].lower()):
                if (here := _compiled(phrase).match(text, found.start())) is not None:
                    yield Match(which, here.start(), here.end())

    def spans(self, text: str) -> Iterator[tuple[int, int]]:
        """Yield the spans of phrases in order, the longest of those that overlap an earlier start left out."""
        taken = -1
        for match in sorted(self.matches(text), key=lambda match: (match.start, -match.end)):
            if match.start >= taken:
                taken = match.end
                yield match.start, match.end

    def _beginning_with(self, word: str) -> Iterator[tuple[int, str]]:
        yield from self.words.get(word, ())
        for length in range(SHORTEST_STEM, len(word) + 1):
            yield from self.stems.get(word[:length], ())
        if word.isdecimal() and word != _NUMBER:
            yield from self.words.get(_NUMBER, ())


def phrases_of(table: str) -> tuple[str, ...]:
    """Return the phrases that `table` spells, its alternatives written out, each once."""
    lines = (line for line in table.splitlines() if not line.lstrip().startswith("#"))
    written = (" ".join(phrase.split()) for line in lines for phrase in line.split("|"))
    return tuple(dict.fromkeys(one for phrase in written if phrase for one in _alternatives(phrase)))


def indexed(tables: Iterable[tuple[int, str]]) -> PhraseIndex:
    """Return the phrases of `tables`, each a number to know them by and its text."""
    words: dict[str, list[tuple[int, str]]] = {}
    stems: dict[str, list[tuple[int, str]]] = {}
    for which, table in tables:
        for phrase in phrases_of(table):
            opening = re.match(r"(\w+)(\*?)", phrase.lower())
            if opening is None or (opening[2] and len(opening[1]) < SHORTEST_STEM):
                raise ValueError(f"no word to find the phrase {phrase!r} by")
            (stems if opening[2] else words).setdefault(opening[1], []).append((which, phrase))
    return PhraseIndex(*({key: tuple(found) for key, found in table.items()} for table in (words, stems)))


def _alternatives(phrase: str) -> Iterator[str]:
    choice = _BRACES.search(phrase)
    if choice is None:
        yield " ".join(phrase.split())
        return
    for option in choice[1].split(","):
        yield from _alternatives(f"{phrase[: choice.start()]}{option}{phrase[choice.end() :]}")


@cache
def _compiled(phrase: str) -> re.Pattern[str]:
    head, _, tail = phrase.partition(" .. ")
    ahead = rf"{_GAP}{pattern_of(tail)}(?![\w-]))" if tail else ""
    return re.compile(rf"{pattern_of(head)}(?![\w-]){ahead}", re.IGNORECASE)


def pattern_of(phrase: str) -> str:
    """Return one phrase without dots as a regular expression, any white space between its words."""
    return r"\s+".join(_part(part) for part in phrase.split())


def _part(part: str) -> str:
    if part == "*":
        return r"\w+"
    return r"\d+" if part == _NUMBER else re.escape(part).replace(r"\*", r"\w*").replace("'", "['’]")
