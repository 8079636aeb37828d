"""Whether evidence says of another what a claim says of somebody: Zeta was founded by Roe, not Norden (H1).

Claim and sentence share a run of words; what stands before it is whom it is said of. A pronoun there means what the
sentence before it is about. Only names are told apart, in English: "the company" may well be Norden.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from aver.stages.atoms.language import language_of
from aver.stages.planning.words import FUNCTION_WORDS
from aver.stages.sentences import split

RUN = 3
"""Words that claim and sentence share at least, one of them with content."""

_WORD = re.compile(r"\w+(?:[.\-'’]\w+)*")
_CLAUSE = re.compile(r"[,;:]\s|\s[–—]\s")
_PRONOUN = re.compile(
    r"\W*(?:it|they|he|she|es|sie|er|this|these|dies\w*)\b(?!\s+(?:\w+\s+)?(?:that|who|which)\b)", re.IGNORECASE
)


def said_of_another(claim: str, text: str, start: int, end: int) -> bool:
    """Whether the sentence `text[start:end]` says of another name what `claim` says of the name it begins with."""
    sentence = text[start:end]
    run = _shared(claim, sentence)
    if run is None or "de" in (language_of(claim), language_of(sentence)):
        return False
    whom = _names(claim[: run[0]])
    if not whom or whom & _words(sentence):
        return False
    before = _CLAUSE.split(sentence[: run[1]])[-1]
    if _PRONOUN.match(before):
        return _antecedent_is_another(whom, text, start)
    others = _names(before)
    return bool(others) and whom.isdisjoint(_words(before))


def _shared(claim: str, sentence: str) -> tuple[int, int] | None:
    """Return where the longest run of words begins that both share, in each; None where it is too short to say much."""
    one, two = list(_WORD.finditer(claim)), list(_WORD.finditer(sentence))
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
    found = _WORD.findall(text)
    capital = [word[:1].isupper() and word.casefold() not in FUNCTION_WORDS for word in found]
    kept = (place > 0 or any(capital[1:2]) for place in range(len(found)))
    return frozenset(
        word.casefold() for word, is_name, counts in zip(found, capital, kept, strict=True) if is_name and counts
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(word.casefold() for word in _WORD.findall(text))
