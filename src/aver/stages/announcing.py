"""Sentences that announce what a text holds and don't say it: "This page states the refund window for all plans."

Such a frame (Hyland 2005, "Metadiscourse", frame markers) names every word of a question and answers none, so it is
quoted only to those who ask what a text is about. What a text says *that* something holds is said, not announced.
"""

from __future__ import annotations

import re

from aver.patterns import regex

TEXT = (
    r"(?:page|pages|section|sections|chapter|chapters|document|article|guide|manual|paper|report|policy|overview|pep|rfc"
    r"|kep|specification|memo|note|appendix|annex|table|figure|list|part|paragraph|text|tutorial|topic"
    r"|seite|abschnitt|kapitel|dokument|artikel|leitfaden|handbuch|bericht|richtlinie|anhang|tabelle|abbildung|liste"
    r"|teil|absatz|text|übersicht)"
)
_POINTING = (
    r"(?:this|the (?:present|following|next|rest of (?:this|the)|remainder of (?:this|the))|our|dies(?:e|er|es)"
    + (r"|d(?:er|ie|as) (?:vorliegende|folgende|nächste)r?)")
)
_SAYS = (
    r"(?:describ|explain|discuss|outlin|present|summari[sz]|review|list|state|show|document|detail"
    r"|illustrat|examin|look[s]? at|deal[s]? with|giv)(?:e?s|e|ed|ing)?\b"
    r"|(?:beschreib|erklär|erläuter|behandel|zeig|nenn|nennt|fass|führ|stell|list|enthält|gib)\w*"
)
_ADVERB = r"(?:\w+ly\s+|also\s+|then\s+|first\s+)?"
_SUBJECT = regex(
    rf"^\W*(?:{_POINTING}\s+(?:\w+\s+)?{TEXT}|(?:section|chapter|appendix|table|figure|abschnitt|kapitel|tabelle)"
    rf"\s+[\w.]+)\s+{_ADVERB}(?:{_SAYS})",
    re.IGNORECASE,
)
_WITHIN = regex(
    rf"^\W*in\s+(?:{_POINTING})\s+(?:\w+\s+)?{TEXT},?\s+(?:we|i|you|wir)\s+(?:will\s+)?{_ADVERB}(?:{_SAYS}|find|see)",
    re.IGNORECASE,
)
_TURNED = regex(
    rf"^\W*(?:{_POINTING})\s+(?:\w+\s+)?{TEXT}\s+(?:is|are)\s+(?:about|an?\s+(?:overview|introduction|summary|list))\b",
    re.IGNORECASE,
)
_THAT = regex(r"^[\s,]*(?:\w+ly\s+)?(?:that|dass)\b", re.IGNORECASE)
_ASKED = regex(
    rf"\b(?:{TEXT}|about|über|describes?|covers?|explains?|proposes?|introduces?|discusses|summary|beschreib\w*"
    r"|behandel\w*|worum|abstract|purpose|goal|zweck)\b",
    re.IGNORECASE,
)


_FOLLOWS = regex(r"\b(?:as\s+follows|like\s+this|wie\s+folgt|folgendermaßen)\W*$", re.IGNORECASE)


def announces(sentence: str) -> bool:
    """Whether a sentence says only what a text is going to say; what a text proposes or introduces, it says."""
    if _FOLLOWS.search(sentence):
        return True
    found = _SUBJECT.match(sentence) or _WITHIN.match(sentence) or _TURNED.match(sentence)
    return found is not None and not _THAT.match(sentence[found.end() :])


def asks_about_a_text(question: str) -> bool:
    """Whether an announcement may be the answer, because the question is about what some text holds."""
    return _ASKED.search(question) is not None
