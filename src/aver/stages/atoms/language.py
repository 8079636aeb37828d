"""English or German, from the small words of a text: enough to read `1.234` one way or the other.

The built-in embedder chooses its word pieces by the same words, frozen in its weights when it was exported.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from aver.patterns import regex

Language: TypeAlias = Literal["en", "de"]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


ENGLISH_SMALL_WORDS = _words(
    "the of and to is are for with that this these those be been being by on not no from or as it its at which must "
    "may might has have had were their they them than then into can could would should shall when where who whom "
    "whose why how what if but because while until after before between during about above under over through "
    "without within against each every any some all both either neither other such only own same very more most "
    "much many few less least there here we our you your he she his her does did do doing done get gets got make "
    "makes made use used using per via yes our out off up down again further once was will in an"
)
GERMAN_SMALL_WORDS = _words(
    "der das und ist sind nicht mit für fuer von zu den dem des ein eine einer eines einem einen im auf bei oder "
    "wird werden auch nach wurde wurden waren haben hatte hatten sich aus dass daß wenn nur durch wie wo bis zum "
    "zur am vom beim kein keine keinen keiner keines keinem wer wen wem wessen welche welcher welches welchen "
    "welchem wann warum weshalb wieso womit wofür wodurch woran worauf wieviel viele vielen welch gibt gab kann "
    "können konnte konnten darf dürfen muss müssen musste soll sollen sollte sollten wollen wollte ich du er sie es "
    "wir ihr uns euch ihm ihn ihnen mein meine meinen meiner dein deine sein seine seinen seiner seinem ihre ihren "
    "ihrer ihrem unser unsere dieser diese dieses diesen diesem jeder jede jedes jeden jedem alle allen aller sehr "
    "mehr meisten weniger noch schon aber denn weil obwohl während bevor nachdem damit dabei dafür davon dazu daran "
    "darauf darin als ob um über unter vor hinter neben zwischen gegen ohne seit ab laut trotz wegen innerhalb "
    "außerhalb gemäß sowie sowohl entweder weder ebenso jedoch sondern sonst hier dort dann heute nun etwa sogar "
    "die hat war"
)

_ENGLISH, _GERMAN = frozenset(ENGLISH_SMALL_WORDS), frozenset(GERMAN_SMALL_WORDS)
SURE = 3
"""Small words by which one language must lead in a passage: "Martin von Löwis" makes no header German."""

_WORD = regex(r"[^\W\d_]+")


def language_of(text: str, *, lead: int = 1) -> Language | None:
    """Return the language that has more of its small words in `text`, by at least `lead`, or None.

    A "was" that opens a text may be either: "Was it accepted?", "Was kostet ein Rad?".
    """
    words = [word.lower() for word in _WORD.findall(text)]
    told = words[1:] if words[:1] == ["was"] else words
    english, german = sum(word in _ENGLISH for word in told), sum(word in _GERMAN for word in told)
    if abs(english - german) < lead:
        return None
    return "en" if english > german else "de"
