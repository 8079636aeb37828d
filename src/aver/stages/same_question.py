"""Whether a line asks the very question that somebody asks: the same words in the same order (G5).

Articles, marks and numbers around it don't count, nor whom it speaks of: "Can you change the name?" is "Can I change
the name?" to who asks.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.analyser import term_keys
from aver.stages.planning.words import AUXILIARIES, QUESTION_WORDS, folded, set_of

LONGEST = 300
"""Code points of a line that may be one question."""

_MARKS = " \t#>*_+-•"
_NUMBER = regex(r"(?:q(?:uestion)?|f(?:rage)?)\s*\d*\s*[:.)]\s*|\(?\d{1,3}[.)]\s+|[a-z][.)]\s+", re.IGNORECASE)
"""What numbers a question: "Q3:", "2.", "b)"."""

_ASKERS = set_of("i you we ich du sie wir man")
_POINTING = set_of("this that these those such dies diese dieser dieses diesen diesem solche solcher solches")
_CONTRACTED = regex(r"\b(what|who|where|when|how|why|it|that|there)['’]s\b", re.IGNORECASE)

DROPPED_WORDS = set_of("the a an der die das den dem des ein eine einen einem einer eines please bitte")
ALIKE_WORDS = {
    word: of[0]
    for of in (
        ("i", "you", "we", "one", "ich", "du", "sie", "wir", "man"),
        ("my", "your", "our", "mein", "dein", "ihr", "unser"),
        ("meine", "deine", "ihre", "unsere"),
        ("meinen", "deinen", "ihren", "unseren"),
        ("me", "us", "mir", "dir", "uns", "ihnen"),
        ("is", "are", "am", "ist", "sind", "bin"),
        ("was", "were"),
        ("do", "does"),
        ("has", "have", "hat", "habe", "haben"),
        ("can", "may", "could"),
        ("kann", "darf", "können", "dürfen", "könnte"),
    )
    for word in of
}
"""Words that ask the same of whoever reads: "Can you ...?" for "May I ...?"."""

Key = tuple[str | int, ...]


def asks(line: str) -> bool:
    """Whether a line is one question and nothing else, which can be understood without what stands before it."""
    question = _question_on(line)
    words = _words(question)
    is_asked = bool(words) and (words[0] in AUXILIARIES or not (QUESTION_WORDS | _ASKERS).isdisjoint(words))
    begins = question.lstrip("\"'“„«`(")[:1].isupper() and "  " not in question
    return is_asked and begins and _POINTING.isdisjoint(words)


def asks_just_that(line: str, question: str) -> bool:
    """Whether a line is the `question`, in its words and their order."""
    return asks(line) and _key(_question_on(line)) == _key(question)


def begins_with(line: str, question: str) -> bool:
    """Whether a line begins with the `question`, in its words and their order, and goes on."""
    said, mark, rest = line.partition("?")
    return bool(rest.strip(_MARKS)) and asks_just_that(said + mark, question)


def _question_on(line: str) -> str:
    """Return the question that a line is, without the marks and the number around it, "" where it is none."""
    plain = line.strip(_MARKS) if len(line) <= LONGEST else ""
    number = _NUMBER.match(plain)
    return plain[number.end() if number else 0 :].lstrip(_MARKS) if plain.endswith("?") else ""


def _key(question: str) -> Key:
    """Return what tells a question from others: its words in order, endings aside, without articles."""
    said: list[str | int] = []
    for word in _words(question):
        if word not in DROPPED_WORDS:
            said += [ALIKE_WORDS[word]] if word in ALIKE_WORDS else term_keys(word) or [word]
    return tuple(said)


def _words(question: str) -> list[str]:
    return folded(_CONTRACTED.sub(r"\1 is", question))
