"""The unit behind a number: a spelling of the pack or of `atoms`, and what it is counted per.

"60,000 clear glass bottles per hour", "60.000 Flaschen/h", "60000 bph" and "60,000/h" are one unit where the pack
says what is counted. Between number and unit only words that say one of the pack's choices may stand.
"""

from __future__ import annotations

import re
from functools import lru_cache

from aver.patterns import regex
from aver.stages.atoms.units import unit_at
from aver.stages.packs.unit_algebra import TEMPERATURE, atom_unit, product
from aver.stages.packs.wording import ending_at, says
from aver.values.packs import Pack, PackUnit

MOST_WORDS_BETWEEN = 3
"""Words that may stand between a number and what it counts."""
_GAP = regex(r"[ \u00a0\u202f\u2009]?|-(?=[^\W\d_])")
_WORD = regex(r"[ \u00a0-]?([^\W\d_]+)")
_SLASH = regex(r"\s?/\s?")


def unit_spelt(text: str, position: int, pack: Pack) -> tuple[PackUnit, int] | None:
    """Return the unit that stands at `position` of `text`, right after a number, and where it ends; None for none."""
    for start in _starts(text, position, pack):
        found = _simple(text, start, pack)
        if found is not None:
            return _per(text, *found, pack)
    counted = next((one for one in pack.units if one.name == pack.counted), None)
    if counted is None:
        return None
    whole = _per(text, counted, position, pack)
    return whole if whole[1] > position else None


def _starts(text: str, position: int, pack: Pack) -> tuple[int, ...]:
    """Return where a unit may begin: after the number, or after words that say a choice."""
    starts = [position]
    vocabulary = _vocabulary(pack)
    while len(starts) <= MOST_WORDS_BETWEEN:
        word = _WORD.match(text, starts[-1])
        if word is None or not any(says(known, word[1]) for known in vocabulary):
            break
        starts.append(word.end())
    return tuple(starts)


@lru_cache(maxsize=8)
def _vocabulary(pack: Pack) -> frozenset[str]:
    words = (word for parameter in pack.parameters for choice in parameter.choices for word in choice.words)
    between = {part for word in pack.separators for part in word.split()}
    return frozenset(part for word in words for part in re.split(r"[\s-]+", word) if part and part not in between)


def _simple(text: str, position: int, pack: Pack) -> tuple[PackUnit, int] | None:
    """Return the unit without what it is per; the longest spelling wins, the pack's before that of `atoms`."""
    gap = _GAP.match(text, position)
    start = gap.end() if gap else position
    own = [
        (end, unit)
        for unit in pack.units
        for spelling in unit.spellings
        if (end := ending_at(spelling, text, start)) is not None
    ]
    longest = max(own, key=lambda one: one[0], default=None)
    known = unit_at(text, position)
    if longest is not None and (known is None or longest[0] >= known[1]):
        return longest[1], longest[0]
    unit = atom_unit(known[0]) if known is not None else None
    return (unit, known[1]) if unit is not None and known is not None else None


@lru_cache(maxsize=8)
def _separator(pack: Pack) -> re.Pattern[str]:
    words = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in pack.separators)
    return re.compile(rf"\s?/\s?|\s+(?:{words})(?=\s)" if words else _SLASH.pattern, re.IGNORECASE)


def separates(text: str, pack: Pack) -> bool:
    """Whether `text` is one of the words that stand between a unit and what it is counted per."""
    found = _separator(pack).match(text)
    return found is not None and not text[found.end() :].strip()


def divided(unit: PackUnit, below: PackUnit) -> PackUnit | None:
    """Return `unit` per `below`, None for temperatures and for what is of one kind."""
    if TEMPERATURE in (unit.dimension, below.dimension) or unit.dimension == below.dimension:
        return None
    return PackUnit(
        name=f"{unit.name}/{below.name}",
        spellings=(),
        factor=unit.factor / below.factor,
        dimension=product(unit.dimension, below.dimension, power=-1),
    )


def _per(text: str, unit: PackUnit, position: int, pack: Pack) -> tuple[PackUnit, int]:
    """Return `unit` divided by the unit that a separator after it names, and where that ends."""
    separator = _separator(pack).match(text, position)
    below = _simple(text, separator.end(), pack) if separator is not None else None
    per = None if below is None else divided(unit, below[0])
    return (unit, position) if per is None or below is None else (per, below[1])
