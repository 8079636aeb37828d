"""Whether two values of one kind can both be the answer.

Numbers and dates are compared as what they are, names and phrases by their content words and figures: one that says
more than another ("Republican" and "Republican Party") says the same, "15 euros" and "10 euros" don't.
"""

from __future__ import annotations

import re
from datetime import date

from aver.patterns import regex
from aver.stages.atoms.conversion import convertible
from aver.stages.atoms.quantities import quantities_in
from aver.stages.planning.dates import MONTH_OF, read_days
from aver.stages.planning.words import content, folded, set_of
from aver.stages.wanted import ValueKind

_DIGITS = regex(r"\d[\d,.]*")
_FAR = date(2100, 1, 1)
_WORTHLESS = set_of(
    """
    former retired professional american british english german french canadian australian italian irish scottish
    indian japanese born member known best type kind one series man woman person people sir dr mr mrs jr
    """
)


def same_value(kind: ValueKind, one: str, two: str) -> bool:
    """Whether values `one` and `two` of `kind` say the same, or one says it less exactly."""
    match kind:
        case ValueKind.DATE:
            return _same_date(one, two)
        case ValueKind.NUMBER:
            return _number(one) == _number(two)
        case ValueKind.POLARITY:
            return one == two
        case ValueKind.NAME | ValueKind.PLACE | ValueKind.PHRASE:
            return _same_words(one, two)


def comparable(one: str, two: str) -> bool:
    """Whether two values, if both measure something, measure the same: no rent is 84 square metres."""
    units = [{found.unit for found in quantities_in(text) if found.unit} for text in (one, two)]
    return not all(units) or any(
        mine == theirs or convertible(mine, theirs) for mine in units[0] for theirs in units[1]
    )


def _same_date(one: str, two: str) -> bool:
    mine, theirs = (_DIGITS.findall(text) for text in (one, two))
    longer, shorter = (one, two) if len(one) >= len(two) else (two, one)
    if content(shorter) <= content(longer):
        return True
    if not (mine and theirs) and _months(one) & _months(two):
        return True
    if mine and theirs and mine[-1] != theirs[-1]:
        return False
    days = [read_days(text, 0, _FAR) for text in (one, two)]
    if days[0] is None or days[1] is None:
        return False
    return days[0][0].first < days[1][0].after and days[1][0].first < days[0][0].after


def _months(text: str) -> frozenset[int]:
    """Return the months named: "October every year" goes with "October 2021"."""
    return frozenset(MONTH_OF[word] for word in folded(text) if word in MONTH_OF)


def _number(text: str) -> str:
    found = _DIGITS.search(text)
    if found is None:
        written = quantities_in(text)
        return str(written[0].values[0]) if written else text.casefold()
    digits = found.group().rstrip(".,")
    if re.fullmatch(r"\d{1,3}(?:[.,]\d{3})+", digits):
        return digits.replace(",", "").replace(".", "")
    return digits.replace(",", ".")


def _same_words(one: str, two: str) -> bool:
    mine, theirs = content(one) - _WORTHLESS, content(two) - _WORTHLESS
    if not mine or not theirs:
        return content(one) == content(two)
    figures = [frozenset(_DIGITS.findall(text)) for text in (one, two)]
    if all(figures) and figures[0].isdisjoint(figures[1]):
        return False
    return len(mine & theirs) >= 0.5 * min(len(mine), len(theirs))
