"""Numeric specificity: a number may not be sharper, larger or more firmly bounded than the evidence has it.

Both are read as intervals; the claim's must hold the evidence's. Years belong to the temporal axis.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction

from aver.patterns import regex
from aver.stages.atoms.axes import Axis, Scope
from aver.stages.atoms.bound_words import Bound
from aver.stages.atoms.bounds import Interval, holds, interval, meant
from aver.stages.atoms.conversion import convertible
from aver.stages.atoms.cues import Cue
from aver.stages.atoms.quantities import Quantity, as_rate
from aver.stages.atoms.units import named_unit
from aver.stages.atoms.words import Word, akin
from aver.stages.force.linking import Linked
from aver.stages.force.raises import Raise
from aver.stages.force.statement import Statement


class Specificity(IntEnum):
    """How sharp a number is."""

    NONE = 0
    VAGUE = 1
    BOUNDED = 2
    VALUE = 3
    EXACT = 4


_LEVEL = {Bound.PLAIN: Specificity.VALUE, Bound.EXACT: Specificity.EXACT, Bound.ABOUT: Specificity.VAGUE}
_YEARS = range(1500, 2100)
REACH = 12
"""Code points between a vague amount and what it counts."""
_NAME_BEFORE = regex(r"\b[A-Z]\w*-$")
"""What makes the number behind it the end of a name."""
CLOSE = Decimal("1.15")
"""Ratio within which a bound speaks of the number: "more than 10,500" of 10,538."""


def raised_numbers(linked: Linked) -> Iterator[Raise]:
    """Yield a raise for every number of the claim that admits less than the evidence does."""
    units = {stated.unit for stated in linked.evidence.quantities}
    for one in linked.claim.quantities:
        if _is_in_a_name(one, linked):
            continue
        rate = as_rate(one, linked.claim.text)
        number = rate if rate is not None and rate.unit in units else one
        if number.values and not _is_year(number) and (found := _raised(linked, number)) is not None:
            yield found


def _is_in_a_name(number: Quantity, linked: Linked) -> bool:
    """Whether a number is the end of a name that the evidence has too: "P-200"."""
    found = _NAME_BEFORE.search(linked.claim.text[max(0, number.start - REACH) : number.start])
    name = f"{found[0]}{number.literal}" if found else ""
    return bool(name) and re.search(rf"(?<!\w){re.escape(name)}(?![\w.,]*\d)", linked.evidence.text) is not None


def follows(number: Quantity, claim: Statement, evidence: Statement) -> bool:
    """Whether `number` of `claim`, with its bound, follows from a number of `evidence` by conversion or order."""
    mine = interval(number, _as_claimed(meant(claim.text, number).bound), unit=None)
    if mine is None or mine.sharp:
        return mine is not None and any(holds(mine, other) for _, other in _comparable(number, evidence) if other.sharp)
    return any(
        holds(mine, other)
        for stated, other in _comparable(number, evidence)
        if _ends(mine) & _ends(other) or _same_thing(number, claim, stated, evidence)
    )


def _raised(linked: Linked, number: Quantity) -> Raise | None:
    claim, evidence = linked.claim, linked.evidence
    how = meant(claim.text, number)
    mine = interval(number, _as_claimed(how.bound), unit=None)
    if mine is None:
        return None
    comparable = list(_comparable(number, evidence))
    related = [(stated, other) for stated, other in comparable if _ends(mine) & _ends(other)]
    slipped = [stated for stated, other in comparable if _slipped(number, stated) and not related]
    if slipped:
        return _raise(linked, number, how.start, slipped[0])
    fitting = [stated for stated, other in related if holds(mine, other)]
    if any(_not_sharpened(how.bound, meant(evidence.text, stated).bound) for stated in fitting):
        return None
    if not related and not mine.sharp and follows(number, claim, evidence):
        return None
    if not comparable and (vague := _vague(linked, number)) is not None:
        return Raise(
            axis=Axis.NUMERIC,
            claimed=_level(how.bound),
            stated=int(Specificity.VAGUE),
            start=min(how.start, number.start),
            end=max(how.end, number.end),
            instead=evidence.text[vague.start : vague.end],
            source=(vague.start, vague.end),
        )
    if not comparable and (number.written or not evidence.quantities) and number.unit is None:
        return None
    stated = next((stated for stated, _ in related), None)
    return _raise(linked, number, how.start, stated)


def _vague(linked: Linked, number: Quantity) -> Cue | None:
    """Return the vague amount ("dozens of", "einige") that the evidence has where the claim has `number`."""
    after = next((n for n, w in enumerate(linked.claim.words) if w.start >= number.end and w.content), None)
    if number.unit is not None or after not in linked.links:
        return None
    place = linked.evidence.words[linked.links[after]].start
    amounts = (cue for cue in linked.evidence.on(Axis.SCOPE) if cue.level <= Scope.MANY and cue.end <= place)
    return next((cue for cue in amounts if place - cue.end <= REACH), None)


def _slipped(one: Quantity, other: Quantity) -> bool:
    """Whether two numbers have the same figure in different units: no weaker wording but another amount."""
    return one.unit is not None and other.unit is not None and one.unit != other.unit and one.values == other.values


def _raise(linked: Linked, number: Quantity, start: int, stated: Quantity | None) -> Raise:
    claim, evidence = linked.claim.text, linked.evidence.text
    how = meant(claim, number)
    first, last = min(start, number.start), max(how.end, number.end)
    if stated is None:
        return Raise(
            axis=Axis.NUMERIC,
            claimed=_level(how.bound),
            stated=int(Specificity.NONE),
            start=first,
            end=last,
            instead="",
        )
    theirs = meant(evidence, stated)
    source = min(theirs.start, stated.start), max(theirs.end, stated.end)
    return Raise(
        axis=Axis.NUMERIC,
        claimed=_level(how.bound),
        stated=_level(theirs.bound),
        start=first,
        end=last,
        instead=evidence[source[0] : source[1]],
        source=source,
    )


def _as_claimed(bound: Bound) -> Bound:
    """Return how a claim's bound is read: who says "nearly" of what is "about" so much says no more than that."""
    return Bound.ABOUT if bound is Bound.NEARLY else bound


