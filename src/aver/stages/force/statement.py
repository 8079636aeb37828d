"""A text read once for comparing: its words, clauses, cues, numbers and dates."""

from __future__ import annotations

from dataclasses import dataclass

from aver.stages.atoms.axes import Axis
from aver.stages.atoms.bounds import meant
from aver.stages.atoms.cues import Cue, cues_in, spans_of, word_set
from aver.stages.atoms.dates import Date, dates_in
from aver.stages.atoms.language import Language
from aver.stages.atoms.numerals import Notation, notation_of
from aver.stages.atoms.quantities import Quantity, quantities_in
from aver.stages.atoms.words import Word, words_in

_BREAKS = frozenset(',;:()–—.!?|\n[]"“”„«»')


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What is compared of a text: `clauses` numbers the clause of each word, `bounds` are spans that bound numbers."""

    text: str
    language: Language
    words: tuple[Word, ...]
    clauses: tuple[int, ...]
    cues: tuple[Cue, ...]
    quantities: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    bounds: tuple[tuple[int, int], ...]

    def within(self, start: int, end: int) -> list[int]:
        """Return the numbers of the words that lie in `[start, end)`."""
        return [n for n, word in enumerate(self.words) if start <= word.start and word.end <= end]

    def clause(self, number: int) -> list[int]:
        """Return the numbers of the words of clause `number`."""
        return [n for n, clause in enumerate(self.clauses) if clause == number]

    def on(self, axis: Axis) -> tuple[Cue, ...]:
        """Return the cues of one axis."""
        return tuple(cue for cue in self.cues if cue.axis is axis)

    def spans(self, kind: str) -> tuple[tuple[int, int], ...]:
        """Return the spans of a flat cue table, such as `NEGATIONS`."""
        return spans_of(kind, self.text, self.language)


def read(text: str, language: Language, *, notation: Notation | None = None) -> Statement:
    """Return `text` read as a statement in `language`; `notation` is that of its numbers where it doesn't show itself,
    as in one row of a table."""
    words, dates = words_in(text, language), dates_in(text)
    quantities = quantities_in(text, notation_of(text) or notation)
    bounds = [(how.start, how.end) for how in (meant(text, number) for number in quantities) if how.end > how.start]
    taken = [*((date.start, date.end) for date in dates), *bounds]
    found = cues_in(text, language)
    idioms = spans_of("IDIOMS", text, language) + spans_of("OTHER_SENSES", text, language)
    cues = tuple(
        cue
        for cue in found
        if not any(start < cue.end and cue.start < end for start, end in taken)
        and not any(_inside(cue, other) for other in found)
        and not any(start <= cue.start and cue.end <= end for start, end in idioms)
    )
    return Statement(
        text=text,
        language=language,
        words=words,
        clauses=_clauses(text, words, language),
        cues=cues,
        quantities=quantities,
        dates=dates,
        bounds=tuple(bounds),
    )


def _inside(cue: Cue, other: Cue) -> bool:
    """Whether `cue` is only part of a longer one: "in all probability" says nothing of "all"."""
    return other.start <= cue.start and cue.end <= other.end and other.end - other.start > cue.end - cue.start


def _clauses(text: str, words: tuple[Word, ...], language: Language) -> tuple[int, ...]:
    openers = word_set("CLAUSE_WORDS", language)
    numbers: list[int] = []
    number, last = 0, 0
    for word in words:
        gap = text[last : word.start]
        broken = any(sign in gap for sign in _BREAKS if sign != "\n") or "\n\n" in gap
        if numbers and (broken or word.folded in openers):
            number += 1
        numbers.append(number)
        last = word.end
    return tuple(numbers)
