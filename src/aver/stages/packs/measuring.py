"""The amounts of an inquiry: every number with all it may mean and its unit, from the pack's spellings and `atoms`.

A number keeps every reading that its text leaves open: `60.000` in English may be sixty or sixty thousand. Only
the notation that other numbers of the text settle, or grouping in the notation of its language, chooses one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import product as pairs

from aver.patterns import regex
from aver.stages.atoms.bound_words import Bound
from aver.stages.atoms.bounds import ABOUT, LOOK_BACK, meant
from aver.stages.atoms.language import Language, language_of
from aver.stages.atoms.number_words import NUMBER_WORD, NUMBER_WORDS, SCALE, SCALES
from aver.stages.atoms.numerals import GROUPING, NUMERAL, Notation, notation_of, readings
from aver.stages.atoms.quantities import Quantity, quantities_in
from aver.stages.packs.unit_algebra import unit_named
from aver.stages.packs.unit_spelling import divided, separates, unit_spelt
from aver.values.packs import Pack, PackUnit
from aver.values.readings import Span

_COMPONENT = regex(rf"(?<!\w)[-−]?{NUMERAL.pattern}|{NUMBER_WORD.pattern}", re.IGNORECASE)
_RANGE = regex(r"[^\S\n]?[-–—][^\S\n]?|\s(?:up\s)?to\s|\sbis(?:\szu)?\s", re.IGNORECASE)
_SPACED = regex(r"(?<![\w.,])(\d{1,3}) (?=0\d\d(?!\d|[.,]\d))")
_SPACED_BEFORE = regex(r"(?<![\w.,])(\d{1,6}) $")
_WORKED_ON = regex(
    r"(?:[/^*·×±]|\+/-|\d\s?x|\b(?:twice|double|half|third|quarter|times|doppelt\w*|zweimal|dreimal|halb\w*|drittel"
    r"|viertel|mal)(?:\s(?:of|the|die|der|das|von))*)\s*$",
    re.IGNORECASE,
)
"""What makes a number an operand: neither "3/4 m" nor "twice 30,000 bottles" is the number that stands there."""
_CHANGED = regex(
    r"\b(?:chang|increas|rais|reduc|decreas|went|go|switch|upgrad|grow|grew|ramp|mov|erhöh|gesteiger|steiger|senk|gesenk"
    r"|wechsel|umstell|umgestell|änder|geänder|ging|gehen)\w*\s(?:\w+\s){0,4}(?:from|von)\s$",
    re.IGNORECASE,
)
"""What makes "from 20,000 to 40,000" a change rather than a range."""
_CUSTOMARY_PARTS = frozenset({3, 12, 60, 100})
"""Feet of a yard, inches of a foot, minutes of an hour, centimetres of a metre: what is said beside the whole."""
MOST_DIGITS = 40
"""Signs a numeral may have: a longer one is no amount of anything."""
_MINUS = regex(r"\bminus\s$", re.IGNORECASE)
_IN = regex(r"\s?in\b(?!\s(?:the|a|an|our|your)\b)")
_DIRECTLY = r"[ \u00a0\u202f\u2009-]?"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """A number of an inquiry: its place with its unit, its readings `(low, high)`, and how it is meant."""

    span: Span
    readings: tuple[tuple[Fraction | None, Fraction | None], ...]
    unit: PackUnit | None
    said: Span


@dataclass(frozen=True, slots=True)
class _Part:
    values: tuple[Fraction, ...]
    end: int
    grown: Fraction


@dataclass(frozen=True, slots=True)
class _Signs:
    """Whose decimal sign the numerals of a text settle, and its language."""

    settled: Notation | None
    language: Language | None


def measured_in(text: str, pack: Pack) -> tuple[Measured, ...]:
    """Return the numbers of `text` in order; dates, versions and identifiers are none."""
    joined = _SPACED.sub("\\1\u00a0", text)
    signs = _Signs(notation_of(re.sub(r"[^\W\d_]", " ", joined)), language_of(joined))
    found = (_measured(joined, number, pack, signs) for number in quantities_in(joined))
    numbers = _with_smaller_units(joined, [one for one in found if one is not None], pack)
    return _with_ratios(joined, _with_ranges(joined, numbers), pack)


def _with_smaller_units(text: str, numbers: Sequence[Measured], pack: Pack) -> tuple[Measured, ...]:
    """Return `numbers` with those joined that say one amount in two units: "6 ft 9 in", "1 h 30 min"."""
    joined: list[Measured] = []
    for number in numbers:
        whole = joined[-1] if joined else None
        apart = whole is None or text[whole.span.end : number.span.start].strip(" \u00a0")
        both = None if whole is None or apart else _sum(whole, _inches(text, whole, number, pack))
        if both is None:
            joined.append(number)
        else:
            joined[-1] = both
    return tuple(joined)


def _inches(text: str, whole: Measured, rest: Measured, pack: Pack) -> Measured:
    """Return `rest` in inches where it stands after feet and before "in", elsewhere a preposition."""
    found = _IN.match(text, rest.span.end)
    if found is None or rest.unit is not None or whole.unit is None or whole.unit.name != "foot":
        return rest
    span = Span(start=rest.span.start, end=found.end())
    unit = unit_named("inch", {one.name: one for one in pack.units})
    return Measured(span=span, readings=rest.readings, unit=unit, said=Span(start=rest.said.start, end=span.end))


def _sum(whole: Measured, rest: Measured) -> Measured | None:
    """Return what both say together, None where `rest` is no number of customary parts of the unit of `whole`."""
    if whole.unit is None or rest.unit is None or whole.unit.dimension != rest.unit.dimension:
        return None
    parts, only = whole.unit.factor / rest.unit.factor, _only(rest)
    if parts not in _CUSTOMARY_PARTS or only is None or not 0 <= only < parts:
        return None
    return Measured(
        span=Span(start=whole.span.start, end=rest.span.end),
        readings=tuple((_plus(low, only / parts), _plus(high, only / parts)) for low, high in whole.readings),
        unit=whole.unit,
        said=Span(start=whole.said.start, end=max(whole.said.end, rest.said.end)),
    )


def _plus(end: Fraction | None, part: Fraction) -> Fraction | None:
    return None if end is None else end + part


def _only(number: Measured) -> Fraction | None:
    """Return the one value of `number`, None where it has several or is open."""
    ends = set(number.readings[0]) if len(number.readings) == 1 else set()
    return ends.pop() if len(ends) == 1 else None


def _with_ratios(text: str, numbers: Sequence[Measured], pack: Pack) -> tuple[Measured, ...]:
    """Return `numbers` with those joined that say one amount for another: "1 bottle every 0.2 seconds"."""
    joined: list[Measured] = []
    for number in numbers:
        above = joined[-1] if joined else None
        between = "" if above is None else text[above.span.end : number.span.start]
        ratio = _ratio(above, number) if above is not None and separates(between, pack) else None
        if ratio is None:
            joined.append(number)
        else:
            joined[-1] = ratio
    return tuple(joined)


def _ratio(above: Measured, below: Measured) -> Measured | None:
    """Return `above` per one of `below`, None where that is no single positive amount of another kind."""
    only = _only(below)
    unit = None if above.unit is None or below.unit is None else divided(above.unit, below.unit)
    if unit is None or only is None or only <= 0:
        return None
    return Measured(
        span=Span(start=above.span.start, end=below.span.end),
        readings=tuple((_shared(low, only), _shared(high, only)) for low, high in above.readings),
        unit=unit,
        said=Span(start=above.said.start, end=max(above.said.end, below.said.end)),
    )


def _shared(end: Fraction | None, among: Fraction) -> Fraction | None:
    return None if end is None else end / among


def _with_ranges(text: str, numbers: Sequence[Measured]) -> tuple[Measured, ...]:
    """Return `numbers` with those joined that say a range with a unit at its first end: "30,000 bph to 40,000"."""
    joined: list[Measured] = []
    for number in numbers:
        lower = joined[-1] if joined else None
        if lower is not None and lower.unit is not None and _RANGE.fullmatch(text[lower.span.end : number.span.start]):
            alike = number.unit is None or number.unit == lower.unit
            ends = [(low, high) for low, _ in lower.readings for _, high in number.readings] if alike else []
            joined[-1] = Measured(
                span=Span(start=lower.span.start, end=number.span.end),
                readings=tuple(dict.fromkeys(ends)),
                unit=lower.unit,
                said=Span(start=lower.said.start, end=max(lower.said.end, number.said.end)),
            )
        else:
            joined.append(number)
    return tuple(joined)


def _measured(text: str, number: Quantity, pack: Pack, signs: _Signs) -> Measured | None:
    parts = _parts(text, number, pack, signs)
    if not parts or number.unit == "version":
        return None
    end = parts[-1].end
    unit = unit_spelt(text, end, pack)
    if unit is None and number.unit == "identifier" and end < number.end:
        return None
    spread = [one for chosen in pairs(*(part.values for part in parts)) for one in _meanings(text, number, chosen)]
    said = meant(text, number)
    span = Span(start=number.start, end=unit[1] if unit else end)
    return Measured(
        span=span,
        readings=tuple(dict.fromkeys(spread)),
        unit=unit[0] if unit else None,
        said=Span(start=min(said.start, span.start), end=max(said.end, span.end)),
    )


def _parts(text: str, number: Quantity, pack: Pack, signs: _Signs) -> tuple[_Part, ...]:
    """Return the one number, or the two ends of a range with the scale word that stands once for both."""
    places = list(_COMPONENT.finditer(text, number.start, max(number.end, number.start + 1)))
    wanted = places[:1] if number.upper is None else [places[0], places[-1]] if len(places) > 1 else []
    parts = [_part(text, place, pack, signs) for place in wanted]
    if any(not part.values for part in parts):
        return ()
    if len(parts) == 2 and parts[0].grown == 1 != parts[1].grown and _below(parts[0], parts[1]):
        shared = tuple(value * parts[1].grown for value in parts[0].values)
        parts[0] = _Part(shared, parts[0].end, parts[1].grown)
    return tuple(parts)


def _below(lower: _Part, upper: _Part) -> bool:
    return max(lower.values) < min(upper.values) / upper.grown


def _part(text: str, place: re.Match[str], pack: Pack, signs: _Signs) -> _Part:
    word = NUMBER_WORDS.get(place[0].lower())
    values = (word,) if word is not None else _numeral(text, place, signs)
    factors, end = _scale(text, place.end(), pack)
    grown = tuple(Fraction(value) * factor for value in values for factor in factors)
    return _Part(grown, end, factors[0] if len(factors) == 1 else Fraction(1))


def _numeral(text: str, place: re.Match[str], signs: _Signs) -> tuple[Decimal, ...]:
    before = _before(text, place.start())
    dashed = place[0][0] in "-−" and not before[-1:].strip(" \t\n\u00a0\u202f([|:=")
    signed = dashed or _MINUS.search(before) is not None
    plain = place[0].lstrip("-−")
    if len(plain) > MOST_DIGITS:
        return ()
    values = readings(plain, signs.settled or _by_grouping(plain, signs.language))
    apart = _SPACED_BEFORE.search(_before(text, place.start()))
    if apart is not None and plain.isdigit():
        values = (*values, Decimal(apart[1] + plain))
    return tuple(-value if signed else value for value in values)


def _by_grouping(numeral: str, language: Language | None) -> Notation | None:
    """Return the notation of `language` where `numeral` is grouped in it; it settles nothing else."""
    mark = {"en": ",", "de": "."}.get(language or "")
    plain = re.sub(rf"[{GROUPING}]", "", numeral)
    return language if mark is not None and re.fullmatch(rf"[1-9]\d{{0,2}}(?:\{mark}\d{{3}})+", plain) else None


def _scale(text: str, position: int, pack: Pack) -> tuple[tuple[Fraction, ...], int]:
    """Return the factors of a scale word right after a number, and where it ends: one of `atoms` or of the pack."""
    found = SCALE.match(text, position)
    if found is not None:
        return tuple(Fraction(factor) for factor in SCALES[found[1].lower()]), found.end()
    for word, factor in pack.scales:
        own = re.compile(rf"{_DIRECTLY}{re.escape(word)}(?![^\W\d_])\.?", re.IGNORECASE).match(text, position)
        if own is not None:
            return (factor,), own.end()
    return (Fraction(1),), position


def _before(text: str, position: int) -> str:
    return text[max(0, position - LOOK_BACK) : position]


def _meanings(
    text: str, number: Quantity, chosen: Sequence[Fraction]
) -> tuple[tuple[Fraction | None, Fraction | None], ...]:
    """Return what one reading of the digits may mean: nothing where they are an operand, each end of a change."""
    before = _before(text, number.start)
    if _WORKED_ON.search(before):
        return ()
    if len(chosen) == 2 and _CHANGED.search(before):
        return tuple((end, end) for end in chosen)
    return (_ranged(text, number, chosen),)


def _ranged(text: str, number: Quantity, chosen: Sequence[Fraction]) -> tuple[Fraction | None, Fraction | None]:
    low, high = chosen[0], chosen[-1]
    match meant(text, number).bound:
        case Bound.AT_LEAST | Bound.MORE | Bound.JUST_OVER:
            return low, None
        case Bound.AT_MOST | Bound.LESS:
            return None, high
        case Bound.ABOUT | Bound.NEARLY if low == high:
            width = ABOUT * abs(low)
            return low - width, high + width
        case _:
            return low, high
