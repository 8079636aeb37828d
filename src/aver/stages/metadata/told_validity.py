"""From when and until when a document says that it holds, where no field says so but a sentence at its head (A10, C3).

"These rules apply from 1 January 2030" narrows as much as `valid-from: 2030-01-01` does, and is as much the document's
own word. Only a sentence about the document itself counts, or a line of its head without a subject: "Valid from ...".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

from aver.patterns import regex
from aver.stages.atoms.dates import dates_in, only_day
from aver.stages.sentences import split
from aver.values.documents import Block, BlockKind, Document

_HEAD = 2
"""Blocks at the head of a document in which it tells from when it holds."""

_CONTENT = frozenset({BlockKind.PARAGRAPH, BlockKind.QUOTE})
_ITSELF = (
    r"\b(?:this|these|the\s+present|dies(?:e[rs]?)?)\s+(?:[\w-]+\s+){0,2}?(?:rules?|polic(?:y|ies)|terms|conditions|scheme|programme"
    r"|regulations?|agreement|handbook|guide(?:lines?)?|document|page|notice|price\s+list|list|tariffs?|edition|version|directive"
    r"|instructions?|circular|ordinance|by-?laws?|statutes?|order|offer|procedure|standard|\w*regelung|\w*richtlinie|\w*ordnung"
    r"|\w*satzung|\w*vereinbarung|\w*bedingungen|\w*liste|fassung|\w*anweisung|dokument|seite)\s+"
)
_HOLDS = (
    r"(?:(?:is|are|was|were|ist|sind|war|waren)\s+)?(?:only\s+|nur\s+)?(?:valid|in\s+(?:force|effect)|effective|applicable|apply|applies"
    r"|applied|runs?|ran|(?:takes?|took)\s+effect|(?:comes?|came|enters?|entered)\s+into\s+(?:force|effect)|gültig|in\s+kraft"
    r"|gelten|gilt|galt(?:en)?|tritt|treten|lief(?:en)?)\b"
)
_BARE = r"(?:valid|in\s+force|effective|gültig|in\s+kraft)\b"
_TELLS = regex(rf"{_ITSELF}{_HOLDS}|(?:^|[·|;,.*]\s*)(?P<bare>{_BARE})", re.IGNORECASE)
_VERB = regex(
    r"\b(?:is|are|was|were|has|have|had|costs?|may|must|can|will|shall|should|sold|gets?|receives?|pays?|there|ist|sind|hat|haben"
    r"|kosten|kostet|wird|werden|darf|dürfen|muss|müssen|kann|können|erhält|erhalten|gibt)\b",
    re.IGNORECASE,
)
"""What a sentence about something else has before "valid from", and the head of a document hasn't."""

_OVER = regex(
    rf"{_ITSELF}(?:expired?s?|ended|ends|lapsed|(?:ist|war)\s+abgelaufen|endete?)\s+(?:on|at|am|zum)?\s*$",
    re.IGNORECASE,
)
_FROM = regex(
    r"^(?:\s+(?!to\b|for\b|if\b|when\b|für\b|wenn\b)\w+){0,2}?\s+(?:from|as\s+(?:of|from)|since|on|with\s+effect\s+from|ab|seit|am|vom|zum)"
    r"\s+(?:the\s+|dem\s+)?$|^\s*:?\s*$",
    re.IGNORECASE,
)
_UNTIL = regex(
    r"(?:^(?:\s+(?!to\b|for\b|if\b|when\b|für\b|wenn\b)\w+){0,2}?|^)\s*(?:-|–|until|till|through|to|up\s+to|bis(?:\s+(?:zum|einschließlich))?)"
    r"\s*(?:and\s+including\s+|the\s+|dem\s+|zum\s+)?$",
    re.IGNORECASE,
)


def told_validity(document: Document) -> tuple[tuple[str, str], ...]:
    """Return what the head of `document` says as fields `valid-from` and `valid-until`, the latter the day after.

    Days alone count: what holds "from spring" or "until 2023" is left to who asks.
    """
    head = [block for block in document.blocks if block.kind in _CONTENT and _at_the_head(block)][:_HEAD]
    return tuple(
        dict.fromkeys(
            field
            for block in head
            for start, end in split(document.text[block.start : block.end])
            for field in _told(document.text[block.start + start : block.start + end])
        )
    )


def _at_the_head(block: Block) -> bool:
    """Whether a block stands in no section but the one that the whole document is."""
    return block.parent is None or block.parent == 0


def _told(sentence: str) -> Iterator[tuple[str, str]]:
    days = [(found.start, found.end, day) for found in dates_in(sentence) if (day := only_day(found)) is not None]
    for start, _, day in days:
        if _OVER.search(sentence[:start]):
            yield "valid-until", _day_after(day)
    for tells in _TELLS.finditer(sentence):
        at = tells.end()
        if tells["bare"] and _VERB.search(sentence[: tells.start()]):
            continue
        for start, end, day in [one for one in days if one[0] >= at]:
            between = sentence[at:start]
            if _UNTIL.match(between):
                yield "valid-until", _day_after(day)
                break
            if not _FROM.match(between):
                break
            yield "valid-from", day.isoformat()
            at = end


def _day_after(day: date) -> str:
    return (day if day == date.max else day + timedelta(days=1)).isoformat()
