"""Where a text says of itself that it isn't in force: rejected, withdrawn, a draft, planned (B6, C3).

One line at the head of a document or a section holds for all that stands below it: a record with the status "Rejected"
decides nothing, and its paragraph "Decision" doesn't say so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.outline import heads
from aver.values.documents import Block, BlockKind, Document, Named
from aver.values.evidence import Passage

_NOT_IN_FORCE = (
    r"(?:rejected|withdrawn|superseded|replaced|obsolete|deprecated|removed|retired|archived|draft|proposed|planned|declined"
    r"|abandoned|cancell?ed|expired|lapsed|deferred|retracted|repealed|revoked|suspended|discontinued|not\s+(?:yet\s+)?(?:in\s+force"
    r"|adopted|approved|accepted|implemented|released|published|signed|agreed)|unsigned|work\s+in\s+progress"
    r"|under\s+(?:discussion|review|consideration)|for\s+(?:discussion|comments?|consultation)\s+(?:purposes\s+)?only"
    r"|abgelehnt|zurückgezogen|zurückgestellt|ersetzt|überholt|veraltet|aufgehoben|außer\s+kraft|entwurf|geplant|vorgeschlagen"
    r"|beantragt|nicht\s+(?:mehr\s+)?(?:in\s+kraft|gültig|beschlossen|unterzeichnet|unterschrieben))"
)
_FIELD = regex(
    rf"^[\W_]*(?:status|state|stand|zustand)[\W_]*[:=|][\W_]*(?P<said>(?:\w+\s+){{0,2}}?{_NOT_IN_FORCE}\b)?",
    re.IGNORECASE,
)
_WHICH = r"(?:(?:first|second|third|fourth|final|latest|erster|zweiter|dritter|letzter|\d{1,2}(?:st|nd|rd|th|\.))\s+)?"
_NUMBER = r"(?:\s+(?:(?:no|nr|v|version)\.?\s*|#)?\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?(?![^\W_]))?"
_NOTICE = regex(
    rf"^[\W_]*(?:(?:it|this\s+\w+)\s+(?:is|was|has\s+been)\s+)?{_WHICH}(?:{_NOT_IN_FORCE}){_NUMBER}"
    r"(?:\s*[:.,;!(–—-]|[\W_]*$|\s+(?:for|of|on|since|by|as|in|after|until|because|version|edition|only|vom|am|seit|durch|zum"
    r"|weil|für)\b)",
    re.IGNORECASE,
)
_DATED = regex(rf"^[\W_]*{_NOT_IN_FORCE}\s+(?:on|since|as\s+of|from|am|seit|zum)\s+\w*\s?\d", re.IGNORECASE)
_WITHIN = regex(
    r"(?<=[.;:)] )(?:(?:it|this\s+\w+)\s+(?:is|was|has\s+been)\s+)?"
    r"(?:superseded|withdrawn|retracted|repealed|rescinded|replaced)\s+(?:by|on|with\s+effect)\b[^.;]*",
    re.IGNORECASE,
)
"""A sentence of the head that says so: "Valid from 1 January 2025. Superseded by the price list 2026." """

_ITEM = regex(r"\s*(?:[-*+•–▪]|\(?\d{1,2}[.)])\s")
_ALONE = regex(rf"^[\W_]*{_WHICH}{_NOT_IN_FORCE}\b", re.IGNORECASE)
_TITLE = regex(r"^[\W\d_]*(?:status|state|stand|zustand)[\W_]*$", re.IGNORECASE)
_CALLED = regex(
    rf"[(\[](?:[^()\[\]]{{1,40}}[,;]\s)?{_WHICH}(?!deprecated){_NOT_IN_FORCE}(?:{_NUMBER}|\s[^()\[\]]{{1,40}})[)\]][\W_]*$"
    rf"|^[\W_]*(?:draft|entwurf){_NUMBER}\s*[:\])–—-]\s|[-_–—:]\s?(?:draft|entwurf)(?:[\W_]?v?\d{{1,3}})?$"
    r"|^[\W_]*draft\s+(?:\w+\s+){0,3}?(?:polic(?:y|ies)|contract|agreement|budget|plan|rules?|guidelines?|guidance|regulations?"
    r"|law|bill|lease|constitution|charter|resolution|terms|specification|standard|proposal|schedule|procedure|report)\b",
    re.IGNORECASE,
)
"""A title, heading or file that says so: "Cleaning contract (draft 3)", "Entwurf: Satzung", "leave-policy-draft"."""

_LONGEST = 200
"""Code points of a line that tells a status."""

_HEAD = 2
"""Blocks at the head of a document or section among which its status is told."""

_CONTENT = frozenset({BlockKind.PARAGRAPH, BlockKind.RECORD, BlockKind.LIST, BlockKind.QUOTE, BlockKind.TABLE})

_ASKED = regex(
    r"\b(?:propos|draft|rejected|withdr|superseded|replaced|obsolet|deprecat|removed|retired|abandoned|declined|deferred"
    r"|cancell?ed|retracted|planned|plans?\s+to|would|status|why|former|previous|used\s+to|original|histor|abgelehnt"
    r"|zurückgezogen|ersetzt|entwurf|geplant|vorschl|vorgeschl|warum|würde|früher|ursprünglich|beantrag)",
    re.IGNORECASE,
)
"""How somebody asks for what doesn't hold."""

