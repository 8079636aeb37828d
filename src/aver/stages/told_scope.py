"""Where a text says for whom or what it holds, or in what its amounts are given (A10, E6).

"This page is for staff in Germany only", "Scope: trainees", "All amounts in thousands of euros".

One sentence at the head of a document or a section holds for all that stands below it, where nothing repeats it. A
quote without it claims more than its source (definitions.md, "Force": scope).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aver.patterns import regex
from aver.stages.outline import heads
from aver.stages.sentences import split
from aver.values.documents import Block, BlockKind, Document

_HEAD = 2
"""Blocks at the head of a document or section among which its scope is told."""

_LONGEST = 300
"""Code points of a sentence that tells a scope."""

_BARE = 100
"""Code points of one that has no verb: "For members only"."""

_EMPHASIS = "*_`\"'”’»)] "

_ITEM = regex(r"\s*(?:[-*+•–▪◦‣]|\(?\w{1,2}[.)])\s")

_CONTENT = frozenset({BlockKind.PARAGRAPH, BlockKind.QUOTE, BlockKind.RECORD})
_ITSELF = (
    r"^\W*(?:this|these|the\s+(?:following|present)|dies(?:e[rs]?)?|(?:der|die|das)\s+(?:folgenden?|vorliegenden?))\s+(?:[\w-]+\s+){0,2}?"
    r"(?:rules?|polic(?:y|ies)|terms|conditions|scheme|programmes?|regulations?|agreement|handbook|guide(?:lines?|s)?|documents?|page"
    r"|notice|lists?|tariffs?|editions?|version|directive|instructions?|circular|ordinance|by-?laws?|statutes?|order|offer"
    r"|procedures?|standard|section|chapter|part|leaflet|brochure|sheet|form|plan|allowances?|benefits?|rates?|fees?|prices?"
    r"|figures?|statement|warranty|guarantee|manual|provisions?|clauses?|article|annex|appendix|information|advice|timetable"
    r"|\w*regelung(?:en)?|\w*richtlinien?|\w*ordnung|\w*satzung|\w*vereinbarung|\w*bedingungen|\w*liste|fassung|\w*anweisung"
    r"|dokument|\w*seite|abschnitt|teil|kapitel|\w*blatt|\w*preise|entgelte|angaben|formular|garantie|hinweise|leitfaden)\s+"
)
_ONLY = r"(?:(?:only|solely|exclusively|mainly|also|nur|ausschließlich)\s+)?"
_HOLDS = (
    rf"(?:(?:is|are)\s+{_ONLY}(?:(?:(?:meant|intended|written|valid)\s+)?{_ONLY}for\b"
    rf"|(?:available|open|applicable|limited|restricted)\s+{_ONLY}(?:for|to)\b)"
    rf"|appl(?:y|ies)\s+{_ONLY}(?:to|in|for|at|on|where|if|when|within)\b"
    rf"|(?:gilt|gelten|(?:ist|sind)\s+(?:gültig|bestimmt|gedacht)|ist|sind)\s+{_ONLY}(?:für|in|bei|im|an)\b|richte[tn]\s+sich\s+{_ONLY}an\b)"
)
_TELLS = regex(f"{_ITSELF}{_HOLDS}", re.IGNORECASE)
_FIELD = regex(
    r"^[\W_]*(?:scope|applies\s+to|applicable\s+to|valid\s+(?:for|in)|target\s+group|audience|eligible|geltungsbereich|gilt\s+für|gültig\s+für"
    r"|zielgruppe)[\W_]*[:=|][\W_]*\w",
    re.IGNORECASE,
)
_AMOUNTS = (
    r"(?:amounts?|figures?|values?|prices?|sums|numbers|quantities|dimensions|measurements|weights|lengths|distances|times"
    r"|rates|fees|costs|temperatures|salaries|beträge|angaben|werte|zahlen|preise|maße|gewichte|mengen|zeiten|uhrzeiten"
    r"|gebühren|kosten)"
)
_SAID_TO_BE = (
    r"(?:(?:in|of)\s+(?:this|the)\s+\w+\s+)?(?:are\s+|sind\s+|verstehen\s+sich\s+)?"
    r"(?:(?:all|always|given|stated|shown|quoted|expressed|reported|presented|angegeben|jeweils)\s+)*"
)
_UNIT = (
    r"(?:in|as)\s+(?:units\s+of\s+)?(?:(?-i:[A-Z]{3})\b|[€$£%]|°|k€|(?:(?-i:[A-Z])\w+\s+)?(?:thousands?|millions?|billions?"
    r"|hundreds?|1[,.]?000s?|euros?|dollars?|pounds?|francs?|kron\w+|kroner|yen|mm|cm|m|km|met(?:re|er)s?|lit(?:re|er)s?|µm"
    r"|inch(?:es)?|feet|kg|g|mg|grams?|t|tonnes?|tons|seconds|minutes|hours|days|years|percent|per\s?cent|local\s+time|net"
    r"|gross|tsd|tausend|tausender|mio|millionen|prozent|ortszeit)\b)"
)
_TAX = (
    r"(?:exclud\w+|exclusive\s+of|includ\w+|inclusive\s+of|without|before|after|net\s+of|plus|zzgl\.?|zuzüglich|inkl\.?"
    r"|einschließlich|ohne)\s+(?:(?:value[- ]added|sales|\d+\s?%|the|statutory|gesetzlich\w*)\s+)*"
    r"(?:vat|tax(?:es)?|mwst|mehrwertsteuer|umsatzsteuer|ust)\b"
)
_THEN = (
    r"(?=\W*$|\s*[,;(°€$£]|\W+(?:unless|except|if|where|when|and|only|thousands?|millions?|billions?|per|each|at|before|after|of"
    r"|inkl|zzgl|sofern|soweit|wenn|falls|und|je|pro|außer)\b)"
)
_MEASURED = regex(
    rf"^[\W_]*(?:unless\b[^,]{{1,40}},\s*)?(?:(?:all|the|alle|sämtliche|die)\s+)?(?:[\w-]+\s+){{0,2}}?{_AMOUNTS}\s+{_SAID_TO_BE}"
    rf"(?:{_UNIT}|{_TAX}|(?:UTC|GMT|CET|CEST|MEZ|MESZ|local\s+time|ortszeit|net|gross|netto|brutto)\b){_THEN}",
    re.IGNORECASE,
)
"""In what all amounts of a text are given: "All amounts in thousands of euros unless stated otherwise"."""

_ALONE = regex(
    rf"^\W*(?:for\b.*\bonly|only\s+(?:for|in|on|at)\b.*|(?:valid|applies|applicable)\s+{_ONLY}(?:for|to|in|on|at)\b.*"
    rf"|valid\b.*\bonly|nur\s+(?:für|in|bei|an|im)\b.*|(?:gilt|gültig)\s+{_ONLY}(?:für|in|bei|an|im)\b.*)\W*$",
    re.IGNORECASE | re.DOTALL,
)
_VERB = regex(
    r"\b(?:is|are|was|were|be|has|have|had|do(?:es)?|did|may|must|can|will|shall|should|ist|sind|war|hat|haben|wird|werden|darf|muss|kann)\b",
    re.IGNORECASE,
)
_WHOLE = regex(
    r"^\W*(?:these\s+(?:[\w-]+\s+){0,2}?(?:regulations|by-?laws|statutes)\s|(?:this|dies(?:e[rs]?)?)\s+(?:[\w-]+\s+){0,2}?"
    r"(?:polic(?:y|ies)|scheme|programme|agreement|handbook|guide(?:lines?)?|document|standard"
    r"|leaflet|brochure|manual|statutes?|by-?laws?|ordinance|regulations?|directive|circular|price\s+list|tariff|\w*ordnung|\w*satzung"
    r"|\w*richtlinie|\w*vereinbarung|\w*blatt|leitfaden)\s)",
    re.IGNORECASE,
)
"""What a sentence is about that stands in a section, "Scope", and holds for the whole document."""

_EVERYBODY = regex(
    r"\b(?:to|for|für)\s+(?:all(?:en?)?|every(?:one|body|\s\w+)?|any(?:one|body|\s\w+)?|jede[nr]?)(?:\s+\w+)?\W*$",
    re.IGNORECASE,
)


def told_scopes(document: Document) -> dict[int | None, tuple[int, int]]:
    """Return by section (None: the whole document) what says at its head for whom or what it holds; what says below a
    table in what amounts are given may be about the next one."""
    found: dict[int | None, tuple[int, int]] = {}
    tables = heads(document, frozenset({BlockKind.TABLE}), most=1)
    for place, head in heads(document, _CONTENT, most=_HEAD).items():
        below = min((table.start for table in tables.get(place, ())), default=len(document.text))
        told = (
            one
            for one in _told(head, document.text)
            if one[0] < below or _MEASURED.match(document.text[slice(*one)]) is None
        )
        if (span := next(told, None)) is not None:
            found.setdefault(None if _WHOLE.match(document.text[slice(*span)]) else place, span)
    return found


def scope_within(text: str, before: int) -> tuple[int, int] | None:
    """Return the span of what tells a scope in a passage before its offset `before`, the last such.

    A heading that runs into it doesn't count, an item of a list tells its own scope, and what stands behind a question
    answers it.
    """
    found = None
    for start, end in split(text[:before]):
        if text[start:end].rstrip(_EMPHASIS).endswith("?"):
            return found
        near = max(start, end - _LONGEST)
        lines = (start, *(near + one.end() for one in re.finditer(r"\n", text[near:end])))
        told = (one for one in lines if end - one <= _LONGEST and not _ITEM.match(text[one:end]))
        found = next(((line, end) for line in told if tells_a_scope(text[line:end])), found)
    return found


def tells_a_scope(sentence: str) -> bool:
    """Whether a sentence or line at the head of a text says for whom or what it holds, and not that it is for all, or
    in what its amounts are given."""
    if len(sentence) > _LONGEST or _EVERYBODY.search(sentence) or sentence.rstrip(_EMPHASIS).endswith(":"):
        return False
    bare = len(sentence) <= _BARE and not _VERB.search(sentence) and _ALONE.match(sentence)
    return bool(bare) or any(way.match(sentence) for way in (_TELLS, _FIELD, _MEASURED))


def _told(head: Sequence[Block], text: str) -> Iterator[tuple[int, int]]:
    """Yield the pieces of `head` that tell a scope, up to a question: what stands behind it answers it."""
    for block in head:
        for start, end in _pieces(text, block):
            if text[start:end].rstrip(_EMPHASIS).endswith("?"):
                return
            if tells_a_scope(text[start:end]):
                yield start, end


def _pieces(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """Yield the sentences of a paragraph, the lines of a record."""
    if block.kind is not BlockKind.RECORD:
        yield from split(text[block.start : block.end], start=block.start)
        return
    at = block.start
    for line in text[block.start : block.end].split("\n"):
        if kept := line.rstrip():
            yield at, at + len(kept)
        at += len(line) + 1
