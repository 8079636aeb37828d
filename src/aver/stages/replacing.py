"""Sentences that put one value in the place of another: "raised from £250 to £400", "44, not 41", "B statt A".

A document is amended by another, a minute corrected by the next, a policy endorsed on its last page. Who quotes the
old value must know of the sentence that replaces it, wherever among the evidence that stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aver.stages.planning.words import content
from aver.stages.sentences import split

SHARED = 2
"""Words beside the figures that such a sentence has in common with what it changes."""

_VALUE = r"[^.;:()\n]{0,25}?\d(?:[^;:()\n]{0,20}?\d)?[^.,;:()\n]{0,12}?"
_CHANGING = (
    r"\b(?:rais|increas|reduc|lower|chang|mov|extend|cut|correct|postpon|brought|bring|shift|amend|adjust|revis|rose|ris|fell|fall"
    r"|went|go(?:es)?|prolong|shorten)\w*\b[^.;:\n]{0,40}?\b"
)
_OLD, _NEW = rf"(?P<old>{_VALUE})", rf"(?P<new>{_VALUE.removesuffix('?')})"
_HEAD = r"(?P<{}>[^\s.;,]{{0,20}}\d[^.;,\n]{{0,25}}?)"
_END = r"(?=[\s.,;)\]]|$)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_CHANGING}from\s+{_OLD}\s+to\s+{_NEW}{_END}",
        rf"\bvo[nm]\s+{_OLD}\s+auf\s+(?:den\s+)?{_NEW}{_END}",
        rf"{_HEAD.format('new')},?\s+(?:and\s+|und\s+)?(?:not|nicht)\s+{_OLD}{_END}",
        rf"{_HEAD.format('new')}\s+(?:instead\s+of|rather\s+than|in\s+place\s+of|statt|anstelle\s+von|anstatt)\s+{_OLD}{_END}",
        rf"{_HEAD.format('old')}\s+(?:is|are|was|were)\s+(?:\w+\s+)?replaced\s+(?:by|with)\s+{_NEW}{_END}",
        rf"{_HEAD.format('old')}\s+(?:wird|werden|wurden?)\s+durch\s+{_NEW}{_END}",
    )
)
_FIGURE = re.compile(
    r"\d+(?:[.,]\d+)*|\b(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*\b", re.IGNORECASE
)
"""What tells two values apart: figures, and the months of dates."""


def replacing_spans(quoted: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield where in `text` sentences stand, not `quoted` themselves, that replace a value which is."""
    figures = _figures(quoted)
    words = _plain(quoted)
    if not figures:
        return
    for first, last in split(text):
        sentence = text[first:last]
        told = sentence not in quoted and len(words & _plain(sentence)) >= SHARED
        if told and any(_replaces(found, figures) for pattern in _PATTERNS for found in pattern.finditer(sentence)):
            yield first, last


def _replaces(found: re.Match[str], figures: frozenset[str]) -> bool:
    old, new = (_figures(found[name]) for name in ("old", "new"))
    return bool(old) and old <= figures and not new <= figures


def _figures(text: str) -> frozenset[str]:
    return frozenset(_FIGURE.findall(text.casefold()))


def _plain(text: str) -> frozenset[str]:
    return frozenset(word for word in content(text) if not word[0].isdigit())
