"""Find the dates and times of a text and what each may mean.

`03/04/2024` has two readings, `03.04.2024` and `2024-04-03` one. A claim may be coarser than its source
("April 2024" for the 3rd of April), never finer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from aver.patterns import regex

Moment: TypeAlias = tuple[int | None, int | None, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Date:
    """A date at `[start, end)` with its `(year, month, day)` readings; a time of day has only its `literal`."""

    start: int
    end: int
    literal: str
    readings: tuple[Moment, ...]


_MONTHS = (
    ("january", "januar", "jänner", "jan"),
    ("february", "februar", "feb"),
    ("march", "märz", "mar", "mär", "mrz"),
    ("april", "apr"),
    ("may", "mai"),
    ("june", "juni", "jun"),
    ("july", "juli", "jul"),
    ("august", "aug"),
    ("september", "sept", "sep"),
    ("october", "oktober", "oct", "okt"),
    ("november", "nov"),
    ("december", "dezember", "dec", "dez"),
)
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, 1) for name in names}
_NAMES = "|".join(sorted((name.capitalize() for name in _MONTH_OF), key=len, reverse=True))
_MONTH = rf"(?P<month>{_NAMES}|{_NAMES.upper()})\.?"
_YEAR = r"(?P<year>\d{4})(?!\d)"
_DAY = r"(?P<day>\d{1,2})"

_PATTERNS = tuple(
    regex(pattern)
    for pattern in (
        r"(?<![\d-])(?P<year>\d{4})-(?P<m>\d{2})-(?P<day>\d{2})(?!\d)",
        r"(?<![\d/])(?P<year>\d{4})/(?P<m>\d{1,2})/(?P<day>\d{1,2})(?!\d)",
        r"(?<![\d.])(?P<day>\d{1,2})\.\s?(?P<m>\d{1,2})\.\s?(?P<year>\d{4}|\d{2})(?![\d.]\d|\d)",
        r"(?<![\d/])(?P<either>\d{1,2})/(?P<other>\d{1,2})/(?P<year>\d{4})(?!\d)",
        rf"(?<![\w.,]){_DAY}(?:\.|st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:(?:,\s*|\s+){_YEAR})?(?!\w)",
        rf"(?<!\w){_MONTH}\s+{_DAY}(?:st|nd|rd|th)?(?!\d|[.,]\d)(?:(?:,\s*|\s+){_YEAR})?(?!\w)",
        rf"(?<!\w){_MONTH}(?:,\s*|\s+){_YEAR}(?!\w)",
    )
)
_TIME = regex(r"(?<![\d:])(\d{1,2}:\d{2}(?::\d{2})?)(?:\s?([ap])\.?m\b)?(?![\d:])", re.IGNORECASE)


def dates_in(text: str) -> tuple[Date, ...]:
    """Return the dates and times of day in `text`, in order, none overlapping another."""
    dates: list[Date] = []
    for pattern in _PATTERNS:
        for found in pattern.finditer(text):
            meant = tuple(moment for moment in _moments(found) if _is_possible(moment))
            if meant and not _overlaps(found, dates):
                dates.append(Date(start=found.start(), end=found.end(), literal=_plain(found[0]), readings=meant))
    for found in _TIME.finditer(text):
        literal = found[1].lstrip("0") + (found[2] or "").lower()
        dates.append(Date(start=found.start(), end=found.end(), literal=literal, readings=()))
    return tuple(sorted(dates, key=lambda date: date.start))


def without_dates(text: str) -> str:
    """Return `text` with a blank for each of its dates."""
    for one in reversed(dates_in(text)):
        text = f"{text[: one.start]} {text[one.end :]}"
    return text


def covers(stated: Date, claimed: Date) -> bool | None:
    """Return True if `stated` says what `claimed` says, None if it depends on a reading, else False."""
    if stated.literal == claimed.literal:
        return True
    agree = [_says(have, want) for have in stated.readings for want in claimed.readings]
    return all(agree) or None if any(agree) else False


def _moments(found: re.Match[str]) -> list[Moment]:
    groups = found.groupdict()
    years = _years(groups.get("year"))
    if "either" in groups:
        either, other = int(groups["either"]), int(groups["other"])
        pairs = {(either, other), (other, either)}
        return [(year, month, day) for year in years for month, day in sorted(pairs)]
    month = int(groups["m"]) if "m" in groups else _MONTH_OF[groups["month"].lower()]
    day = groups.get("day")
    return [(year, month, int(day) if day else None) for year in years]


def _years(year: str | None) -> list[int | None]:
    if year is None:
        return [None]
    return [int(year)] if len(year) == 4 else [1900 + int(year), 2000 + int(year)]


def _is_possible(moment: Moment) -> bool:
    _, month, day = moment
    return (month is None or 1 <= month <= 12) and (day is None or 1 <= day <= 31)


def _says(have: Moment, want: Moment) -> bool:
    return all(wanted is None or wanted == stated for stated, wanted in zip(have, want, strict=True))


def _overlaps(found: re.Match[str], dates: list[Date]) -> bool:
    return any(found.start() < date.end and date.start < found.end() for date in dates)


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def only_day(found: Date) -> date | None:
    """Return the one day that a date means, None where it means none, several or a longer time."""
    if len(found.readings) != 1:
        return None
    year, month, day = found.readings[0]
    if year is None or month is None or day is None:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
