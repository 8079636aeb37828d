"""Lines of words, and the one rule by which their text is written.

Words of a line are joined by one space; two pieces of a number that no real space parts and whose gap is under 0.18
of their height are one number split by kerning ("0 .21", measured on government tables) and joined without.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

from aver.parsers.pdf.words import Box, Word

KERNING_GAP = 0.18
NUMERIC = "0123456789.,"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Words that stand on one line, from left to right."""

    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """The line as it is written into the canonical text."""
        return join_words(self.words)

    @property
    def box(self) -> Box:
        """The rectangle around the words."""
        return box_around(self.words)

    @property
    def size(self) -> float:
        """Median font height in points."""
        return median(w.size for w in self.words)

    @property
    def bold(self) -> bool:
        """Whether most words are bold."""
        return 2 * sum(w.bold for w in self.words) > len(self.words)


def join_words(words: Sequence[Word]) -> str:
    """Return the words as text."""
    parts: list[str] = []
    for position, word in enumerate(words):
        if position and not _is_kerning(words[position - 1], word):
            parts.append(" ")
        parts.append(word.text)
    return "".join(parts)


def _is_kerning(left: Word, right: Word) -> bool:
    if right.spaced or left.text[-1] not in NUMERIC or right.text[0] not in NUMERIC + "%":
        return False
    gap = right.x0 - left.x1
    height = min(left.height, right.height)
    return -0.5 * height < gap < KERNING_GAP * height and left.height < 1.15 * height and right.height < 1.15 * height


def box_around(words: Iterable[Word]) -> Box:
    """Return the rectangle around one or more words."""
    held = tuple(words)
    return min(w.x0 for w in held), min(w.y0 for w in held), max(w.x1 for w in held), max(w.y1 for w in held)


def lines_of(words: Iterable[Word]) -> tuple[Line, ...]:
    """Group words into lines by vertical overlap, lines from top to bottom; turned text keeps its own order."""
    words = tuple(words)
    if words and 2 * sum(w.upright for w in words) < len(words):
        return (Line(words=words),)
    rows: list[list[Word]] = []
    reach: list[tuple[float, float]] = []
    for word in sorted(words, key=lambda w: (w.centre[1], w.x0)):
        if rows and _same_line(reach[-1], word):
            rows[-1].append(word)
            if word.height >= reach[-1][1] - reach[-1][0]:
                reach[-1] = (word.y0, word.y1)
        else:
            rows.append([word])
            reach.append((word.y0, word.y1))
    return tuple(Line(words=tuple(sorted(row, key=lambda w: w.x0))) for row in rows)


def _same_line(reach: tuple[float, float], word: Word) -> bool:
    shared = min(reach[1], word.y1) - max(reach[0], word.y0)
    return shared > 0.5 * min(reach[1] - reach[0], word.height)
