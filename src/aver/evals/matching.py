"""When a quote counts, and when it touches a labelled span (definitions.md, "Scoring what is released").

Both sides are folded first, so that line breaks, emphasis marks and case never decide.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from aver.patterns import regex

QUOTE_LIMIT = 400
"""Code points a quote may have where the labelled spans are short; else twice the longest span."""

TOTAL_LIMIT = 1200
"""Code points all counted quotes of one answer may have together."""

PART_LENGTH = 12
"""Folded code points from which a quote that is a part of a span counts as touching it."""

MARKS = regex(r"[\s`*_:]+")


def fold(text: str) -> str:
    """Return the text in lower case with each run of white space and light markup as one blank."""
    return MARKS.sub(" ", text).strip().lower()


def counted(quotes: Iterable[str], spans: Sequence[str]) -> tuple[str, ...]:
    """Return the quotes short enough to be an answer rather than a document, in order.

    A quote over max(400, 2 x the longest span) code points, or one that would take the total over 1,200, is passed
    over; a later, shorter one may still fit.
    """
    limit = max(QUOTE_LIMIT, 2 * max(map(len, spans), default=0))
    kept: list[str] = []
    for quote in quotes:
        if len(quote) <= limit and sum(map(len, kept)) + len(quote) <= TOTAL_LIMIT:
            kept.append(quote)
    return tuple(kept)


def touches(span: str, quote: str) -> bool:
    """Tell whether the quote holds the span or is at least 12 folded code points of it; an empty quote never does."""
    if not quote:
        return False
    inner, outer = fold(span), fold(quote)
    return inner in outer or (len(outer) >= PART_LENGTH and outer in inner)


def touched(span: str, quotes: Iterable[str]) -> bool:
    """Tell whether any quote touches the span."""
    return any(touches(span, quote) for quote in quotes)


def holds_answer(quote: str, answer: str) -> bool:
    """Tell whether the short answer stands in the quote between token boundaries, both folded."""
    return re.search(rf"(?<!\w){re.escape(fold(answer))}(?!\w)", fold(quote)) is not None
