"""The closed word classes of English and German that clauses and references are told apart by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aver.patterns import regex

WORD = regex(r"\S+")
OUTER = "\"'“”„‚‘’«»()[]{}*_.,;:!?…"
"""Marks that are no part of a word; a back quote is, since code is no word of the language."""


def word_set(text: str) -> frozenset[str]:
    """Return the words of `text`."""
    return frozenset(text.split())


OPENS_PREDICATE = word_set(
    "is are was were has had does did can could may might must shall should will would cannot isn't aren't wasn't "
    "weren't hasn't doesn't didn't won't wouldn't can't mustn't shouldn't "
    "ist sind war waren hat hatte wird wurde wurden kann konnte darf durfte muss musste müssen dürfen soll sollte "
    "sollen gilt gelten"
)
"""Finite whatever follows: after "and" these go on with the subject that stands before."""

FINITE = OPENS_PREDICATE | word_set(
    "have do need needs applies apply requires require means contains remains becomes ends begins includes "
    "allows provides returns expires depends receives pays "
    "haben werden können bleibt bleiben endet beginnt enthält bedeutet tritt treten erlischt erhält verliert "
    "verlangt erfordert umfasst besteht bestehen steht stehen liegt macht gibt regelt bestimmt zahlt haftet"
)
"""Verb forms that make a clause of the words around them."""

CONDITION = word_set(
    "if when unless where whenever once until wenn falls sofern soweit solange sobald ehe bevor nachdem"
)
"""A sentence that begins like this states a condition first; so do the openings in `LONG_CONDITION`."""

LONG_CONDITION = regex(
    r"(?:provided that|as long as|in case|in the event|except (?:where|when|if|as)|subject to|"
    r"es sei denn|im falle?|für den fall|unter der bedingung)\b",
    re.IGNORECASE,
)

TRAILING = regex(
    r"\s+(?P<opening>unless|except(?:\s+(?:that|if|when|where|for))?|provided\s+that|as\s+long\s+as|only\s+if|"
    r"notwithstanding|if|es\s+sei\s+denn|außer|ausser|ausgenommen|sofern|soweit|solange|falls|wenn|vorbehaltlich|"
    r"mit\s+ausnahme)\b",
    re.IGNORECASE,
)
"""Where a condition or exception begins inside a sentence."""

SUBORDINATES = word_set(
    "that whether because which who whom whose if when unless although though since as while whereas than either "
    "neither both says said claims claimed argues argued believe believes think thinks assume suggest suggests "
    "dass daß ob weil welche welcher welches wer wenn falls obwohl während damit da als sowohl weder entweder wonach "
    "wodurch wobei deren dessen denen"
)
"""After one of these nothing is taken apart: what follows may hold only under it."""

JOINT = regex(r"(?P<comma>[,;])?\s+(?P<word>and|but|und|aber|doch)\s+|(?P<semicolon>;)\s+", re.IGNORECASE)
"""Where two main clauses may meet. Never "or": taking a choice apart would assert both sides."""

PREPOSITIONS = word_set(
    "in on at by for from with without under over after before during within since until of to as per through between "
    "im am an auf bei mit nach von vom vor zu zum zur aus durch für gegen ohne um seit während unter über zwischen "
    "according but and or so yet laut gemäß aber und oder doch denn "
    "hier dort dann jedoch however therefore thus then also here there nevertheless otherwise"
)
"""A stretch that begins like this is no subject."""

NEGATIONS = word_set(
    "not no never none nobody nothing neither nor without unless except cannot isn't aren't wasn't weren't hasn't "
    "doesn't don't didn't won't wouldn't can't mustn't shouldn't only "
    "nicht kein keine keinen keinem keiner keines nie niemals niemand nichts weder noch ohne außer ausgenommen nur"
)
"""Words that a statement may never leave out of its sources."""

PERSONAL = word_set("it they he she er sie es")
DEMONSTRATIVE = word_set("this that these those dies das diese")
"""Pronouns that stand for something named before."""

AFTER_VERB_SUBJECTS = word_set("der er sie es wir ich man jeder dieser ein jede dies")
"""In German these directly after the verb are the subject; what stands before it is not."""

RELATIVES = word_set("der die das den dem deren dessen denen")
"""After a comma these open a German relative clause."""


@dataclass(frozen=True, slots=True)
class Word:
    """A stretch without white space: its span and its lower-case form without outer marks."""

    start: int
    end: int
    low: str


def words(text: str, start: int, end: int) -> Iterator[Word]:
    """Yield the words of `text[start:end]` in order."""
    for match in WORD.finditer(text, start, end):
        yield Word(match.start(), match.end(), match.group().strip(OUTER).lower().replace("’", "'"))


def first_word(text: str, start: int, end: int) -> str:
    """Return the lower-case first word, "" where there is none."""
    return next((word.low for word in words(text, start, end)), "")


def finite(text: str, start: int, end: int) -> Word | None:
    """Return the first word that is surely a finite verb, None without any."""
    return next((one for one in words(text, start, end) if one.low in FINITE or one.low.endswith("n't")), None)
