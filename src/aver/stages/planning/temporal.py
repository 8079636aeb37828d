"""When is asked about: the state of things on a day (`as_of`), or things that happened in a period (B3, C3).

Only an explicit sign makes a date the one that validity is judged at: "as of March 2023", "in force on", "Stand",
or a rule asked about in the past tense ("what was the limit before 2020"). Any other date says when something
happened, which a later document may well report; it is kept as the period and hides nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from aver.patterns import regex
from aver.stages.planning.dates import Days, read_days

_STATE = r"as\s(?:of|at|it\sstood\s(?:in|on))|(?:effective|in\sforce|valid|current)\s(?:on|in|at|as\sof)"
_STATE += r"|(?:mit\s)?stand(?:\svom|\sam|:)?|(?:gültig|in\skraft)\s(?:am|im|in|zum)|per"
_BEFORE = r"before|prior\sto|earlier\sthan|vor(?:\sdem)?"
_UNTIL = r"until|till|up\sto|bis(?:\szum)?"
_SINCE = r"since|seit(?:\sdem)?|from|ab(?:\sdem)?"
_AFTER = r"after|nach(?:\sdem)?"
_DURING = r"back\sin|in|during|on|at|im|am|während"
_ALONE = r"(?=(?:last|past|previous|this|letzte|vorige|vergangene|diese|yesterday|gestern|today|heute|\w+\s\w+\sago))"
_LEAD = regex(
    rf"\b(?:(?P<state>{_STATE})|(?P<before>{_BEFORE})|(?P<until>{_UNTIL})|(?P<since>{_SINCE})|(?P<after>{_AFTER})"
    rf"|(?P<during>{_DURING})|{_ALONE})\s*(?:(?:the|dem|der|den|year|jahr|jahre)\s)*",
    re.I,
)
_BETWEEN = regex(r"\b(?:between|zwischen|from|von)\s", re.I)
_TO = regex(r"\s(?:and|und|to|until|bis)\s", re.I)
_VOR_AGO = regex(r"\bvor\s", re.I)
_PAST = regex(
    r"\b(?:was|were|did|had|used\sto|galt|galten|war|waren|durfte\w*|musste\w*|konnte\w*|betrug\w*|wurden?)\b", re.I
)
_RULE = regex(
    r"\b(?:allow\w*|permit\w*|required?|valid|in\sforce|appl(?:y|ied|ies)|limits?|rules?|polic(?:y|ies)|fees?|prices?"
    r"|rates?|terms?|versions?|deadlines?|periods?|gültig|in\skraft|regeln?|grenzen?|gebühr\w*|frist\w*|preise?"
    r"|erlaubt|vorgeschrieben|galt|galten|betrug\w*|durfte\w*|musste\w*)\b",
    re.I,
)

_PLURAL = regex(r"\s(?!was\b)[a-zäöü]{3,}s\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The time named in a question: its words, `[since, until)` in ISO dates, and the day validity is judged at."""

    words: str
    since: str | None
    until: str | None
    as_of: str | None


def moment_of(question: str, *, today: str) -> Moment | None:
    """Return the first time that `question` names, read on the ISO date `today`; None where it names none."""
    now = date.fromisoformat(today)
    ruled = bool(_PAST.search(question) and _RULE.search(question))
    if between := _span_between(question, now, ruled=ruled):
        return between
    for lead in _LEAD.finditer(question):
        if found := _led(question, lead, now, ruled=ruled):
            return found
    return None


def _led(question: str, lead: re.Match[str], now: date, *, ruled: bool) -> Moment | None:
    kind = lead.lastgroup or "during"
    start = lead.start() if _VOR_AGO.match(question, lead.start()) else lead.end()
    read = read_days(question, start, now)
    if read is not None and start != lead.end():
        kind = "during"
    if read is None and start != lead.end():
        read = read_days(question, lead.end(), now)
    if read is None:
        return None
    days, end = read
    if _counts_something(question, end, days):
        return None
    return _moment(kind, days, question[lead.start() : end], now, ruled=ruled)


def _moment(kind: str, days: Days, words: str, now: date, *, ruled: bool) -> Moment:
    last = _latest(days, now)
    first_day, after = days.first.isoformat(), days.after.isoformat()
    eve = (days.first - timedelta(days=1)).isoformat()
    since, until, judged = {
        "state": (first_day, after, last),
        "during": (first_day, after, last if ruled else None),
        "before": (None, first_day, eve if ruled else None),
        "until": (None, after, last if ruled else None),
        "since": (first_day, None, None),
        "after": (after, None, None),
    }[kind]
    return Moment(words=words.strip(), since=since, until=until, as_of=judged)


def _span_between(question: str, now: date, *, ruled: bool) -> Moment | None:
    for lead in _BETWEEN.finditer(question):
        one = read_days(question, lead.end(), now)
        link = _TO.match(question, one[1]) if one else None
        two = read_days(question, link.end(), now) if link else None
        if one and two and one[0].first < two[0].after:
            days = Days(one[0].first, two[0].after)
            return _moment("during", days, question[lead.start() : two[1]], now, ruled=ruled)
    return None


def _latest(days: Days, now: date) -> str:
    """Return the last day of a period that lasts no longer than today, and today while it still lasts."""
    return (now if days.first <= now < days.after else days.last).isoformat()


def _counts_something(question: str, end: int, days: Days) -> bool:
    """Whether what looks like a bare year counts things ("before 2000 requests")."""
    year_long = days.after == date(days.first.year + 1, 1, 1) and days.first.month == 1
    return year_long and bool(
        re.match(r"\s(?!and\b|or\b|was\b|were\b|und\b|oder\b|war\b)[a-zäöü]{3,}s\b", question[end:])
    )
