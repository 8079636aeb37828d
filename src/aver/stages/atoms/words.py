"""The words of a text with their stems, and which of them carry content.

Two words are akin when their stems are equal or one begins most of the other: enough to see that `reduced`
says what `reduces` says, and short of any thesaurus, which would also call stronger words the same.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import lru_cache

import Stemmer

from aver.patterns import regex
from aver.stages.atoms.language import Language

_WORD = regex(r"[^\W_]+(?:['’._][^\W_]+)*")
_ONE_AT_A_TIME = threading.Lock()
"""A stemmer keeps the word it works on in itself: two threads at once would mix their words."""
_STEMMERS = {"en": Stemmer.Stemmer("english"), "de": Stemmer.Stemmer("german")}
_GERMAN_PREFIX = regex(r"ge(?=\w{4})")
_SMALL_ENGLISH = (
    "a an the this that these those it its he she they them him her his their we us our you your i me my who "
    "whom whose"
    " which what there here to of in on at by for from with as into onto upon about over under between among through"
    " during before after within without and or but nor so than then if when while where because although though"
    " is are was were be been being am has have had having do does did done can could may might must shall "
    "should will"
    " would well not no also too very more most much such own same other another some any all each every both either"
    " neither whether only just even still yet already however therefore thus hence s t it's"
)
_SMALL_GERMAN = (
    "der die das den dem des ein eine einer eines einem einen dies diese dieser dieses diesem diesen es er "
    "sie ihn ihm"
    " ihr ihre ihrer ihrem ihren ihres sein seine seiner seinem seinen wir uns unser unsere ich man sich wer "
    "was welche"
    " welcher welches im am in an auf bei von vom zu zum zur für mit ohne nach vor bis seit unter über durch "
    "gegen um aus"
    " als wie und oder aber sondern denn dass daß weil wenn falls ob da so dann noch auch schon nur sehr "
    "mehr nicht kein"
    " keine keiner keinem keinen ist sind war waren wird werden wurde wurden worden hat haben hatte hatten bin sei"
    " kann können konnte konnten muss müssen musste darf dürfen soll sollen sollte sollten will mag möchte alle alles"
    " jeder jede jedes dort hier es's sowie bzw beziehungsweise"
)
_SMALL = {"en": frozenset(_SMALL_ENGLISH.split()), "de": frozenset(_SMALL_GERMAN.split())}


@dataclass(frozen=True, slots=True)
class Word:
    """A word at `[start, end)`; `content` is False for articles, pronouns, auxiliaries and the like."""

    start: int
    end: int
    folded: str
    stem: str
    content: bool


def words_in(text: str, language: Language) -> tuple[Word, ...]:
    """Return the words of `text` in order."""
    small = _SMALL[language]
    words = []
    for found in _WORD.finditer(text):
        folded = found[0].casefold().replace("’", "'").removesuffix("'s")
        words.append(Word(found.start(), found.end(), folded, _stem(folded, language), folded not in small))
    return tuple(words)


def akin(one: Word, other: Word) -> bool:
    """Whether two words differ at most by their endings; numbers must be equal."""
    if one.stem == other.stem:
        return True
    shorter, longer = sorted((one.stem, other.stem), key=len)
    if len(shorter) < 5 or not shorter.isalpha() or not longer.isalpha():
        return False
    common = next((n for n, (a, b) in enumerate(zip(shorter, longer, strict=False)) if a != b), len(shorter))
    return common >= max(5, round(0.7 * len(longer)))


@lru_cache(maxsize=1 << 16)
def _stem(folded: str, language: Language) -> str:
    with _ONE_AT_A_TIME:
        stem: str = _STEMMERS[language].stemWord(folded)
    return _GERMAN_PREFIX.sub("", stem, count=1) if language == "de" and stem.startswith("ge") else stem
