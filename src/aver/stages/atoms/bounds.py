"""What a number admits: exactly itself, about itself, or everything on one side of it.

A claim says no more than its evidence when its interval holds the evidence's: "at least 20" follows from 25,
"about 20" from 19.7, and "20" from neither "about 20" nor "up to 20".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from aver.patterns import regex
from aver.stages.atoms.bound_words import AFTER, BEFORE, LIMITS, NO_BOUND, ORDER, Bound
from aver.stages.atoms.conversion import LARGEST, in_base
from aver.stages.atoms.phrases import pattern_of, phrases_of
from aver.stages.atoms.quantities import Quantity

ABOUT = Fraction(1, 10)
"""Half width of "about", as a share of the value: round numbers differ from what they round by up to a tenth."""


def _either(table: str) -> str:
    """Return the phrases of `table` as one expression, longest first; signs stand close to what they bound."""
    return "|".join(pattern_of(phrase) for phrase in sorted(phrases_of(table), key=len, reverse=True))


def _limit(bound: Bound) -> str:
    if bound not in LIMITS:
        return ""
    names, joints = ("|".join(words.split()).replace("%s", r"\s+") for words in LIMITS[bound])
    return rf"|(?:{names})(?: \w+){{0,3}} (?:{joints})"


_FILLER = r"(?:\s+(?:the|a|an|of|by|another|von|den|die|das))?[\s(\[`$€£*]*"
_BEFORE_NUMBER = tuple(
    (bound, regex(rf"(?<![\w-])(?:{_either(BEFORE[bound])}{_limit(bound)}){_FILLER}$", re.IGNORECASE))
    for bound in ORDER
)
_ONE_WORD = r"(?:\s+[^\W\d]+(?=\s+(?:or|and|at|oder|und)\s))?"
_AFTER_NUMBER = tuple(
    (bound, regex(rf"{_ONE_WORD}\s*({_either(form)})(?!\w)(?!\s+\d)", re.IGNORECASE)) for bound, form in AFTER.items()
)
_NO_BOUND = regex(rf"(?<![\w-])(?:{_either(NO_BOUND)}){_FILLER}$", re.IGNORECASE)
LOOK_BACK = 48
"""Code points before a number in which its bound stands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meant:
    """A number as it is meant: its `bound`, and the span of the words that say so (empty where none do)."""

    bound: Bound
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """The values from `low` to `high` in base units, None where a side is open; `sharp` says that it is one value.

    `beyond` says that the ends themselves are left out: "more than 20" is not 20, and neither is "just over 20".
    """

    low: Fraction | None
    high: Fraction | None
    sharp: bool
    beyond: bool = False


def meant(text: str, number: Quantity) -> Meant:
    """Return how `number` of `text` is meant, from the words right before or after it."""
    offset = max(0, number.start - LOOK_BACK)
    before = text[offset : number.start]
    for bound, form in _BEFORE_NUMBER if not _NO_BOUND.search(before) else ():
        if found := form.search(before):
            return Meant(bound=bound, start=offset + found.start(), end=offset + len(found[0].rstrip()) + found.start())
    for bound, form in _AFTER_NUMBER:
        if found := form.match(text, number.end):
            return Meant(bound=bound, start=found.start(1), end=found.end(1))
    return Meant(bound=Bound.PLAIN, start=number.start, end=number.start)


def interval(number: Quantity, bound: Bound, *, unit: str | None) -> Interval | None:
    """Return what `number` admits, None where it has no single reading. `unit` stands in where it has none."""
    low = _base(number.values, number.unit or unit)
    high = low if number.upper is None else _base(number.upper, number.unit or unit)
    if low is None or high is None:
        return None
    width = ABOUT * max(abs(low), abs(high))
    match bound:
        case Bound.PLAIN | Bound.EXACT:
            return Interval(low=low, high=high, sharp=low == high)
        case Bound.ABOUT if low == high:
            return Interval(low=low - width, high=high + width, sharp=False)
        case Bound.NEARLY if low == high:
            return Interval(low=low - width, high=high, sharp=False, beyond=True)
        case Bound.JUST_OVER if low == high:
            return Interval(low=low, high=high + width, sharp=False, beyond=True)
        case Bound.ABOUT | Bound.NEARLY | Bound.JUST_OVER:
            return Interval(low=low, high=high, sharp=False)
        case Bound.AT_LEAST | Bound.MORE:
            return Interval(low=low, high=None, sharp=False, beyond=bound is Bound.MORE)
        case Bound.AT_MOST | Bound.LESS:
            return Interval(low=None, high=high, sharp=False, beyond=bound is Bound.LESS)


def holds(wider: Interval, narrower: Interval) -> bool:
    """Whether every value of `narrower` lies in `wider`."""
    touches = wider.beyond and not narrower.beyond
    low = wider.low is None or (narrower.low is not None and wider.low <= narrower.low)
    high = wider.high is None or (narrower.high is not None and narrower.high <= wider.high)
    shared = {wider.low, wider.high} & {narrower.low, narrower.high} - {None}
    return low and high and not (touches and shared)


def _base(values: tuple[Decimal, ...], unit: str | None) -> Fraction | None:
    if len(set(values)) != 1 or abs(values[0].adjusted()) > LARGEST:
        return None
    converted = in_base(values[0], unit) if unit is not None else None
    return Fraction(values[0]) if converted is None else converted
