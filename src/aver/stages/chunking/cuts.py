"""Where a text that is too long may be cut: between sentences and between lines of code.

Every function returns disjoint spans in order that cover all non-space text of the given span. A
sentence or line that is itself too long is cut at white space, and inside a word only as a last resort.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aver.patterns import regex
from aver.stages import sentences
from aver.stages.chunking.ruler import Ruler

BLANK_LINES = regex(r"\n(?:[ \t]*\n)+")


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return `[start, end)` without white space at either side; empty at `start` where nothing is left."""
    part = text[start:end]
    begin = start + len(part) - len(part.lstrip())
    return (begin, begin + len(part.strip())) if part.strip() else (start, start)


def by_sentence(text: str, span: tuple[int, int], ruler: Ruler, room: int, language: str) -> list[tuple[int, int]]:
    """Return the sentences of `span`, those of more than `room` word pieces cut further."""
    found = sentences.split(text[span[0] : span[1]], start=span[0], language=language)
    return [piece for sentence in found for piece in by_force(text, sentence, ruler, room)]


def by_force(text: str, span: tuple[int, int], ruler: Ruler, room: int) -> Iterator[tuple[int, int]]:
    """Yield pieces of at most `room` word pieces, cut at white space where the last half has any."""
    start, end = span
    while ruler.size(start, end) > room:
        limit = max(start + 1, ruler.reach(start, room, end))
        middle = ruler.reach(start, max(1, room // 2), end)
        cut = next((i for i in range(limit, middle, -1) if text[i - 1].isspace()), limit)
        yield trimmed(text, start, cut)
        start = cut
    if text[start:end].strip():
        yield trimmed(text, start, end)


def by_line(text: str, span: tuple[int, int], ruler: Ruler, room: int) -> list[tuple[int, int]]:
    """Return the paragraphs of a code block between blank lines, the long ones line by line."""
    pieces: list[tuple[int, int]] = []
    for start, end in between(BLANK_LINES, text, *span):
        if ruler.size(start, end) <= room:
            pieces.append((start, end))
            continue
        position = start
        for line in text[start:end].splitlines(keepends=True):
            pieces.extend(by_force(text, (position, position + len(line.rstrip())), ruler, room))
            position += len(line)
    return [piece for piece in pieces if piece[0] < piece[1]]


def between(separator: re.Pattern[str], text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield what stands between the matches of `separator` in `[start, end)`, empty parts left out."""
    for match in separator.finditer(text, start, end):
        if text[start : match.start()].strip():
            yield start, match.start()
        start = match.end()
    if text[start:end].strip():
        yield start, start + len(text[start:end].rstrip())
