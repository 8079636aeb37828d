"""What a number admits: exactly itself, about itself, or everything on one side of it.

A claim says no more than its evidence when its interval holds the evidence's: "at least 20" follows from 25,
"about 20" from 19.7, and "20" from neither "about 20" nor "up to 20".
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from aver.stages.atoms.conversion import LARGEST, in_base
from aver.stages.atoms.quantities import Quantity

ABOUT = Fraction(1, 10)
"""Half width of "about", as a share of the value: round numbers differ from what they round by up to a tenth."""


class Bound(StrEnum):
    """How a number is meant."""

    PLAIN = "plain"
    EXACT = "exact"
    ABOUT = "about"
    NEARLY = "nearly"
    AT_LEAST = "at least"
    MORE = "more than"
    AT_MOST = "at most"
    LESS = "less than"


_BEFORE = {
    Bound.EXACT: r"exactly|precisely|genau|exakt",
    Bound.ABOUT: r"about|around|approximately|approx\.?|roughly|some|circa|ca\.?|c\.|in the region of|in the order of"
    r"|on the order of|an estimated|something like|estimated(?: at)?|~|≈|etwa|rund|ungefähr|zirka"
    r"|schätzungsweise|gut|um die|an die|gegen",
    Bound.NEARLY: r"nearly|almost|close to|just under|not quite|approaching|fast|beinahe|knapp|nahezu|annähernd",
    Bound.AT_LEAST: r"(?:no|not) (?:smaller|shorter|lower|earlier|younger|lighter|narrower|weaker) than"
    r"|(?:minimum|smallest|lower limit|lowest|untergrenze|mindest\w+)(?: \w+){0,3} (?:is|of|are|was|at|ist"
    r"|beträgt|von|bei)"
    r"|nicht (?:kleiner|kürzer|niedriger|früher|jünger) als|at least|no less than|not less than|no fewer than"
    r"|a minimum of|minimum of|minimum|≥|>=|upwards of"
    r"|mindestens|wenigstens|nicht weniger als|ab|zumindest",
    Bound.MORE: r"more than|over|above|greater than|in excess of|exceed(?:s|ed|ing)?|larger than|longer than"
    r"|higher than|beyond"
    r"|>|mehr als|über|größer als|oberhalb(?: von)?|länger als|höher als",
    Bound.AT_MOST: r"(?:no|not) (?:larger|longer|higher|bigger|greater|older|later|wider|heavier) than"
    r"|(?:maximum|largest|upper limit|limit|cap|ceiling|highest|longest|obergrenze|höchst\w+|maximal\w*)(?: \w+){0,3}"
    r" (?:is|of|are|was|at|ist|beträgt|von|bei)"
    r"|nicht (?:größer|länger|höher|später|älter) als|at most|no more than|not more than|up to|a maximum of"
    r"|maximum of|maximum|max\.?|as (?:much|many) as|≤|<="
    r"|not exceed(?:ing)?|within|höchstens|maximal|bis zu|nicht mehr als|allenfalls|innerhalb von",
    Bound.LESS: r"less than|fewer than|under|below|smaller than|lower than|shorter than|<|weniger als|unter"
    r"|kleiner als"
    r"|unterhalb(?: von)?|kürzer als",
}
_AFTER = {
    Bound.AT_LEAST: r"or (?:more|above|greater|longer|higher|over|older)|and (?:above|over|older|up)"
    r"|at (?:a )?minimum|\+"
    r"|oder mehr|und mehr|oder länger|oder höher|und älter",
    Bound.AT_MOST: r"or (?:less|fewer|below|under|younger|shorter|lower)|at (?:the )?most|at (?:a )?maximum"
    r"|oder weniger"
    r"|und weniger|und jünger",
    Bound.ABOUT: r"or so|give or take|oder so",
}
_ORDER = (Bound.AT_MOST, Bound.AT_LEAST, Bound.MORE, Bound.LESS, Bound.NEARLY, Bound.ABOUT, Bound.EXACT)
_FILLER = r"(?:\s+(?:the|a|an|of|by|another|von|den|die|das))?[\s(\[`$€£*]*"
_BEFORE_NUMBER = tuple(
    (bound, re.compile(rf"(?:(?<!\w)|(?<=^))(?:{_BEFORE[bound]}){_FILLER}$", re.IGNORECASE)) for bound in _ORDER
)
_AFTER_NUMBER = tuple((bound, re.compile(rf"\s*(?:{form})(?!\w)", re.IGNORECASE)) for bound, form in _AFTER.items())
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

    `beyond` says that the end itself is left out: "more than 20" is not 20.
    """

    low: Fraction | None
    high: Fraction | None
    sharp: bool
    beyond: bool = False


def meant(text: str, number: Quantity) -> Meant:
    """Return how `number` of `text` is meant, from the words right before or after it."""
    offset = max(0, number.start - LOOK_BACK)
    before = text[offset : number.start]
    for bound, form in _BEFORE_NUMBER:
        if found := form.search(before):
            return Meant(bound=bound, start=offset + found.start(), end=offset + len(found[0].rstrip()) + found.start())
    for bound, form in _AFTER_NUMBER:
        if found := form.match(text, number.end):
            return Meant(bound=bound, start=number.end, end=found.end())
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
        case Bound.ABOUT | Bound.NEARLY if low == high:
            return Interval(low=low - width, high=high + width, sharp=False)
        case Bound.ABOUT | Bound.NEARLY:
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
