"""Whether another day of the week is quoted than the one asked about: "On Saturdays it closes at 14:00" (B6).

A range holds all of its days ("Tuesday to Sunday"), so do weekdays and the weekend. Whether something is so on a day
may be told by the days on which it is.
"""

from __future__ import annotations

import re

from aver.patterns import regex

_DAYS = (
    ("mondays?|montags?", "Mon?"),
    ("tuesdays?|dienstags?", "Tues?|Di"),
    ("wednesdays?|mittwochs?", "Wed|Mi"),
    ("thursdays?|donnerstags?", "Thurs?|Do"),
    ("fridays?|freitags?", "Fri?"),
    ("saturdays?|samstags?|sonnabends?", "Sat?"),
    ("sundays?|sonntags?", "Sun|So"),
)
_GOES_ON = r"(?=\.?\s?(?:[-–—,:]|\d|to\s|bis\s))"
_DAY = regex(
    "|".join(rf"(\b(?:(?:{names})\b|(?-i:{short})\b{_GOES_ON}))" for names, short in _DAYS),
    re.IGNORECASE,
)
"""A day by its name, or by its first letters where another day or a time follows: the sun is none."""
_TO = regex(r"\s*\.?\s*(?:to|till|until|through|thru|bis|[-–—])\s*", re.IGNORECASE)
_SPANS = (
    (regex(r"\b(?:weekdays?|working\s+days?|werktags?|werktage[ns]?|wochentags?)\b", re.IGNORECASE), range(5)),
    (regex(r"\b(?:weekends?|wochenende[ns]?)\b", re.IGNORECASE), range(5, 7)),
    (regex(r"\b(?:daily|every\s+day|any\s+day|all\s+week|täglich|jeden\s+tag)\b", re.IGNORECASE), range(7)),
)
_WHETHER = regex(
    r"\W*(?:is|are|do|does|did|can|may|must|was|were|will|has|have|ist|sind|hat|haben|kann|darf|wird|gibt)\b",
    re.IGNORECASE,
)


def another_day(asked: str, quoted: str, *, shown: str) -> bool:
    """Whether a question of when, how much and the like names days of the week, the quote names others alone, and what
    is `shown` with it, headers and titles, has none of those asked about."""
    wanted = _days_in(asked)
    if not wanted or _WHETHER.match(asked):
        return False
    said = _days_in(quoted)
    return bool(said) and wanted.isdisjoint(said | _days_in(shown))


def _days_in(text: str) -> frozenset[int]:
    """Return the days of the week that a text names, Monday 0."""
    found = {day for name, days in _SPANS if name.search(text) for day in days}
    last: tuple[int, int] | None = None
    for match in _DAY.finditer(text):
        day = (match.lastindex or 1) - 1
        if last is not None and _TO.fullmatch(text, last[1], match.start()):
            found.update((last[0] + step) % 7 for step in range((day - last[0]) % 7 + 1))
        found.add(day)
        last = day, match.end()
    return frozenset(found)
