"""Sentences that tell what holds in another case than the one just told: for others, or another value on a condition.

"The warranty is two years." is less than the truth beside "It is three years if the pump is registered." (E6).
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.atoms.quantities import quantities_in
from aver.stages.stems import Stems, stems

_OTHERS = regex(
    r"^\W*(?:(?:for|in|on|at|with)\s+)?(?:(?:all|any|every)\s+)?(?:(?:the\s+)?others?\s|otherwise\b"
    r"|(?:every(?:body|one)|anyone|all)\s+else\b"
    r"|(?:für\s+|in\s+|bei\s+|an\s+)?(?:allen?\s+)?(?:andere[nrms]?|übrige[nrms]?)\s|sonst\b|ansonsten\b|andernfalls\b"
    r"|(?:existing|present|current|old|earlier|bestehende\w*|bisherige\w*|alte\w*)\s+(?:\w+\s+){1,3}?"
    r"(?:keeps?|retains?|remains?|stays?|continues?|behalten|behält|bleib(?:t|en))\b)",
    re.IGNORECASE,
)
"""How a sentence begins that is about the others: "For other users it is optional." """

_IT = r"(?:it|they|this|these|es|sie|dies\w*)"
_CONDITION = (
    r"^\W*(?:in|for|with|without|on|at|during|from|if|when|after|before|outside|under|over|between|bei|beim|mit|ohne|im|für"
    r"|ab|wenn|falls|nach|vor|am|während|zwischen|von)\b"
)
_ON_A_CONDITION = regex(
    rf"{_CONDITION}[^;]*?\b{_IT}\b"
    rf"|^\W*{_IT}\b[^;]*?\b(?:if|when|for|with|without|unless|where|during|in\s+case|wenn|falls|bei|für|sofern|mit|ohne)\b",
    re.IGNORECASE,
)
"""What tells of the thing just told of ("it") on a condition."""

_BEGINS_ON_ONE = regex(rf"{_CONDITION}(?!\s+(?:example|instance)\b)", re.IGNORECASE)

_NONE = regex(r"\b(?:no|kein\w*)\s+(?P<thing>[^\W\d_]+)\b", re.IGNORECASE)
"""What there is none of: "In an emergency no notice is needed." """

_COUNTED = regex(
    r"(?<![\w.,:])(?P<count>\d+|one|two|three|four|five|six|seven|eight|nine|ten|zwei|drei|vier|fünf|sechs"
    r"|sieben|acht|neun|zehn)\s(?P<thing>[^\W\d_]{3,})\b",
    re.IGNORECASE,
)
"""A number of things: "8 coins"."""

_OFTEN = regex(
    r"\b(?:daily|weekly|monthly|quarterly|yearly|annually|(?<!at\s)once|twice|every\s+(?:\w+\s+)?(?:day|week|month|quarter|year|hour|minute)s?"
    r"|times\s+an?|täglich|wöchentlich|monatlich|jährlich|einmal|zweimal|alle\s+\w+\s+\w+|jede[nrs]?\s+\w+)\b",
    re.IGNORECASE,
)


_CLOCK = regex(
    r"(?<![\d.:,])(?:[01]?\d|2[0-4])(?:[:.][0-5]\d(?![\d.%])(?:\s?[ap]\.?m\b)?|\s?[ap]\.?m\b|\s(?:uhr|o['’]clock)\b)|\b(?:noon|midnight|mittag|mitternacht)\b",
    re.IGNORECASE,
)
"""A time of day: 16:30, 16.30, 4 pm, noon."""

_DAY = regex(
    r"\b(?i:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays?|weekends?|montags?|dienstags?|mittwochs?|donnerstags?|freitags?"
    r"|samstags?|sonntags?|werktags?|january|february|march|april|june|july|august|september|october|november|december|januar|februar"
    r"|märz|mai|juni|juli|oktober|dezember|spring|summer|autumn|winter|frühling|frühjahr|sommer|herbst|easter|christmas|ostern"
    r"|weihnachten|today|tomorrow|heute|morgen|(?:19|20)\d\d)\b|\bMay\b"
)
"""A day, a month, a season or a year."""

_LASTING = frozenset({"second", "minute", "hour", "day", "week", "month", "year"})
"""Units of time."""


def says_how_often(text: str) -> bool:
    """Whether `text` says how often something is, or after how long again."""
    return _OFTEN.search(text) is not None or says_how_long(text)


def says_how_long(text: str) -> bool:
    """Whether `text` holds a length of time."""
    return any(one.unit in _LASTING for one in quantities_in(text))


def says_time(text: str) -> bool:
    """Whether `text` names a time: of day, a day, month or season, a year, or how long it is to or since something."""
    return any(one.search(text) for one in (_CLOCK, _DAY)) or says_how_long(text)


def tells_another_case(told: str, after: str) -> bool:
    """Whether the sentence `after` the one `told` is about the others, or gives another value of it on a condition."""
    if _OTHERS.match(after) is not None:
        return True
    if _ON_A_CONDITION.match(after) is not None and _another_value(told, after):
        return True
    return _tells_otherwise_on_a_condition(told, after)


def _tells_otherwise_on_a_condition(told: str, after: str) -> bool:
    """Whether `after` gives on a condition another value of what is `told` without one, or has none of it.

    It may call the thing by another word: "Hotels are paid up to 165 euros. In Zurich the limit is 220 euros."
    """
    if not _BEGINS_ON_ONE.match(after) or _BEGINS_ON_ONE.match(told):
        return False
    own = stems(told)
    if _another_value(told, after) or any(not own.isdisjoint(stems(one["thing"])) for one in _NONE.finditer(after)):
        return True
    said = _counted(told)
    things = {thing for thing, _ in said}
    recounted = any(thing in things and (thing, count) not in said for thing, count in _counted(after))
    return recounted and not own.isdisjoint(stems(after) - frozenset().union(*things))


def _counted(text: str) -> set[tuple[Stems, str]]:
    """Return what is counted in `text`, each with how many there are."""
    return {(stems(one["thing"]), one["count"].casefold()) for one in _COUNTED.finditer(text)}


def _another_value(told: str, after: str) -> bool:
    """Whether `after` has a value of a unit that `told` has too, or says at what time or how often as `told` does, and
    not the same."""
    own, other = measured(told), measured(after)
    same_unit = {unit for unit, _ in own} & {unit for unit, _ in other}
    said = (
        ({found[0].casefold() for found in one.finditer(text)} for text in (told, after)) for one in (_OFTEN, _CLOCK)
    )
    return (bool(same_unit) and not other <= own) or any(one and two and not two <= one for one, two in said)


def measured(text: str) -> frozenset[tuple[str | None, object]]:
    """Return the values of `text` that have a unit, each with it."""
    return frozenset((one.unit, one.values) for one in quantities_in(text) if one.unit)
