"""Whether a quote is what somebody else said: it stands in a quotation, or in a mail that a later one answers (B6).

"Ropes are replaced every 18 months" is what Jon wrote on Monday; whoever answers him on Tuesday may have corrected it.
Who asks for his words, and a claim that says whose they are, gets them.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.framing import led_by
from aver.stages.planning.words import content
from aver.values.evidence import Passage

_QUOTED = regex(r"[ \t]*>")
_WRITTEN = regex(
    r"^[\s>]*(?:(?:on|am)\b[^\n]*(?:\n[^\n]*)?\b(?:wrote|schrieb)\b[^\n]*:|[*_]*(?:from|von)[*_ ]*:)|original message",
    re.IGNORECASE | re.MULTILINE,
)
"""Who wrote an earlier mail."""

_SPOKEN = regex(
    r"\b(?:wrote|writes|sa(?:id|ys)|repli(?:ed|es)|answer(?:ed|s)|added|adds|claim(?:s|ed)|argue[sd]|assert(?:s|ed)|object(?:s|ed)"
    r"|remark(?:s|ed)|comment(?:s|ed)|respond(?:s|ed)|schr(?:ieb|eibt)|sag(?:t|te)|meinte?|antwortete?t?)\b.{0,200}:$",
    re.IGNORECASE,
)
"""Whose words a quotation is."""

_OF_A_MAIL = regex(
    r"\b(?:wr(?:ites?|ote|itten)|sa(?:ys?|id)|mail\w*|messages?|schr[ie]+b\w*|nachrichte?n?)\b", re.IGNORECASE
)
_OF_SOMEBODY = regex(
    r"\b(?:sa(?:y|id)|wr[io]t|repl|answer|add|claim|promis|announc|tell|told|argu|assert|object|remark|comment|respon[ds]"
    r"|think|thought|opinion|view|accord|who\b|quot"
    r"|sag|schr[ie]+b|mein|antwort|laut\b|wer\b)",
    re.IGNORECASE,
)
_QUOTATION = regex(r"[\"“„«](?P<words>[^\"“”„»]{12,})[\"”“»]?")


def quoted_within(sentence: str, told: str) -> bool:
    """Whether `told` has words that `sentence` has in somebody's quotation alone, and doesn't say whose they are."""
    if _OF_SOMEBODY.search(told) is not None:
        return False
    said = content(told)
    for found in _QUOTATION.finditer(sentence):
        outside = content(sentence[: found.start()]) | content(sentence[found.end() :])
        if _SPOKEN.search(f"{' '.join(sentence[: found.start()].split()).rstrip(',:')}:") and said & (
            content(found["words"]) - outside
        ):
            return True
    return False


def said_by_another(passage: Passage, start: int, told: str) -> bool:
    """Whether the quote that begins at `start`, in canonical offsets, is somebody else's words and `told`, the question
    or the claim, doesn't ask for them or say so."""
    led = led_by(passage, start)
    if _WRITTEN.search(led) is not None or _in_quoted_lines(passage, start):
        return _OF_A_MAIL.search(told) is None
    spoken = _SPOKEN.search(" ".join(led.split())) is not None or _in_a_question_put(passage, start)
    return spoken and _OF_SOMEBODY.search(told) is None


def _in_a_question_put(passage: Passage, start: int) -> bool:
    """Whether the quote stands in quotation marks that begin its paragraph and hold a question: somebody's letter."""
    text, at = passage.text.text, start - passage.start
    begin = text.rfind("\n\n", 0, at + 1) + 1
    found = _QUOTATION.match(text, begin + len(text[begin:]) - len(text[begin:].lstrip()))
    return found is not None and at < found.end() and "?" in found["words"]


def _in_quoted_lines(passage: Passage, start: int) -> bool:
    """Whether a line that begins with > quotes a mail: in a mail, one that quotes another, or below "Ben wrote:"."""
    text = passage.text.text
    line = text[text.rfind("\n", 0, start - passage.start) + 1 :]
    if _QUOTED.match(line) is None:
        return False
    mail = passage.uri.casefold().endswith(".eml")
    return mail or line.lstrip().startswith((">>", "> >")) or _WRITTEN.search(text) is not None
