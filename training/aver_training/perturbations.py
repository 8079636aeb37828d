"""Typed small changes to a true sentence, each with the relation it then has to the original.

Nine kinds: the ways in which a fluent claim drifts from its source (issue item 3). A change is made only where its
effect is known: a swapped number contradicts, "may" made "will" goes beyond the evidence, "all" made
"some" still follows.
`perturb` gives None where the sentence offers no place for the kind, so that no label is guessed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aver_training.data import Label
from aver_training.perturbation_rules import NOT_INSIDE, RULES, Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Perturbed:
    """A changed sentence: what kind of change, and how it relates to the unchanged one as evidence."""

    kind: Kind
    text: str
    label: Label


MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
UNITS = (
    ("metres", "feet"), ("meters", "feet"), ("kilometres", "miles"), ("kilometers", "miles"), ("km", "m"),
    ("kg", "g"), ("tonnes", "pounds"), ("hours", "minutes"), ("days", "weeks"), ("months", "years"),
    ("percent", "percentage points"), ("million", "billion"), ("thousand", "million"), ("dollars", "euros"),
    ("°C", "°F"), ("litres", "gallons"), ("seconds", "minutes"), ("acres", "hectares"), ("%", " per mille"),
)  # fmt: skip
NUMBER = re.compile(
    r"(?<![\w.,–-])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w,]|\.\d|-\d)|(?<![\w.,–-])\d+(?:\.\d+)?(?![\w,]|\.\d|-\d)"
)
YEAR = re.compile(r"(?<![\w.,–-])(1[0-9]{3}|20[0-4]\d)(?![\w%]|[.,]\d)")
_MONTH = re.compile(r"\b(" + "|".join(MONTHS) + r")\b(?=\s+\d|,)|(?<=\d )\b(" + "|".join(MONTHS) + r")\b")
_NAME = re.compile(r"(?<![.!?\"“] )(?<!^)\b[A-Z][\w'’-]*[a-z](?:\s+(?:of|de|von|van|the)?\s*[A-Z][\w'’-]*[a-z])*")
_PASSIVE = re.compile(
    r"^(?P<left>[A-Z][\w' -]{2,60}?) (?P<verb>(?:was|were|is|are) \w+ed by) (?P<right>[\w' -]{3,60})[.]$"
)
_CONDITION = re.compile(
    r",? (?:if|unless|except|provided that|only when|as long as|until|subject to) [^.;]{4,}(?=[.;]|$)"
)
_NOT_MONOTONE = re.compile(
    r"(?i)\b(?:not|no|never|none|nor|neither|without|cannot|few|only|first|last|most|least|all|every|each|\w+n['’]t|\w{3,}est)\b"
)
"""With one of these in it, a sentence need not follow from itself with a limit ("in France") taken away."""
_LIMIT = re.compile(r",? (?:in|among|within|during|under) (?:the |its |their )?[^.;,]{4,40}(?=[.;,]|$)")


_BOUNDED = re.compile(
    r"(?i)\b(?:than|over|under|least|most|up to|about|around|nearly|almost|approximately|roughly|above|below"
    r"|before|after|since|until|till|by|as of|from|exceed\w*|beyond)"
    r"\s*[$€£]?\s*(?:(?:" + "|".join(MONTHS) + r")\s+)?(?:[\d.,]+\s*,?\s*)?$"
)
"""Before a figure: "more than 27" still follows from "31" when it becomes "more than 19", so nothing is known of it."""

_CALENDAR = frozenset((*MONTHS, "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"))


def changed_number(token: str, rng: random.Random) -> str:
    """Another number of the same size and spelling: 1,200 to 1,350, 7.5 to 6.1, 12 to 17."""
    plain = token.replace(",", "")
    places = len(plain.partition(".")[2])
    value = float(plain)
    while True:
        factor = rng.choice((0.5, 0.7, 0.8, 0.9, 1.1, 1.2, 1.3, 1.5, 2.0, 10.0))
        moved = (
            round(value * factor, places) if value * abs(factor - 1) >= 10.0**-places else value + rng.choice((1, 2, 3))
        )
        text = f"{moved:,.{places}f}" if "," in token else f"{moved:.{places}f}"
        if text != token:
            return text


def changed_year(token: str, rng: random.Random) -> str:
    """A year 1 to 40 away."""
    return str(int(token) + rng.choice((-40, -20, -11, -10, -4, -3, -2, -1, 1, 2, 3, 4, 10, 11, 20)))


def names_in(text: str) -> tuple[str, ...]:
    """Capitalised names inside sentences, in order; first words are left out, since any word may stand there."""
    return tuple(match.group() for match in _NAME.finditer(text) if match.group() not in _CALENDAR)


def perturb(sentence: str, kind: Kind, rng: random.Random, names: Sequence[str] = ()) -> Perturbed | None:
    """Change `sentence` in one place in the way of `kind`; None if it has no place for it.

    `names` are names of other sentences, used where a name is replaced by one the evidence does not speak of.
    """
    if kind in RULES:
        return _by_rule(sentence, kind, rng)
    return _BY_KIND[kind](sentence, rng, names)


def _is_exact(match: re.Match[str]) -> bool:
    return not _BOUNDED.search(match.string[: match.start()])


def _replace(sentence: str, match: re.Match[str], text: str) -> str:
    return sentence[: match.start()] + text + sentence[match.end() :]


def _by_rule(sentence: str, kind: Kind, rng: random.Random) -> Perturbed | None:
    places = [
        (match, new, label)
        for old, new, label in RULES[kind]
        for match in re.finditer(NOT_INSIDE + rf"(?<![\w-]){re.escape(old)}(?![\w-])(?! not\b| other\b)", sentence)
    ]
    if kind is Kind.RELATION and (swapped := _swapped_roles(sentence)) is not None and rng.random() < 0.5:
        return swapped
    if not places:
        return _swapped_roles(sentence) if kind is Kind.RELATION else None
    match, new, label = rng.choice(places)
    text = re.sub(r"  +", " ", _replace(sentence, match, new)).strip()
    return Perturbed(kind=kind, text=text, label=label) if text != sentence else None


def _swapped_roles(sentence: str) -> Perturbed | None:
    match = _PASSIVE.match(sentence)
    if match is None or match["left"].casefold() == match["right"].casefold():
        return None
    left = match["right"][0].upper() + match["right"][1:]
    return Perturbed(kind=Kind.RELATION, text=f"{left} {match['verb']} {match['left']}.", label="contradict")


def _number(sentence: str, rng: random.Random, _: Sequence[str]) -> Perturbed | None:
    found = [match for match in NUMBER.finditer(sentence) if not YEAR.fullmatch(match.group()) and _is_exact(match)]
    if not found:
        return None
    match = rng.choice(found)
    text = _replace(sentence, match, changed_number(match.group(), rng))
    return Perturbed(kind=Kind.NUMBER, text=text, label="contradict")


def _unit(sentence: str, rng: random.Random, _: Sequence[str]) -> Perturbed | None:
    both = [*UNITS, *((new, old) for old, new in UNITS if new.isalpha())]
    found = [(match, new) for old, new in both for match in re.finditer(rf"(?<=\d)\s?{re.escape(old)}(?!\w)", sentence)]
    found = [(match, new) for match, new in found if _is_exact(match)]
    if not found:
        return None
    match, new = rng.choice(found)
    spaced = match.group()[: len(match.group()) - len(match.group().lstrip())]
    return Perturbed(kind=Kind.UNIT, text=_replace(sentence, match, spaced + new), label="contradict")


def _date(sentence: str, rng: random.Random, _: Sequence[str]) -> Perturbed | None:
    found = [match for match in (*YEAR.finditer(sentence), *_MONTH.finditer(sentence)) if _is_exact(match)]
    if not found:
        return None
    match = rng.choice(found)
    old = match.group()
    new = changed_year(old, rng) if old.isdigit() else rng.choice([month for month in MONTHS if month != old])
    return Perturbed(kind=Kind.DATE, text=_replace(sentence, match, new), label="contradict")


def _scope(sentence: str, rng: random.Random, _: Sequence[str]) -> Perturbed | None:
    found = [*_CONDITION.finditer(sentence)]
    if not found and not _NOT_MONOTONE.search(sentence):
        found = [*_LIMIT.finditer(sentence)]
    found = [match for match in found if match.start() > 15]
    if not found:
        return None
    match = rng.choice(found)
    dropped_condition = _CONDITION.fullmatch(match.group()) is not None
    return Perturbed(
        kind=Kind.SCOPE, text=_replace(sentence, match, ""), label="neutral" if dropped_condition else "entail"
    )


def _name(sentence: str, rng: random.Random, names: Sequence[str]) -> Perturbed | None:
    found = [match for match in _NAME.finditer(sentence) if match.group() not in _CALENDAR]
    words = {len(match.group().split()) for match in found}
    others = [name for name in names if name not in sentence and len(name.split()) in words]
    if not found or not others:
        return None
    new = rng.choice(others)
    match = rng.choice([match for match in found if len(match.group().split()) == len(new.split())])
    return Perturbed(kind=Kind.NAME, text=_replace(sentence, match, new), label="neutral")


_BY_KIND: dict[Kind, Callable[[str, random.Random, Sequence[str]], Perturbed | None]] = {
    Kind.NUMBER: _number,
    Kind.UNIT: _unit,
    Kind.DATE: _date,
    Kind.SCOPE: _scope,
    Kind.NAME: _name,
}
