"""Sentences that put one value in the place of another: "raised from £250 to £400", "44, not 41", "B statt A".

An amendment may share no word with what it changes: it quotes the words that it replaces (»95« by »110«), or it names
the section. A denial names the value alone ("The deployment was not at 13:58"), and who leaves a post is replaced by
name.

A document is amended by another, a minute corrected by the next, a policy endorsed on its last page. Who quotes the
old value must know of the sentence that replaces it, wherever among the evidence that stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aver.stages.planning.words import content
from aver.stages.sentences import split

STEM = 5
"""Letters that "deployed" and "deployment" begin with alike."""

SHARED = 2
"""Words beside the figures that such a sentence has in common with what it changes."""

_VALUE = r"[^.;:()\n]{0,25}?\d(?:[^;:()\n]{0,20}?\d)?[^.,;:()\n]{0,12}?"
_CHANGING = (
    r"\b(?:rais|increas|reduc|lower|chang|mov|extend|cut|correct|postpon|brought|bring|shift|amend|adjust|revis|rose|ris|fell|fall"
    r"|went|go(?:es)?|prolong|shorten)\w*\b[^.;:\n]{0,40}?\b"
)
_OLD, _NEW = rf"(?P<old>{_VALUE})", rf"(?P<new>{_VALUE.removesuffix('?')})"
_HEAD = r"(?P<{}>[^\s.;,]{{0,20}}\d[^.;,\n]{{0,25}}?)"
_END = r"(?=[\s.,;)\]]|$)"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_CHANGING}from\s+{_OLD}\s+to\s+{_NEW}{_END}",
        rf"\bvo[nm]\s+{_OLD}\s+auf\s+(?:den\s+)?{_NEW}{_END}",
        rf"{_HEAD.format('new')},?\s+(?:and\s+|und\s+)?(?:not|nicht)\s+{_OLD}{_END}",
        rf"{_HEAD.format('new')}\s+(?:instead\s+of|rather\s+than|in\s+place\s+of|statt|anstelle\s+von|anstatt)\s+{_OLD}{_END}",
        rf"{_HEAD.format('old')}\s+(?:is|are|was|were)\s+(?:\w+\s+)?replaced\s+(?:by|with)\s+{_NEW}{_END}",
        rf"{_HEAD.format('old')}\s+(?:wird|werden|wurden?)\s+durch\s+{_NEW}{_END}",
    )
)
_OPEN, _CLOSE = "[\"'“„‚‘«»›‹]", "[\"'”“’‘»«‹›]"
_REWORDED = re.compile(
    rf"{_OPEN}(?P<old>[^\n\"“”„»«›‹]{{1,80}}?){_CLOSE}\s+(?:(?:is|are|shall\s+be)\s+replaced\s+)?(?:durch|with|by)\s+"
    rf"(?:\w+\s+){{0,3}}{_OPEN}[^\n\"“”„»«›‹]{{1,80}}?{_CLOSE}",
    re.IGNORECASE,
)
"""One wording for another, both in quotation marks."""

_WORDS = rf"\s+(?:the\s+(?:words?|figures?|number)\s+)?{_OPEN}(?P<old>[^\n\"“”„»«›‹]{{1,80}}?){_CLOSE}"
_SUBSTITUTED = re.compile(rf"\bfor{_WORDS}(?=[^.;\n]{{0,20}}?\bsubstituted?\b)", re.IGNORECASE)
_OMITTED = re.compile(rf"\b(?:omit|delete|strike\s+out){_WORDS}", re.IGNORECASE)
"""How statutes take out or change words, in quotation marks: "for '28' substitute '42'", "omit 'within 28 days'"."""

_QUOTED_WORDS = (_REWORDED, _SUBSTITUTED, _OMITTED)
_DENIED = re.compile(rf"\b(?:not|nicht)\s+(?:at|on|in|um|am)\s+(?P<old>[^\s,;]*\d[^\s,;]*){_END}", re.IGNORECASE)
_SECTION = (
    r"(?:\b(?:sections?|clauses?|articles?|paragraphs?|abschnitt|ziffer|nummer|artikel)|§)\s+{}(?:\s*:\s|(?![\w]|\.\d)[^.;\n]*"
    r"\b(?:replaced|amended|deleted|repealed|revoked|suspended|corrected|reads?|withdrawn|changed|ersetzt|geändert|gestrichen"
    r"|aufgehoben|berichtigt|neu\s+gefasst)\b)"
)
"""A section, by its number or title, that is put right or changed."""

_NUMBER = re.compile(
    r"^\W*(?:section|clause|article|abschnitt|ziffer|artikel|§)?\s*(\d+(?:\.\d+)*)\.?\)?\s", re.IGNORECASE
)

_HOLDS = re.compile(
    r"\b(?:is|are|leads?|heads?|chairs?|runs?|serves?|holds?|represents?|contact|ist|sind|leitet|führt|vertritt)\b",
    re.IGNORECASE,
)
"""Who is in a post, not who was once."""

_LEAVES = re.compile(
    r"\b(?:leav(?:es|ing)|left|retire[sd]?|resign(?:s|ed)|depart(?:s|ed)|(?:step|stand)(?:s|ping)?\s+(?:down|aside|back)"
    r"|stepped\s+(?:down|aside|back)|stood\s+down|rotate[sd]?\s+(?:off|out)|hand(?:s|ed)?\s+over|move[sd]?\s+on"
    r"|(?:is|was|been|be)\s+(?:succeeded|replaced|dismissed)|(?:succeed|replace)(?:s|ed)|(?:takes?|took)\s+over\s+from"
    r"|(?:takes?|took)\s+(?:her|his|their)\s+(?:place|post|seat)"
    r"|verl(?:ässt|ieß)|ausgeschieden|scheidet|schied|tr(?:itt|at)\b[^.;]*\bzurück|Nachfolge\w*|abgelöst)\b",
    re.IGNORECASE,
)
_PERSON = re.compile(r"\b[A-ZÄÖÜ][\w'’-]+\s(?:[A-Z]\.\s)?(?:(?:von|van|de|der|la)\s)*[A-ZÄÖÜ][\w'’-]+\b")

_FIGURE = re.compile(
    r"\d+(?:[.,]\d+)*|\b(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*\b", re.IGNORECASE
)
"""What tells two values apart: figures, and the months of dates."""


def replacing_spans(quoted: str, text: str, *, heading: str = "") -> Iterator[tuple[int, int]]:
    """Yield where in `text` sentences stand, not `quoted` themselves, that replace a value which is.

    `heading` is the section that the quote stands in, where `text` is of the same document: a sentence may amend that.
    """
    figures, words, named = _figures(quoted), _plain(quoted), _named(heading)
    people = frozenset(_PERSON.findall(quoted)) if _HOLDS.search(quoted) else frozenset[str]()
    for first, last in split(text):
        sentence = text[first:last]
        if sentence not in quoted and (
            _replaces_a_value(sentence, figures, words)
            or any(_stands(found["old"], quoted) for one in _QUOTED_WORDS for found in one.finditer(sentence))
            or (named is not None and named.search(sentence))
            or (_LEAVES.search(sentence) and any(person in sentence for person in people))
        ):
            yield first, last


def _replaces_a_value(sentence: str, figures: frozenset[str], words: frozenset[str]) -> bool:
    if not figures:
        return False
    other = _plain(sentence)
    changes = (found for one in _PATTERNS for found in one.finditer(sentence))
    denies = any(_figures(found["old"]) <= figures for found in _DENIED.finditer(sentence))
    return (len(words & other) >= SHARED and any(_replaces(found, figures) for found in changes)) or (
        denies and not {word[:STEM] for word in words}.isdisjoint(word[:STEM] for word in other)
    )


def _stands(words: str, text: str) -> bool:
    """Whether `text` holds `words`; a single word without a figure is too common to be the one that was replaced."""
    telling = " " in words or any(sign.isdigit() for sign in words)
    return telling and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _named(heading: str) -> re.Pattern[str] | None:
    """Return what names a section in running text: its number, else its title of two words or more."""
    number = _NUMBER.match(f"{heading} ")
    if number:
        return re.compile(_SECTION.format(re.escape(number[1])), re.IGNORECASE)
    return re.compile(_SECTION.format(re.escape(heading)), re.IGNORECASE) if " " in heading.strip() else None


def _replaces(found: re.Match[str], figures: frozenset[str]) -> bool:
    old, new = (_figures(found[name]) for name in ("old", "new"))
    return bool(old) and old <= figures and not new <= figures


def _figures(text: str) -> frozenset[str]:
    return frozenset(_FIGURE.findall(text.casefold()))


def _plain(text: str) -> frozenset[str]:
    return frozenset(word for word in content(text) if not word[0].isdigit())
