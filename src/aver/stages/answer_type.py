"""Whether a text holds the kind of thing a question asks for: a number, a time, a name.

The classic expected-answer-type signal of question answering (Li and Roth 2002, "Learning Question
Classifiers"), kept to the three coarse types that surface form shows, in English and German.
"""

from __future__ import annotations

import re
from types import MappingProxyType

from aver.patterns import regex

_NUMBER = regex(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|hundred|thousand|zwei|drei|vier|fünf|zehn)\b",
    re.I,
)
_TIME = regex(
    r"\b(?:1[5-9]|20)\d\d\b|\d{1,2}:\d\d"
    r"|\b(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.?\b"
    r"|\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?)\b",
    re.I,
)
_NAME = regex(r"(?<![.!?\n] )(?<!^)\b[A-ZÄÖÜ][\w'’-]+", re.M)

_ASKED = MappingProxyType(
    {
        regex(
            r"\b(?:when|what (?:year|date|day|month)|how long|how soon|since when|wann|wie lange|seit wann)\b", re.I
        ): _TIME,
        regex(
            r"\b(?:how (?:many|much|often|big|large|far|high|fast)|what (?:number|percentage|price|limit)"
            r"|wie ?viele?|wie (?:oft|groß|hoch|weit|schnell))\b",
            re.I,
        ): _NUMBER,
        regex(r"\b(?:who|whose|whom|wer|wem|wen|wessen)\b", re.I): _NAME,
    }
)

UNKNOWN = 0.5


def matches_expected_type(question: str, text: str) -> float:
    """Return 1 when `text` holds the type `question` asks for, 0 when not, 0.5 when no type is asked."""
    for asked, wanted in _ASKED.items():
        if asked.search(question):
            return 1.0 if wanted.search(text) else 0.0
    return UNKNOWN
