"""Numbers written as words, from two up; "one" and "ein" are mostly not numbers."""

from __future__ import annotations

import re
from decimal import Decimal

from aver.patterns import regex

_ENGLISH = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen"
    " nineteen"
)
_GERMAN = (
    "zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn"
    " neunzehn"
)
_TENS_ENGLISH = "twenty thirty forty fifty sixty seventy eighty ninety"
_TENS_GERMAN = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"


def _table() -> dict[str, int]:
    english, german = ({w: n for n, w in enumerate(words.split(), 2)} for words in (_ENGLISH, _GERMAN))
    table = english | german
    for ten, word in enumerate(_TENS_ENGLISH.split(), 2):
        ones = {"one": 1} | {w: n for w, n in english.items() if n < 10}
        table |= {word: ten * 10} | {f"{word}-{one}": ten * 10 + value for one, value in ones.items()}
    for ten, word in enumerate(_TENS_GERMAN.split(), 2):
        ones = {"ein": 1} | {w: n for w, n in german.items() if n < 10}
        table |= {word: ten * 10} | {f"{one}und{word}": ten * 10 + value for one, value in ones.items()}
    return table


NUMBER_WORDS = {word: Decimal(value) for word, value in _table().items()}
NUMBER_WORD = regex(r"\b(?:" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + r")\b", re.IGNORECASE)

SCALES: dict[str, tuple[Decimal, ...]] = {
    "hundred": (Decimal(100),),
    "hundert": (Decimal(100),),
    "thousand": (Decimal(1000),),
    "tausend": (Decimal(1000),),
    "million": (Decimal(10**6),),
    "millions": (Decimal(10**6),),
    "millionen": (Decimal(10**6),),
    "mio": (Decimal(10**6),),
    "bn": (Decimal(10**9),),
    "milliarde": (Decimal(10**9),),
    "milliarden": (Decimal(10**9),),
    "mrd": (Decimal(10**9),),
    "billion": (Decimal(10**9), Decimal(10**12)),
    "billions": (Decimal(10**9),),
    "billionen": (Decimal(10**12),),
    "trillion": (Decimal(10**12), Decimal(10**18)),
}
SCALE = regex(r"[ \u00a0\u202f-]?(" + "|".join(sorted(SCALES, key=len, reverse=True)) + r")\b\.?", re.IGNORECASE)
MULTIPLE = regex(
    r"\b(?:twice|thrice|doubl(?:e[ds]?|ing)|tripl(?:e[ds]?|ing)|hal(?:f|ves?|ved|ving)|doppel\w*|verdoppel\w*"
    r"|verdreifach\w*|halb\w*|hälfte|quarters?|thirds?|(?:drei)?viertel\w*|drittel|fünftel|zehntel"
    r"|(?:zwei|drei|vier|fünf|zehn)mal|\d+\s?mal"
    r"|(?:zwei|drei|vier|fünf|zehn|hundert)fach\w*|\d+-?fach\w*|\d+\s?times)\b"
    rf"(?!(?:\sa)?\s(?:{'|'.join(SCALES)})\b)",
    re.IGNORECASE,
)
"""What makes one amount a multiple or a part of another; "half a million" is an amount of its own."""
