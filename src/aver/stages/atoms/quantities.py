"""Find the numbers of a text: value or range, unit, version.

A number stands for itself, not for its spelling; but two numbers are the same only if value and unit are,
and a range is not its ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from aver.patterns import regex
from aver.stages.atoms.dates import dates_in
from aver.stages.atoms.number_words import NUMBER_WORD, NUMBER_WORDS, SCALE, SCALES
from aver.stages.atoms.numerals import GROUPING, NUMERAL, Notation, notation_of, readings
from aver.stages.atoms.units import CURRENCIES, named_unit, unit_at


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A number at `[start, end)`: its spelling, possible values and unit; `upper` is the other end of a range.

    A version or identifier has no values and is compared by spelling. `written` says that it stands as a word.
    """

    start: int
    end: int
    literal: str
    values: tuple[Decimal, ...]
    unit: str | None = None
    upper: tuple[Decimal, ...] | None = None
    written: bool = False
    scaled: bool = False


_NUMBER = regex(rf"(?<![\w]){NUMERAL.pattern}")
_VERSION = regex(
    r"\b(?:version|release|fassung|ver\.|v\.?)\s?(\d+(?:\.\d+)*(?:[a-z]\d*|-?(?:rc|beta|alpha)\.?\d*)?)\b"
    r"|(?<![\w.,])(\d+(?:\.\d+){2,})(?![\w]|[.,]\d)",
    re.IGNORECASE,
)
_ATTACHED = regex(r"[A-Za-zÄÖÜäöüß_]\w*")
_ENDINGS = frozenset({"st", "nd", "rd", "th", "s", "er", "x"})
_JOIN = regex(r"\s?(?:[-–—]|\.{2,3}|…)\s?\+?|\s(?:to|bis(?: zu)?)\s(?:plus\s)?", re.IGNORECASE)
_TOLERANCE = regex(r"\s?(?:±|\+/[-−–]|\+[-−–])\s?")
_BETWEEN = regex(r"\b(?:between|zwischen)\s+$", re.IGNORECASE)
_AND = regex(r"\s(?:and|und)\s", re.IGNORECASE)


_PER = regex(r"\s(?:per|an?|each|pro|je)\s([^\W\d]+[²³]?)")
"""What spells out the stroke of "EUR/min"."""


def as_rate(number: Quantity, text: str) -> Quantity | None:
    """Return a `number` of `text` with the unit that is spelt out behind it, "0.05 EUR per minute" like "EUR/min", or
    None where none is."""
    found = _PER.match(text, number.end) if number.unit and number.end else None
    name = named_unit(found[1]) if found else None
    return replace(number, unit=f"{number.unit}/{name}") if name else None


def quantities_in(text: str, notation: Notation | None = None) -> tuple[Quantity, ...]:
    """Return the numbers of `text` in order, dates left out; `notation` overrides what the text suggests."""
    notation = notation or notation_of(text)
    blanked = _without(text, [(date.start, date.end) for date in dates_in(text)])
    versions = [_version(found) for found in _VERSION.finditer(blanked) if not _is_grouped(found[2])]
    blanked = _without(blanked, [(version.start, version.end) for version in versions])
    singles = [_digits(blanked, found, notation) for found in _NUMBER.finditer(blanked)]
    singles += [_word(blanked, found) for found in NUMBER_WORD.finditer(blanked)]
    numbers = _of_one_unit(blanked, sorted(singles, key=lambda number: number.start))
    return tuple(sorted([*_ranges(blanked, numbers), *versions], key=lambda number: number.start))


def _without(text: str, spans: list[tuple[int, int]]) -> str:
    for start, end in spans:
        text = f"{text[:start]}{'·' * (end - start)}{text[end:]}"
    return text


def _is_grouped(numeral: str | None) -> bool:
    return numeral is not None and bool(re.fullmatch(r"[1-9]\d{0,2}(?:\.\d{3}){2,}", numeral))


def _version(found: re.Match[str]) -> Quantity:
    literal = found[1] or found[2]
    return Quantity(start=found.start(), end=found.end(), literal=literal.lower(), values=(), unit="version")


def _digits(text: str, found: re.Match[str], notation: Notation | None) -> Quantity:
    start, end, unit = found.start(), found.end(), None
    values = readings(found[0], notation)
    before = text[:start].rstrip(" \u00a0\u202f")
    if before[-1:] in CURRENCIES and before:
        unit = before[-1]
    if (signed := re.search(r"(?:^|[\s(\[|:=])([-−+])$", text[max(start - 2, 0) : start])) is not None:
        start, values = start - 1, values if signed[1] == "+" else tuple(-value for value in values)
    return _completed(
        text, Quantity(start=start, end=end, literal=_spelling(text[start:end]), values=values, unit=unit)
    )


def _spelling(numeral: str) -> str:
    return re.sub(rf"[{GROUPING}]", " ", numeral).replace("−", "-").removeprefix("+")


def _word(text: str, found: re.Match[str]) -> Quantity:
    value = NUMBER_WORDS[found[0].lower()]
    number = Quantity(start=found.start(), end=found.end(), literal=found[0].lower(), values=(value,), written=True)
    return _completed(text, number)


def _completed(text: str, number: Quantity) -> Quantity:
    """Return `number` with its scale word and unit; letters directly after it make it an identifier (`1e6`, `3D`)."""
    scale = SCALE.match(text, number.end)
    if scale:
        factors = SCALES[scale[1].lower()]
        values = tuple(value * factor for value in number.values for factor in factors)
        literal = f"{number.literal} {scale[1].lower()}"
        number = replace(number, end=scale.end(), literal=literal, values=values, scaled=True)
    unit = unit_at(text, number.end)
    if unit and unit[1] > number.end:
        return replace(number, unit=number.unit or unit[0], end=unit[1])
    attached = _ATTACHED.match(text, number.end)
    if attached is None or attached[0].lower() in _ENDINGS:
        return number
    literal = text[number.start : attached.end()]
    return replace(number, end=attached.end(), literal=literal, values=(), unit="identifier")


def _of_one_unit(text: str, numbers: list[Quantity]) -> list[Quantity]:
    """Return `numbers` with the unit behind a tolerance given to what it is the tolerance of: "13.0 ± 3.4 mg"."""
    told = [
        replace(one, unit=one.unit or after.unit) if _TOLERANCE.fullmatch(text, one.end, after.start) else one
        for one, after in pairwise(numbers)
    ]
    return [*told, *numbers[-1:]]


def _ranges(text: str, numbers: list[Quantity]) -> list[Quantity]:
    """Return `numbers` with neighbours that a dash or "to" joins made into one range."""
    joined: list[Quantity] = []
    for number in numbers:
        lower = joined[-1] if joined else None
        if lower and lower.upper is None and _joins(text, lower, number):
            unit = number.unit or lower.unit
            literal = f"{lower.literal}–{number.literal}"
            joined[-1] = replace(lower, end=number.end, literal=literal, upper=number.values, unit=unit)
        else:
            joined.append(number)
    return joined


def _joins(text: str, lower: Quantity, upper: Quantity) -> bool:
    between = text[lower.end : upper.start]
    if upper.literal.startswith("-") and not between:
        return False
    if _AND.fullmatch(between):
        return bool(_BETWEEN.search(text[: lower.start]))
    return bool(_JOIN.fullmatch(between)) and (lower.unit in (None, upper.unit) or upper.unit is None)