_DESIGNATION = regex(r"(?<![^\W_])(?!(?:19|20)\d\d(?!\w))0*([^\W_]*\d+(?:\.\d+)*[^\W\d_]?)(?![^\W_])")
"""What bears a number and is no year: 606, ADR14, 3.2b; zeros before it aside."""


def standings(document: Document) -> dict[int | None, tuple[int, int] | None]:
    """Return by section (None: the whole document) the line that says it isn't in force, None where it says it is."""
    found: dict[int | None, tuple[int, int] | None] = {}
    for place, head in heads(document, _CONTENT, most=_HEAD).items():
        section = None if place is None else document.blocks[place]
        if section is not None and isinstance(section.ref, Named) and _TITLE.match(section.ref.title):
            start, end = next(_lines(head[0], document.text), (head[0].start, head[0].end))
            found[section.parent] = (start, end) if _ALONE.match(document.text[start:end]) else None
        elif told := next(_told(head, document.text), None):
            found.setdefault(place, told if not_in_force(document.text[slice(*told)]) else None)
    return found


def out_of_force(above: str, qualifier: str) -> bool:
    """Whether a line of the text `above` a quote, or its passage's qualifier, tells that it isn't in force."""
    return not_in_force(qualifier) or any(not_in_force(line) for line in above.splitlines() if len(line) <= _LONGEST)


def not_in_force(line: str) -> bool:
    """Whether a line, as its beginning tells, says that what it stands over isn't in force."""
    head = line[:_LONGEST]
    field = _FIELD.match(head)
    return (field is not None and bool(field["said"])) or _is_notice(head)


def called_so(passage: Passage) -> bool:
    """Whether the title, a heading or the file of a passage calls it a draft, rejected, withdrawn."""
    called = (passage.title.text, file_name(passage.uri), *passage.section_path.text.split(" > "))
    return any(_CALLED.search(one[-_LONGEST:]) for one in called)


def of_no_force(passage: Passage) -> bool:
    """Whether the qualifier or a name of a passage tells that it isn't in force."""
    return not_in_force(passage.qualifier.text) or called_so(passage)


def asks_for_it(asked: str, names: str) -> bool:
    """Whether what isn't in force is asked for as such, or by its designation ("PEP 606", "ADR-014").

    `names` are titles, headings and files.
    """
    told = {found.casefold() for found in _DESIGNATION.findall(names)}
    return bool(_ASKED.search(asked)) or any(found.casefold() in told for found in _DESIGNATION.findall(asked))


def _is_notice(line: str) -> bool:
    """Whether a line is a notice; a list's item needs a day: "Removed: the old setting" is news of a setting."""
    return (_DATED if _ITEM.match(line) else _NOTICE).match(line) is not None


def _told(head: Sequence[Block], text: str) -> Iterator[tuple[int, int]]:
    """Yield the lines of `head` that tell a status."""
    for block in head:
        for start, end in _lines(block, text):
            line = text[start:end]
            if end - start <= _LONGEST and (_FIELD.match(line) or _is_notice(line)):
                yield start, end
            elif found := _WITHIN.search(line):
                yield start + found.start(), start + found.end()


def _lines(block: Block, text: str) -> Iterator[tuple[int, int]]:
    at = block.start
    for line in text[block.start : block.end].split("\n"):
        if line.strip():
            yield at, at + len(line)
        at += len(line) + 1
