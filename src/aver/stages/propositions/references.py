"""What a leading pronoun stands for, or that it can't be told.

A pronoun is replaced by the subject of the sentence before it only if number and, in German, gender agree,
nothing else in that sentence could be meant, and that sentence opens its block, so that no earlier topic
goes on. That readers prefer subjects (Grosz, Joshi and Weinstein 1995, "Centering") is no proof. In every
other case the sentences before are imported whole.
"""

from __future__ import annotations

import re
from itertools import pairwise

from aver.patterns import regex
from aver.stages.propositions import lexicon as lex
from aver.stages.propositions.clauses import subject_of

Span = tuple[int, int]

ADVERBS = lex.word_set("also then only always never auch dann nur immer nie")

EXPLETIVE = regex(
    r"it\s+(?:is|was|will\s+be|may\s+be|would\s+be)\s+(?:not\s+|also\s+)?(?:possible|impossible|necessary|important|"
    r"recommended|required|allowed|permitted|forbidden|prohibited|clear|likely|unlikely|useful|best|advisable|assumed|"
    r"expected|known|true|false)\b|"
    r"es\s+(?:gibt|gilt|gelten|besteht|bestehen|handelt|wird|werden|kann|können|bedarf|genügt|sei)\b|"
    r"es\s+(?:ist|war)\s+(?:nicht\s+|auch\s+)?(?:möglich|nötig|notwendig|erforderlich|verboten|untersagt|erlaubt|zulässig|"
    r"unzulässig|wichtig|ratsam|bekannt|klar|sinnvoll)\b",
    re.IGNORECASE,
)

PLURAL_VERBS = lex.word_set(
    "are were have do sind waren haben wurden werden müssen dürfen sollen können gelten bestehen bleiben"
)
SINGULAR_VERBS = lex.word_set(
    "is was has does ist war hat hatte wird wurde kann konnte darf durfte muss musste soll gilt bleibt besteht"
)
PLURAL_OPENERS = lex.word_set("these those all both many several few most")
AGREEING = {
    "er": lex.word_set("der ein jeder dieser kein"),
    "sie": lex.word_set("die eine jede diese keine alle"),
    "es": lex.word_set("das ein jedes dieses kein"),
}
RIVALS = {
    "er": lex.word_set("der den dem des ein einen einem eines dieser diesen diesem jeder jeden jedem kein keinen"),
    "sie": lex.word_set("die der den eine einer diese dieser jede jeder keine keiner ihre ihrer seine seiner zur"),
    "es": lex.word_set("das dem des ein einem dieses diesem jedes kein keinem ins im am zum"),
}
"""Determiners, in any case, of words that have the gender of the pronoun."""

DETERMINERS = lex.word_set(
    "the a an this that these those each every any some all both its their his her our your no one two"
)
MEASURES = lex.word_set("year years month months week weeks day days hour hours minute minutes time times percent")
"""Nothing that a pronoun would pick up, whatever stands before it."""


def pronoun(text: str, start: int, end: int) -> lex.Word | None:
    """Return the first word where it points back: "it", or "this" in front of a verb, but no "it is possible"."""
    found = [word for word, _ in zip(lex.words(text, start, end), range(3), strict=False)]
    if len(found) < 2 or EXPLETIVE.match(text, start):
        return None
    first, following = found[0], [word for word in found[1:] if word.low not in lex.NEGATIONS | ADVERBS]
    if first.low in lex.PERSONAL:
        return first
    points = first.low in lex.DEMONSTRATIVE and bool(following) and following[0].low in lex.FINITE
    return first if points else None


def antecedent(text: str, word: lex.Word, end: int, before: Span) -> Span | None:
    """Return the subject of `before` that the pronoun `word` surely stands for, None where that can't be told."""
    subject, verb = subject_of(text, *before), lex.finite(text, *before)
    if word.low not in lex.PERSONAL or subject is None or verb is None:
        return None
    own = lex.finite(text, word.end, end)
    heads = [one.low for one in lex.words(text, *subject)]
    if heads[0] in lex.PERSONAL | lex.DEMONSTRATIVE and len(heads) == 1:
        return None
    if _number(verb.low) * _number(own.low if own else "") < 0:
        return None
    agrees = _agrees_in_german if word.low in AGREEING else _agrees_in_english
    if not agrees(word.low, heads, verb.low):
        return None
    return None if _rivals(text, word.low, verb.end, before[1]) else subject


def _number(verb: str) -> int:
    return (verb in PLURAL_VERBS) - (verb in SINGULAR_VERBS)


def _agrees_in_english(low: str, heads: list[str], verb: str) -> bool:
    if low == "they":
        return verb not in SINGULAR_VERBS
    return "and" not in heads and verb not in PLURAL_VERBS and heads[0] not in PLURAL_OPENERS


def _agrees_in_german(low: str, heads: list[str], _: str) -> bool:
    return heads[0] in AGREEING[low] and "und" not in heads


def _rivals(text: str, low: str, start: int, end: int) -> bool:
    """Say whether what follows the verb of the sentence before names anything else that could be meant."""
    found = list(lex.words(text, start, end))
    names = any(text[word.start : word.end].lstrip(lex.OUTER)[:1].isupper() for word in found)
    if low in RIVALS:
        return any(word.low in RIVALS[low] for word in found) or (low == "sie" and names)
    plural = low == "they" and any(
        len(word.low) > 3 and word.low.endswith("s") and word.low not in MEASURES for word in found
    )
    named = any(one.low in DETERMINERS and two.low not in MEASURES for one, two in pairwise(found))
    return names or plural or named
