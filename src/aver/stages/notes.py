"""The note that a mark in a text points to: "2023†" and "† Provisional." below it (E6)."""

from __future__ import annotations

import re
from collections import Counter

from aver.patterns import regex
from aver.stages.limiting import NOTE

_MARK = regex(
    r"(?<=\S)(\\?\*{1,3}|[†‡§¹²³⁴⁵⁶⁷⁸⁹]|\[(?:\d{1,2}|[a-z])\]|\[\^[\w-]+\])(?=[\s|.,;:)]|$)"
    r"|(?<=[^\s|])[ \t](\(\d{1,2}\)|\*{1,3}|[†‡])(?=[ \t]*(?:\||$))",
    re.MULTILINE,
)
"""A mark behind a word, or apart from it at the end of a cell: "(1)", "*"."""

_WRAPPED = regex(r"[ \t]*[^\s|\-+=*#][^\n]*")
"""A line that a note goes on in."""


def noted(text: str, first: int, last: int) -> list[tuple[int, int]]:
    """Return the spans of the notes after `text[first:last]` that marks in it point to."""
    quoted = text[first:last]
    marks = Counter((found[1] or found[2]).lstrip("\\") for found in _MARK.finditer(quoted))
    pointing = sorted(mark for mark, count in marks.items() if count > _openings(mark, quoted))
    return [note for mark in pointing if (note := note_of(mark, text, last))]


def _openings(mark: str, text: str) -> int:
    """Return how often `mark` opens an emphasis in `text`, which the same mark closes: "**Hours**"."""
    return len(re.findall(rf"(?<![\w\\*]){re.escape(mark)}(?=[^\s*])", text)) if mark.startswith("*") else 0


def note_of(mark: str, text: str, start: int = 0) -> tuple[int, int] | None:
    """Return the span of the note that begins with `mark`; it goes on to an empty line where a text has any."""
    found = re.compile(rf"^[ \t|]*\\?{re.escape(mark)}:?[ \t]*(?=\w)[^\n]*", re.MULTILINE).search(text, start)
    if found is None:
        return None
    end = found.end()
    while "\n\n" in text and end < len(text) and (more := _WRAPPED.match(text, end + 1)) and not NOTE.match(more[0]):
        end = more.end()
    return found.start(), end
