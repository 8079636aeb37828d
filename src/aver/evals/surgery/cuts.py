"""Taking an answer out of a document and leaving everything around it.

From prose goes the whole sentence, from a table the one cell, from a head the one line. A cut that would take a
paragraph break or more than `CUT_LIMIT` code points with it is not made.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aver.evals.surgery.cases import Case
from aver.stages.sentences import split

CUT_LIMIT = 700
EMPTY_CELL = "-"


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Cut:
    """The half-open span `[start, end)` of a document and what stands there afterwards."""

    start: int
    end: int
    replacement: str = ""


def cuts_of(case: Case, text: str, sentences: Sequence[tuple[int, int]]) -> tuple[Cut, ...] | None:
    """Return the cuts that take the case's answer out of `text`, None where there is no clean one.

    `sentences` are the spans of the text's sentences, in order.
    """
    cuts = [_cut(case, start, end, text, sentences) for start, end in case.spans]
    return None if any(cut is None for cut in cuts) else tuple(sorted({cut for cut in cuts if cut is not None}))


def _cut(case: Case, start: int, end: int, text: str, sentences: Sequence[tuple[int, int]]) -> Cut | None:
    line_start, line_end = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    if "\n" not in text[start:end] and text[line_start:line_end].count("|") >= 2:
        return _cell(case.answer, start, end, text)
    if case.written:
        return Cut(start=line_start, end=min(line_end + 1, len(text)))
    return _sentence(start, end, text, sentences)


def _cell(answer: str, start: int, end: int, text: str) -> Cut | None:
    """Return the cut that empties the one cell of a row that is exactly the answer."""
    place = start
    for words in text[start:end].split("|"):
        if words.strip() == answer:
            at = place + len(words) - len(words.lstrip())
            return Cut(start=at, end=at + len(answer), replacement=EMPTY_CELL.ljust(len(answer)))
        place += len(words) + 1
    return None


def _sentence(start: int, end: int, text: str, sentences: Sequence[tuple[int, int]]) -> Cut | None:
    first = bisect_right(sentences, (start, len(text))) - 1
    if first < 0:
        return None
    touched = [(a, b) for a, b in sentences[first:] if a < end and b > start]
    if not touched:
        return None
    low, high = touched[0][0], touched[-1][1]
    if high - low > CUT_LIMIT or "\n\n" in text[low:high] or low > start or high < end:
        return None
    while high < len(text) and text[high] == " ":
        high += 1
    return Cut(start=low, end=high)


def sentences_of(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the sentences of a document, in order."""
    return split(text)


def without(text: str, cuts: Iterable[Cut]) -> str:
    """Return `text` after `cuts`; one that overlaps a cut before it is left out."""
    kept, at = [], 0
    for cut in sorted(set(cuts)):
        if cut.start >= at:
            kept += [text[at : cut.start], cut.replacement]
            at = cut.end
    return "".join((*kept, text[at:]))
