"""When a thing happened, told of its opposite: when it was opened for when it was closed (B6, H1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aver.patterns import regex
from aver.stages.atoms.dates import dates_in
from aver.stages.planning.words import content, tokens
from aver.stages.wanted import ValueKind, asks_for

_EVENTS = (
    (
        r"beg[aiu]n\w*|start\w*|commenc\w*|foundations?\s+(?:stone\s+)?|laid|founded|establish\w*|launch\w*|introduc\w*"
        r"|opene?[ds]?|opening|begonnen|begann|gegründet|eröffnet\w*|eingeführt",
        r"finish\w*|complet\w*|end(?:s|ed|ing)?|clos(?:e[sd]?|ing)|closure|shut|abandon\w*|dissol\w*|abolish\w*|demolish\w*"
        r"|discontinu\w*|vollendet|beendet\w*|geschlossen|aufgelöst|abgeschafft|abgerissen|fertig\w*",
    ),
    (r"born|birth|geboren|geburt", r"die[ds]?|death|gestorben|starb|tod"),
    (
        r"elected|appointed|join(?:s|ed)|gewählt|ernannt",
        r"resign\w*|left|retire[sd]?|dismiss\w*|zurückgetreten|ausgeschieden",
    ),
    (r"bought|acquir\w*|purchas\w*|gekauft|erworben", r"sold|sells?|sale|verkauft"),
    (
        r"propos\w*|appli(?:ed|cation)|submi\w+|request\w*|beantragt|vorgeschlagen|eingereicht",
        r"approv\w*|grant(?:s|ed)|accept\w*|adopt\w*|reject\w*|refus\w*|genehmigt|angenommen|abgelehnt|verabschiedet",
    ),
    (r"arriv\w*|ankunft|angekommen|kam\b", r"depart\w*|leav\w+|left|abfahrt|abgefahren"),
)
"""What happens to a thing at two times, the one and the other."""

_EVENT_PAIRS = tuple(
    (regex(rf"\b(?:{one})\b", re.IGNORECASE), regex(rf"\b(?:{other})\b", re.IGNORECASE))
    for first, last in _EVENTS
    for one, other in ((first, last), (last, first))
)
_TAKES = regex(r"\bhow\s+long\b[^?]*\b(?:takes?|lasts?)\b|\bwie\s+lange\s+(?:dauer|währ)\w*", re.IGNORECASE)
_LASTS = regex(r"\b(?:take[sn]?|took|last(?:s|ed)?|for|complet\w*|finish\w*|end(?:s|ed)?|dauer\w*)\b", re.IGNORECASE)
_BEGINS_WITHIN = regex(
    r"\b(?:begins?|starts?|commences?|beginn(?:t|en)|starte(?:t|n))\b[^.;]*?\b(?:within|after|in|innerhalb|nach|binnen)\b",
    re.IGNORECASE,
)
_YEAR = regex(r"(?<![\w.,])(?:1\d|20)\d\d(?![\w%]|[.,]\d)")
_TIME = regex(r"(?<![\w.,:])\d{1,2}[:.]\d\d(?![\w%:]|[.,]\d)")
_CLAUSE = regex(r"[;,:]\s|\s(?:and|but|while|whereas|und|aber|während)\s")


def other_event(asked: str, quoted: str) -> bool:
    """Whether it is asked when a thing happened, and every date quoted is of its opposite: begun, not finished; or how
    long it takes, and quoted how soon it begins."""
    if _TAKES.search(asked) and _BEGINS_WITHIN.search(quoted) and not _LASTS.search(quoted):
        return True
    if not asks_for(asked, ValueKind.DATE):
        return False
    return _opposite_told(asked, [one for one in _CLAUSE.split(quoted) if _YEAR.search(one) or dates_in(one)])


def happens_otherwise(claim: str, evidence: str) -> bool:
    """Whether `claim` puts a thing in a year, or at a time of day, in which the evidence has only its opposite: closed
    in 2008 for opened."""
    clauses = _CLAUSE.split(evidence)
    times = (*_YEAR.findall(claim), *_TIME.findall(claim))
    years = (re.compile(rf"(?<!\d){re.escape(time)}(?!\d)") for time in times)
    return any(_opposite_told(claim, [one for one in clauses if year.search(one)]) for year in years)


def _opposite_told(text: str, clauses: Sequence[str]) -> bool:
    """Whether `text` is about what happens to a thing at one time, and all `clauses` tell of the other alone."""
    return bool(clauses) and any(
        one.search(text)
        and not other.search(text)
        and all(other.search(clause) and not one.search(clause) for clause in clauses)
        for one, other in _EVENT_PAIRS
    )


def of_another_year(claim: str, evidence: str) -> bool:
    """Whether `claim` puts in a year what the evidence puts in another one: "built in 1998 and refitted in 2016" has
    nothing built in 2016. What is said of the year claimed must have words, and none of the claim but names."""
    told = [(set(_YEAR.findall(clause)), _plain_words(clause)) for clause in _CLAUSE.split(evidence)]
    said, years = _plain_words(claim), set(_YEAR.findall(claim))
    own = [words for dated, words in told if dated & years]
    others = [words for dated, words in told if dated and not dated & years]
    return (
        bool(own) and all(words and said.isdisjoint(words) for words in own) and any(said & words for words in others)
    )


def _plain_words(text: str) -> frozenset[str]:
    """Return the words of content that are written small."""
    return content(" ".join(word for word in tokens(text) if word.islower()))