def _level(bound: Bound) -> int:
    return int(_LEVEL.get(bound, Specificity.BOUNDED))


def _not_sharpened(claimed: Bound, stated: Bound) -> bool:
    return claimed is not Bound.EXACT or stated is Bound.EXACT


def _comparable(number: Quantity, evidence: Statement) -> Iterator[tuple[Quantity, Interval]]:
    for stated in evidence.quantities:
        if not stated.values or not _units_fit(number, stated):
            continue
        other = interval(stated, meant(evidence.text, stated).bound, unit=number.unit)
        if other is not None:
            yield stated, other


def _units_fit(one: Quantity, other: Quantity) -> bool:
    if one.unit is None or other.unit is None:
        return not {one.unit, other.unit} & {"%", "‰"}
    return one.unit == other.unit or convertible(one.unit, other.unit)


def _ends(of: Interval) -> set[Fraction]:
    return {end for end in (of.low, of.high) if end is not None}


def _same_thing(number: Quantity, claim: Statement, stated: Quantity, evidence: Statement) -> bool:
    """Whether both numbers count the same: close in value, beside the same word, or alone with their unit in texts that
    share another word."""
    alike = [other for other in evidence.quantities if other.unit == number.unit]
    if _close(number, stated):
        return True
    if number.unit is not None and len(alike) == 1:
        said, told = ([word for word in text.words if _is_told(word)] for text in (claim, evidence))
        return not said or not told or any(akin(word, other) for word in said for other in told)
    ours, theirs = _beside(number, claim), _beside(stated, evidence)
    return any(akin(one, other) for one in ours for other in theirs)


def _is_told(word: Word) -> bool:
    """Whether a word says what something is about: no figure, and no unit."""
    return word.content and not word.folded[:1].isdigit() and named_unit(word.folded) is None


def _close(one: Quantity, other: Quantity) -> bool:
    low, high = sorted((one.values[0], other.values[0]))
    return low > 0 and high <= low * CLOSE


def _beside(number: Quantity, statement: Statement) -> list[Word]:
    after = next((w for w in statement.words if w.start >= number.end and w.content), None)
    before = next((w for w in reversed(statement.words) if w.end <= number.start and w.content), None)
    return [word for word in (before, after) if word is not None]


def _is_year(number: Quantity) -> bool:
    whole = number.values[0] == number.values[0].to_integral_value() if number.values[0].is_finite() else False
    return number.unit is None and not number.scaled and whole and int(number.values[0]) in _YEARS
