"""What the words of a question are for: names, numbers, negations and limits that no rewrite may lose.

Closed classes only (English and German function words); everything else counts as content.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from aver.patterns import regex

_TOKEN = regex(r"\w+(?:[.\-/_'’:+@]\w+)*", re.UNICODE)
_CODE = regex(r"\w*\d\w*|\w+[._/:@+]\w+|[A-ZÄÖÜ]{2,}\w*|\w+[A-Z]\w*")


def set_of(words: str) -> frozenset[str]:
    """Return the words of a list written as text."""
    return frozenset(words.split())


BEGINNING = 5
"""Letters that the forms of a word begin with alike."""

QUESTION_WORDS = set_of(
    """
    who whom whose what which when where why how wer wem wen wessen was welche welcher welches welchen welchem
    wann wo wohin woher warum weshalb wieso wie wieviel wieviele
    """
)
AUXILIARIES = set_of(
    """
    is are was were do does did can could may might must shall should will would has have had ist sind war waren
    kann können konnte darf dürfen durfte muss müssen musste soll sollen sollte wird werden wurde wurden hat
    haben hatte gilt gelten galt gibt
    """
)
ARTICLES = set_of(
    """
    the a an this that these those der die das den dem des ein eine einen einem einer eines dieser diese dieses
    diesen diesem
    """
)
PRONOUNS = set_of(
    """
    it its they them their theirs this that these those he she him her his hers er sie es ihm ihr ihre ihren
    ihrem ihnen dies dieser diese dieses das jener jene jenes sein seine
    """
)
NEGATIONS = set_of(
    """
    not no never none neither nor without cannot nicht kein keine keinen keinem keiner nie niemals ohne weder
    """
)
LIMITS = set_of(
    """
    before after since until till only except unless least most more less than under over below above within
    between maximum minimum first last latest oldest every all vor nach seit bis nur außer mindestens höchstens
    mehr weniger als unter über innerhalb zwischen erste letzte alle jede
    """
)
PREPOSITIONS = set_of(
    """
    of in on at to for from by with about into through during across via under over against behind
    von vom im in an am auf zu zum zur für aus bei beim mit über während durch gegen
    """
)
_SMALL = set_of(
    """
    of in on at to for from by with about as and or if then there here also any some such into out up down so
    too very just still i you we my your our me us von im in an am auf zu zum zur für aus bei mit über als und
    oder wenn dann auch noch schon so sehr ich du wir man uns mein unser be been being am sein
    """
)
FUNCTION_WORDS = QUESTION_WORDS | AUXILIARIES | ARTICLES | PRONOUNS | NEGATIONS | LIMITS | _SMALL


def tokens(text: str) -> list[str]:
    """Return the words of `text` in order as they stand; identifiers stay whole."""
    return _TOKEN.findall(unicodedata.normalize("NFKC", text))


def folded(text: str) -> list[str]:
    """Return the words of `text` in lower case; a contracted "n't" becomes a "not" of its own."""
    plain = re.sub(r"(?<=\w)n['’]t\b", " not", unicodedata.normalize("NFKC", text), flags=re.I)
    return [word.casefold() for word in _TOKEN.findall(plain)]


def phrase(text: str) -> str:
    """Return the folded words of `text` with a blank around each: a phrase stands in another where its words do."""
    return f" {' '.join(folded(text))} "


def content(text: str) -> frozenset[str]:
    """Return the folded words of `text` that say what it is about, plural and genitive endings taken off."""
    return frozenset(base(word) for word in folded(text) if word not in FUNCTION_WORDS)


def beginnings(words: Iterable[str]) -> frozenset[str]:
    """Return how `words` begin, in which the forms of one are alike: "child" and "children"."""
    return frozenset(word[:BEGINNING] for word in words)


def base(word: str) -> str:
    """Return `word` without a plural or possessive ending: crude, but the same on both sides of a comparison."""
    plain = re.sub(r"['’]s?$", "", word)
    for ending, left in (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh")):
        if plain.endswith(ending) and len(plain) > len(ending) + 2:
            return plain[: -len(ending)] + left
    return plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith(("ss", "us", "is")) else plain


def numbers(text: str) -> tuple[str, ...]:
    """Return the words with a digit, sorted: numbers, dates, versions, codes."""
    return tuple(sorted(word for word in folded(text) if any(letter.isdigit() for letter in word)))


def names(text: str) -> tuple[str, ...]:
    """Return what the text calls by name, in order: capitals inside a sentence, codes, identifiers, quoted words.

    The first word of a sentence counts only where it is a code; German nouns are names too, which only makes
    validation stricter.
    """
    found: list[str] = []
    for sentence in re.split(r"(?<=[.?!])\s+", text.strip()):
        for place, word in enumerate(tokens(sentence)):
            capital = word[:1].isupper() and place > 0 and word.casefold() not in FUNCTION_WORDS
            if capital or _CODE.fullmatch(word):
                found.append(word)
    return tuple(dict.fromkeys(found))


def negations(text: str) -> int:
    """Return how many negating words stand in `text`."""
    return sum(word in NEGATIONS for word in folded(text))


def limits(text: str) -> frozenset[str]:
    """Return the words that bound what is asked: before, at least, only, without, ..."""
    return frozenset(word for word in folded(text) if word in LIMITS)


def is_german(text: str) -> bool:
    """Whether the function words of `text` are rather German than English."""
    words = folded(text)
    german = sum(word in _GERMAN for word in words)
    return german > sum(word in _ENGLISH for word in words)


_GERMAN = set_of(
    """
    der die das den dem des ein eine einen einem einer und ist sind war wie was wer wann wo warum welche welcher
    welches gilt für von bei zwischen nicht kein keine im zum zur mit auf seit vor nach darf muss kann
    """
)
_ENGLISH = set_of(
    """
    the a an and is are was how what who when where why which for of at between not no in with on since before
    after may must can does do did
    """
)
