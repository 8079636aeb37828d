"""Whether evidence says of another what a claim says of somebody: Zeta was founded by Roe, not Norden (H1).

Claim and sentence share a run of words; what stands before it is whom it is said of. A pronoun there means what the
sentence before it is about. Names are told apart, in English; "the company" may well be Norden, so other words only
where the sentence speaks of both: "the archive was moved; the library stayed".
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from aver.patterns import regex
from aver.stages.atoms.language import language_of
from aver.stages.planning.words import FUNCTION_WORDS, content
from aver.stages.sentences import split

RUN = 3
"""Words that claim and sentence share at least, one of them with content."""

WORD = regex(r"\w+(?:[.\-'’]\w+)*")
"""A word as it stands; what a point, hyphen or apostrophe joins is one."""

_CLAUSE = regex(r"[,;:]\s|\s[–—]\s")
_DETERMINERS = "the|an?|its|his|her|their|our|each|every|all"
_MAIN_CLAUSE = regex(rf"[;:]\s|,?\s(?:and|but|while|whereas)\s(?=(?:{_DETERMINERS})\s)", re.IGNORECASE)
_DETERMINED = regex(rf"\W*(?:{_DETERMINERS})\s", re.IGNORECASE)
_PRONOUN = regex(
    r"\W*(?:it|they|he|she|es|sie|er|this|these|dies\w*)\b(?!\s+(?:\w+\s+)?(?:that|who|which)\b)", re.IGNORECASE
)

_DONE_BY = regex(
    r"\b(?:is|are|was|were|be|been|being)\s+(?:\w+ly\s+)?(?P<verb>[a-z]{3,})\s+by\s+(?:the\s+)?(?P<name>[A-Z]\w+)"
)
_DOES = regex(r"(?<!\bis\s)(?<!are\s)(?<!was\s)(?<!were\s)\b(?P<verb>[a-z]{3,})\s+(?:the\s+)?(?P<name>[A-Z]\w+)")


def said_of_another(claim: str, text: str, start: int, end: int) -> bool:
    """Whether the sentence `text[start:end]` says of another what `claim` says of whom it begins with."""
    sentence = text[start:end]
    run = _shared(claim, sentence)
    if run is None or "de" in (language_of(claim), language_of(sentence)):
        return False
    if _of_the_other(claim[: run[0]], sentence[: run[1]], sentence):
        return True
    clauses = [one for one in _CLAUSE.split(sentence[: run[1]]) if WORD.search(one)]
    before = clauses[-1] if clauses else ""
    others = _names(before)
    whom = _names(claim[: run[0]]) - others
    if not whom or whom & _words(sentence):
        return False
    if _PRONOUN.match(before):
        return _antecedent_is_another(whom, text, start)
    return bool(others - _names(claim))


def _of_the_other(claimed: str, before: str, sentence: str) -> bool:
    """Whether a sentence speaks of whom is `claimed`, and of another in the clause `before` the words in question."""
    clause = _MAIN_CLAUSE.split(before)[-1]
    whom, other = content(claimed), content(clause)
    if _DETERMINED.match(clause) is None or not whom or not other or not whom.isdisjoint(other):
        return False
    return not whom.isdisjoint(content(sentence.replace(clause, " ", 1)))


def roles_swapped(claim: str, evidence: str) -> bool:
    """Whether one of both says that somebody does a thing, and the other that it is done by that one: "succeeded Lind"
    for "was succeeded by Lind"."""
    return _done(evidence) & _does(claim) != set() or _done(claim) & _does(evidence) != set()


def _done(text: str) -> set[tuple[str, str]]:
    """Return verb and name of what is done by somebody."""
    return {(found["verb"].casefold(), found["name"]) for found in _DONE_BY.finditer(text)}


def _does(text: str) -> set[tuple[str, str]]:
    """Return word and name of what may be somebody doing something to that one: no form of "to be" goes before."""
    return {(found["verb"].casefold(), found["name"]) for found in _DOES.finditer(text)}


def _shared(claim: str, sentence: str) -> tuple[int, int] | None:
    """Return where the longest run of words begins that both share, in each; None where it is too short to say much."""
    one, two = list(WORD.finditer(claim)), list(WORD.finditer(sentence))
    words, others = [found[0].casefold() for found in one], [found[0].casefold() for found in two]
    match = SequenceMatcher(None, words, others, autojunk=False).find_longest_match()
    shared = words[match.a : match.a + match.size]
    if match.size < RUN or not match.a or all(word in FUNCTION_WORDS for word in shared):
        return None
    return one[match.a].start(), two[match.b].start()


def _antecedent_is_another(whom: frozenset[str], text: str, start: int) -> bool:
    """Whether the sentence that a pronoun at `start` takes up names others and not `whom`."""
    before = [text[first:last] for first, last in split(text) if last <= start]
    for sentence in reversed(before):
        if not _PRONOUN.match(sentence):
            return bool(_names(sentence)) and whom.isdisjoint(_words(sentence))
    return False


def _names(text: str) -> frozenset[str]:
    """Return the words of `text` that are written like names, in lower case; the first word needs another beside it."""
    found = WORD.findall(text)
    capital = [word[:1].isupper() and word.casefold() not in FUNCTION_WORDS for word in found]
    kept = (place > 0 or any(capital[1:2]) for place in range(len(found)))
    return frozenset(
        word.casefold() for word, is_name, counts in zip(found, capital, kept, strict=True) if is_name and counts
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in WORD.findall(text))
