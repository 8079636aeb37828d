"""Sentences that give another value of a thing from a day on: "From 1 June 2026 the cartridge HC-1010 costs 229 EUR."

They name neither the value that they change nor the text that states it, and that text doesn't know of them (C3, E6).
"""

from __future__ import annotations

import re
from collections.abc import Set

from aver.patterns import regex
from aver.stages.atoms.dates import dates_in, only_day
from aver.stages.atoms.quantities import quantities_in
from aver.stages.designations import designated
from aver.stages.other_case import measured
from aver.stages.planning.words import content, names

SHARED, ALIKE = 2, 0.5
"""Words, and share of its own, that such a sentence has in common with what it changes, where no name with a number
tells."""

MONTH = (
    r"(?:jan(?:uary|uar)?|feb(?:ruary|ruar)?|mar(?:ch)?|märz|apr(?:il)?|may|mai|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?"
    r"|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?)\b\.?"
)
"""A month, by its name or what that is cut to, English or German."""

MONTH_NAME = regex(MONTH, re.IGNORECASE)
_DAY = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th|\.)?\s+(?:of\s+)?{MONTH}(?:\s+\d{{4}})?|{MONTH}(?:\s+\d{{1,2}}(?:st|nd|rd|th)?\b,?)?(?:\s+\d{{4}})?"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}|(?:19|20)\d\d)"
)
_FROM_THEN = regex(
    r"\b(?:(?:as\s+)?from|as\s+of|since|effective|starting|beginning|ab|seit|zum)\s+(?:on\s+|from\s+)?(?:the\s+|dem\s+)?"
    rf"(?P<day>{_DAY})(?!\s*(?:to|until|till|through|bis|[-–])(?:\b|\s))|\b(?P<now>now|jetzt|nunmehr|neuerdings)\b"
    rf"|^[\s>*_\-–•]{{0,6}}(?:am\s+|on\s+)?(?P<entry>{_DAY})[*_]{{0,2}}\s?(?::|[–-]\s)",
    re.IGNORECASE,
)
"""From when on something holds; a season ("from 1 June to 31 August") is no change. A list of changes begins each with
its day: "18 March 2026: Boats may be booked up to 21 days ahead"."""


_UNSURE = regex(
    r"\b(?:drafts?|propos\w+|recommend\w*|suggest\w*|would|could|might|plann?\w*|intend\w*|consider\w*|entwurf|vorschl\w+|würden?|geplant)\b",
    re.IGNORECASE,
)
"""What tells of a change that isn't made."""

_MONEY = {
    unit: regex(name)
    for unit, name in {
        "€": r"€|\bEUR\b|\b[Ee]uros?\b",
        "$": r"\$|\bUSD\b",
        "£": r"£|\bGBP\b",
        "chf": r"\bCHF\b",
    }.items()
}
"""Currencies, which a table names above its figures."""


def changes_later(sentence: str, quoted: str, *, words: Set[str], told: str) -> bool:
    """Whether `sentence` gives a value of what is `quoted` that holds from another day on.

    It names the same thing by its number, or shares words (`told` is `sentence`, with the one before where it speaks of
    "it", `words` are those of the quote) and gives another value in the same unit. What holds from an earlier day on
    than the quote says changes nothing.
    """
    from_then = _FROM_THEN.search(sentence)
    if from_then is None or _UNSURE.search(sentence) or _is_earlier(sentence, quoted):
        return False
    own, other = measured(quoted), measured(sentence)
    if not other or other <= own or any(literal in quoted for literal in _literals(sentence)):
        return False
    named = designated(sentence)
    same = named & designated(quoted)
    if same:
        return len(same) == len(named)
    called = (word.casefold() for word in names(sentence) if word[0].isalpha() and not MONTH_NAME.fullmatch(word))
    if any(word not in quoted.casefold() for word in called):
        return False
    units = {unit for unit, _ in own} | {unit for unit, name in _MONEY.items() if name.search(quoted)}
    same_unit = units & {unit for unit, _ in other}
    if named or not same_unit:
        return False
    plain = {word for word in content(told) - _measuring(sentence) if not word[0].isdigit()}
    own_words = {word for word in plain if not MONTH_NAME.fullmatch(word)}
    return len(words & own_words) >= max(SHARED, ALIKE * len(own_words))


def holds_later(text: str, as_of: str) -> bool:
    """Whether `text` tells what holds from a day on that lies after the ISO date `as_of`."""
    from_then = _FROM_THEN.search(text)
    days = [] if from_then is None or not from_then["day"] else dates_in(from_then["day"])
    return bool(as_of) and any((day := only_day(one)) is not None and day.isoformat() > as_of for one in days)


def _is_earlier(sentence: str, quoted: str) -> bool:
    """Whether `sentence` tells of a day before the one from which on the quote holds."""
    days = [[day for one in dates_in(text) if (day := only_day(one)) is not None] for text in (sentence, quoted)]
    return bool(days[0] and days[1]) and _FROM_THEN.search(quoted) is not None and max(days[0]) < min(days[1])


def _measuring(text: str) -> frozenset[str]:
    """Return the words by which `text` counts and measures."""
    return content(" ".join(text[one.start : one.end] for one in quantities_in(text)))


def _literals(text: str) -> frozenset[str]:
    return frozenset(one.literal for one in quantities_in(text) if one.unit)
