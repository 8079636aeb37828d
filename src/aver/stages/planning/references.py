"""What a question leaves to the conversation: "does this still apply?", "and for contractors?" (B7).

With earlier turns the reference is resolved to what they were about, as a rewrite that must be covered, while the
question as typed still votes. Without them, a question that says nothing else is asked back; one that has content
of its own is left alone ("is it allowed to use tabs" needs nobody).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from aver.patterns import regex
from aver.stages.planning.words import FUNCTION_WORDS, PRONOUNS, base, content, folded, is_german, names, set_of, tokens
from aver.values.inquiry import Missing, Turn

_EMPTY = set_of(
    """
    apply applies applied valid change changed changes mean means work works hold holds still true correct case
    thing things one ones happen happens same again now anymore longer else more example way ok okay allowed
    possible required mandatory necessary needed come comes go goes make makes made say says said know think
    explain tell gelten gilt gültig immer mehr ändert geändert bedeutet heißt stimmt richtig fall noch jetzt
    weiterhin genau erlaubt möglich nötig verpflichtend sagen sagt
    """
)
"""Words that say nothing without what they are said of."""

_AMOUNTS = set_of(
    """
    second minute hour day week month year time percent euro dollar pound people person much many money cost price
    sekunde minute stunde tag tage tagen woche wochen monat monate monaten jahr jahre jahren zeit prozent geld preis
    """
)
_DOINGS = set_of(
    """
    get got need needed take takes taken pay paid spend wait use used start starts begin end ends last lasts happen
    happens allow allowed happen long often old big large soon late
    habe hat bekomme bekommt brauche braucht dauert dauern kostet kosten zahle zahlt zahlen warten beginnt endet lange
    oft spät
    """
)
"""Verbs and adverbs that say nothing without what they are said of."""

SAYS_NOTHING = frozenset(base(word) for word in _AMOUNTS | _DOINGS)
"""Words that name no thing by themselves, endings aside."""

_FOLLOWS = regex(
    r"^(?:and|but|or|also|so|then|what\sabout|how\sabout|same\sfor|und|aber|oder|was\sist\smit|wie\sist\ses\s(?:mit|bei|für))\b",
    re.I,
)


_POINTED = regex(
    r"\b(?:for|of|on|with|at|by|from|about|under|via|per|in)\s(?P<en>(?:that|those|this|these)\s(?P<en_noun>[^\W\d_]{3,}))\b"
    r"|\b(?:für|von|auf|mit|bei|an|aus|über|unter|in|zu)\s(?P<de>(?:dies|jen)e[mnrs]?\s(?P<de_noun>[A-ZÄÖÜ][^\W\d_]{2,}))\b"
)
_NO_THING = set_of(
    """
    year month week day morning evening point way case moment time times days end reason purpose regard respect sense
    example kind sort type situation
    jahr monat woche tag morgen abend punkt weise fall moment zeit grund zweck sinn beispiel art
    """
)
"""What "this" points at in time or in what was just said, not at a thing."""

_OPENS = set_of("that which who whose whom where of der die das den dem deren dessen")
"""Words behind a noun that go on to say which one is meant."""

MOST_WORDS = 12
"""A longer question may well have said what it points back at."""


def refers_back(question: str) -> bool:
    """Whether `question` can't be understood on its own: nothing in it says what it is about, or it goes on."""
    return _is_empty(question) or (bool(_FOLLOWS.match(question.strip())) and len(tokens(question)) <= 8)


def _is_empty(question: str) -> bool:
    words = folded(question)
    pointing = any(word in PRONOUNS for word in words)
    return pointing and not names(question) and all(word in FUNCTION_WORDS or word in _EMPTY for word in words)


def resolved(question: str, conversation: Sequence[Turn]) -> tuple[str, str]:
    """Return `question` with what it refers to, and the words of the conversation it resolves to; "" for nothing."""
    topic = _topic(conversation)
    if not topic or not (refers_back(question) or _points(question) or pointed_at(question)):
        return "", ""
    return f"{question.rstrip().rstrip('?').rstrip()} ({topic})?", topic


def asked_back(question: str, conversation: Sequence[Turn]) -> tuple[Missing, ...]:
    """Return what has to be asked back: what the question refers to, where nobody said it."""
    if not _is_empty(question) or _topic(conversation):
        return ()
    pointing = next(word for word in tokens(question) if word.casefold() in PRONOUNS)
    german = is_german(question)
    words = f"Worauf bezieht sich „{pointing}“?" if german else f"What does “{pointing}” refer to?"
    return (Missing(parameter="reference", question=words),)


def _points(question: str) -> bool:
    """Whether a pronoun opens the clause and nothing in the question comes before it that it could stand for."""
    words = folded(question)
    place = next((at for at, word in enumerate(words) if word in PRONOUNS), None)
    if place is None or names(question):
        return False
    next_word = words[place + 1] if place + 1 < len(words) else ""
    alone = next_word in FUNCTION_WORDS or next_word in _EMPTY or not next_word
    return alone and all(word in FUNCTION_WORDS for word in words[:place])


def pointed_at(question: str) -> str:
    """Return what `question` points at ("that platform") without having told of it; "" for nothing."""
    found = _POINTED.search(question)
    if found is None or "," in question or len(tokens(question)) > MOST_WORDS:
        return ""
    pointed, noun = found["en"] or found["de"], (found["en_noun"] or found["de_noun"]).casefold()
    next_word = next(iter(folded(question[found.end() :])), "")
    is_told = base(noun) in content(question[: found.start()]) or _names_a_thing(question, pointed)
    goes_on = next_word in _OPENS or (next_word and next_word not in FUNCTION_WORDS)
    return "" if is_told or goes_on or noun in FUNCTION_WORDS or noun in _NO_THING else pointed


def _names_a_thing(question: str, pointed: str) -> bool:
    """Whether something is called by name: in German, where every noun has a capital, by a code or number alone."""
    found = (name for name in names(question) if name not in pointed)
    return any(not name.istitle() or not is_german(question) for name in found)


def _topic(conversation: Sequence[Turn]) -> str:
    """Return what the latest turn that was about something was about: its question's names, else its content."""
    for turn in reversed(conversation):
        asked = turn.question.text
        if _is_empty(asked):
            continue
        words = [word for word in tokens(asked) if word.casefold() not in FUNCTION_WORDS]
        if words:
            return " ".join(dict.fromkeys(words))
    return ""


def says_nothing(words: Iterable[str]) -> bool:
    """Whether folded `words` name no thing: how many days, how much, when it starts."""
    return all(base(word) in SAYS_NOTHING for word in words)
