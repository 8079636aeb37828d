"""English or German, from the small words of a text: enough to read `1.234` one way or the other."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

Language: TypeAlias = Literal["en", "de"]

_SMALL_ENGLISH = (
    "the and of to is are in for with that this be by on from not as or an it was at which must may has have"
    " were been had their its than into will can when who they"
)
_SMALL_GERMAN = (
    "der die das und ist sind nicht mit für von zu den dem des ein eine einer im auf bei oder wird werden auch nach"
    " wurde wurden war waren hat haben sich aus dass wenn nur durch wie wo bis einem zum zur am vom keine kein"
)
_ENGLISH = frozenset(_SMALL_ENGLISH.split())
_GERMAN = frozenset(_SMALL_GERMAN.split())
_WORD = re.compile(r"[a-zäöüß]+", re.IGNORECASE)


def language_of(text: str) -> Language | None:
    """Return the language that has more of its small words in `text` (at least one), or None."""
    words = [word.lower() for word in _WORD.findall(text)]
    english, german = sum(w in _ENGLISH for w in words), sum(w in _GERMAN for w in words)
    if english == german:
        return None
    return "en" if english > german else "de"
