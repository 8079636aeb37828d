"""Alter a supported claim in one atom, so that it is supported no more: the checks have to notice (H1, H4).

Seven kinds: number, unit, date, entity, negation, quantifier, exception dropped. Every mutation is certain by
construction: a quantifier is only ever raised, a unit only exchanged for another, an exception only left out.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from aver.patterns import regex
from aver.stages.atoms.bound_words import Bound
from aver.stages.atoms.bounds import meant
from aver.stages.atoms.language import Language
from aver.stages.atoms.quantities import quantities_in


class Mutation(StrEnum):
    """What is altered."""

    NUMBER = "number"
    UNIT = "unit"
    DATE = "date"
    ENTITY = "entity"
    NEGATION = "negation"
    QUANTIFIER = "quantifier"
    EXCEPTION = "exception"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A claim to alter and the names that may take the place of one of its own."""

    claim: str
    language: Language
    names: Sequence[str] = ()


_DIGITS = regex(r"(?<![\w.,:/-])\d{1,3}(?:[.,]\d{1,2})?(?![\w.,:/-]*\d)(?=[\s%)])")
_YEAR = regex(r"(?<![\w.,/-])(?:1[6-9]|20)\d\d(?![\w%]|[.,-]\d)")
_NAME = regex(r"(?<=[a-z,] )[A-Z][a-zé]{3,}(?: [A-Z][a-zé]{2,})*(?=[ ,.])")
_UNITS = (
    ("days", "weeks"),
    ("weeks", "months"),
    ("months", "years"),
    ("years", "months"),
    ("hours", "minutes"),
    ("minutes", "seconds"),
    ("km", "m"),
    ("kg", "g"),
    ("mg", "g"),
    ("%", " percentage points"),
    ("percent", "percentage points"),
    ("meters", "kilometers"),
    ("metres", "kilometres"),
    ("miles", "kilometres"),
    ("Tage", "Wochen"),
    ("Tagen", "Wochen"),
    ("Wochen", "Monate"),
    ("Monate", "Jahre"),
    ("Monaten", "Jahren"),
    ("Jahre", "Monate"),
    ("Jahren", "Monaten"),
    ("Stunden", "Minuten"),
    ("Prozent", "Prozentpunkte"),
    ("Euro", "Dollar"),
)
_RAISES: dict[Language, tuple[tuple[str, str], ...]] = {
    "en": (
        ("some", "all"),
        ("many", "all"),
        ("most", "all"),
        ("several", "all"),
        ("often", "always"),
        ("usually", "always"),
        ("sometimes", "always"),
        ("generally", "always"),
        ("frequently", "always"),
        ("few", "all"),
    ),
    "de": (
        ("einige", "alle"),
        ("viele", "alle"),
        ("mehrere", "alle"),
        ("häufig", "immer"),
        ("oft", "immer"),
        ("manche", "alle"),
        ("meist", "immer"),
        ("teilweise", "vollständig"),
    ),
}
_FINITE: dict[Language, str] = {
    "en": r"\b(?:is|are|was|were|will|must|should|can|may|has been|have been|could|would)\b(?! not|n't)",
    "de": r"\b(?:ist|sind|war|waren|wird|werden|wurde|wurden|kann|können|darf|dürfen|soll|sollen)\b(?! nicht)",
}
_EXCEPTION: dict[Language, str] = {
    "en": r",? (?:unless|except|provided that|other than|with the exception of|excluding) [^.;:]{4,}(?=\.$)",
    "de": r", (?:es sei denn|außer|sofern|soweit|ausgenommen|mit Ausnahme|falls|wenn),? [^.;:]{4,}(?=\.$)",
}


def altered(kind: Mutation, source: Source, chance: random.Random) -> str | None:
    """Return the claim with one atom of `kind` altered, None where it has none."""
    return _ALTER[kind](source, chance)


def _number(source: Source, chance: random.Random) -> str | None:
    place = _DIGITS.search(source.claim)
    if place is None or _is_bounded(source.claim, place):
        return None
    digits = place[0]
    first = str((int(digits[0]) + chance.randint(1, 7)) % 9 + 1)
    return _put(source.claim, place, first + digits[1:]) if first != digits[0] else None


def _unit(source: Source, _: random.Random) -> str | None:
    for unit, other in _UNITS:
        gap = r"\s?" if unit == "%" else r"[\s-]"
        place = re.search(rf"(?<=\d){gap}{re.escape(unit)}(?!\w)(?! point)", source.claim)
        if place is not None and not _is_bounded(source.claim, place):
            return _put(source.claim, place, other if other.startswith(" ") else f" {other}")
    return None


def _date(source: Source, chance: random.Random) -> str | None:
    place = _YEAR.search(source.claim)
    return None if place is None else _put(source.claim, place, str(int(place[0]) - chance.randint(1, 9)))


def _entity(source: Source, chance: random.Random) -> str | None:
    place = _NAME.search(source.claim)
    others = [name for name in source.names if name not in source.claim and len(name.split()) == 1]
    return None if place is None or not others else _put(source.claim, place, chance.choice(others))


def _negation(source: Source, _: random.Random) -> str | None:
    word = "nicht" if source.language == "de" else "not"
    if (place := re.search(rf"(?<=\w) {word}(?= )(?! (?:only|nur|more|mehr|less|weniger))", source.claim)) is not None:
        return _put(source.claim, place, "")
    place = re.search(_FINITE[source.language], source.claim)
    return None if place is None else _put(source.claim, place, f"{place[0]} {word}")


def _quantifier(source: Source, _: random.Random) -> str | None:
    for weak, strong in _RAISES[source.language]:
        place = re.search(rf"(?<!at )(?<!the )\b{weak}\b(?! (?:one|of the most))", source.claim)
        if place is not None:
            return _put(source.claim, place, strong)
    return None


def _exception(source: Source, _: random.Random) -> str | None:
    place = re.search(_EXCEPTION[source.language], source.claim)
    return None if place is None or place.start() < len(source.claim) // 3 else _put(source.claim, place, "")


def _is_bounded(claim: str, place: re.Match[str]) -> bool:
    """Whether the number has a bound ("within 30 days"): a wider one may still follow from the evidence."""
    numbers = [n for n in quantities_in(claim) if n.start <= place.end() and place.start() <= n.end]
    return any(meant(claim, number).bound is not Bound.PLAIN for number in numbers)


def _put(claim: str, place: re.Match[str], instead: str) -> str:
    return f"{claim[: place.start()]}{instead}{claim[place.end() :]}"


_ALTER: MappingProxyType[Mutation, Callable[[Source, random.Random], str | None]] = MappingProxyType(
    {
        Mutation.NUMBER: _number,
        Mutation.UNIT: _unit,
        Mutation.DATE: _date,
        Mutation.ENTITY: _entity,
        Mutation.NEGATION: _negation,
        Mutation.QUANTIFIER: _quantifier,
        Mutation.EXCEPTION: _exception,
    }
)


def names_in(claims: Sequence[str]) -> tuple[str, ...]:
    """Return the names that stand inside `claims`, for exchanging them."""
    return tuple(dict.fromkeys(found[0] for claim in claims for found in _NAME.finditer(claim)))
