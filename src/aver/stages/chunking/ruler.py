"""How many word pieces any span of a document has, after one pass over its text.

The text is tokenised once, in windows that end at a line break so that no tokeniser ever sees more
than a bounded piece; a span then costs two binary searches. Word pieces never cross white space, so
the count of a span that starts and ends at white space is exact.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise

from aver.ports import Tokenizer
from aver.values.documents import Document

WINDOW = 100_000
"""Code points handed to the tokeniser at once; a window goes on to the next line break, at most twice this."""

LONGEST_PIECE = 32
"""Code points that a word piece may stand for on average before length counts instead of pieces."""


@dataclass(frozen=True, slots=True)
class Ruler:
    """The sorted starts of all word pieces of one text."""

    starts: array[int]

    def tokens(self, start: int, end: int) -> int:
        """Return the number of word pieces that start in `[start, end)`."""
        return bisect_left(self.starts, end) - bisect_left(self.starts, start)

    def size(self, start: int, end: int) -> int:
        """Return what `[start, end)` counts against a cap: its word pieces, or more where these are absurdly long.

        Some tokenisers give one piece for a word of any length and none for invisible characters; a
        megabyte of either is no small text.
        """
        return max(self.tokens(start, end), (end - start) // LONGEST_PIECE)

    def reach(self, start: int, count: int, end: int) -> int:
        """Return the end of the longest prefix of `[start, end)` whose size is at most `count`."""
        position = bisect_left(self.starts, start) + count
        end = min(end, start + count * LONGEST_PIECE)
        return min(self.starts[position], end) if position < len(self.starts) else end


def measure(document: Document, tokenizer: Tokenizer) -> Ruler:
    """Return the ruler of the document's canonical text."""
    starts = array("q")
    for begin, end in windows(document.text):
        starts.extend(begin + start for start, _ in tokenizer.spans(document.text[begin:end]))
    return Ruler(starts)


def windows(text: str) -> list[tuple[int, int]]:
    """Return consecutive ranges that cover `text`, each ending at a line break where there is one."""
    cuts = [0]
    while cuts[-1] < len(text):
        near = cuts[-1] + WINDOW
        newline = text.find("\n", near, near + WINDOW)
        cuts.append(min(newline + 1 if newline >= 0 else near + WINDOW, len(text)))
    return list(pairwise(cuts))
