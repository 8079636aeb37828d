"""Sentences that put one value in the place of another: "raised from £250 to £400", "44, not 41", "B statt A".

An amendment may share no word with what it changes: it quotes the words that it replaces (»95« by »110«), or it names
the section, from another document too, whose title says that it amends the first ("Act" and "Amendment Act"), or
it names the document. A denial names the value alone ("The deployment was not at 13:58"), and who leaves a post is
replaced by name.

A document is amended by another, a minute corrected by the next, a policy endorsed on its last page. Who quotes the
old value must know of the sentence that replaces it, wherever among the evidence that stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from aver.patterns import regex
from aver.stages.amending import TELLING, amending_paragraphs, may_change
from aver.stages.dated_changes import MONTH_NAME, changes_later
from aver.stages.framing import speaks_of_it
from aver.stages.in_force import of_no_force
from aver.stages.planning.words import beginnings, content
from aver.stages.sentences import split
from aver.values.evidence import Passage

SHARED = 2
"""Words beside the figures that such a sentence has in common with what it changes."""

_VALUE = r"[^.;:()\n]{0,25}?\d(?:[^;:()\n]{0,20}?\d)?[^.,;:()\n]{0,12}?"
_CHANGING = (
    r"\b(?:rais|increas|reduc|lower|chang|mov|extend|cut|correct|postpon|brought|bring|shift|amend|adjust|revis|rose|ris|fell|fall"
    r"|went|go(?:es)?|prolong|shorten)\w*\b[^.;:\n]{0,40}?\b"
)
_OLD, _NEW = rf"(?P<old>{_VALUE})", rf"(?P<new>{_VALUE.removesuffix('?')})"
_HEAD = r"(?P<{}>(?<![\d.,])[^\s.;,\d]{{0,20}}\d(?:[.,]?\d)*[^.;,\n]{{0,25}}?)"
_END = r"(?=[.,](?!\d)|[\s;)\]]|$)"
_PATTERNS = tuple(
    regex(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_CHANGING}from\s+{_OLD}\s+to\s+{_NEW}{_END}",
        rf"\bvo[nm]\s+{_OLD}\s+auf\s+(?:den\s+)?{_NEW}{_END}",
        rf"{_HEAD.format('new')},?\s+(?:and\s+|und\s+)?(?:not|nicht)\s+{_OLD}{_END}",
        rf"{_HEAD.format('new')}\s+(?:instead\s+of|rather\s+than|in\s+place\s+of|statt|anstelle\s+von|anstatt)\s+{_OLD}{_END}",
        rf"\bread\s+{_HEAD.format('new')}\s+for\s+{_OLD}{_END}",
        rf"\bfor\s+{_HEAD.format('old')},?\s+(?:please\s+)?read\s+{_NEW}{_END}",
        rf"{_HEAD.format('old')}\s+(?:is|are|was|were)\s+(?:\w+\s+)?replaced\s+(?:by|with)\s+{_NEW}{_END}",
        rf"{_HEAD.format('old')}\s+(?:wird|werden|wurden?)\s+durch\s+{_NEW}{_END}",
    )
)
_OPEN, _CLOSE = "[\"'“„‚‘«»›‹]", "[\"'”“’‘»«‹›]"
_REWORDED = regex(
    rf"{_OPEN}(?P<old>[^\n\"“”„»«›‹]{{1,80}}?){_CLOSE}\s+(?:(?:is|are|shall\s+be)\s+replaced\s+)?(?:durch|with|by)\s+"
    rf"(?:\w+\s+){{0,3}}{_OPEN}[^\n\"“”„»«›‹]{{1,80}}?{_CLOSE}",
    re.IGNORECASE,
)
"""One wording for another, both in quotation marks."""

_WORDS = rf"\s+(?:the\s+(?:words?|figures?|number)\s+)?{_OPEN}(?P<old>[^\n\"“”„»«›‹]{{1,80}}?){_CLOSE}"
_SUBSTITUTED = regex(rf"\bfor{_WORDS}(?=[^.;\n]{{0,20}}?\bsubstituted?\b)", re.IGNORECASE)
_OMITTED = regex(rf"\b(?:omit|delete|strike\s+out){_WORDS}", re.IGNORECASE)
"""How statutes take out or change words, in quotation marks: "for '28' substitute '42'", "omit 'within 28 days'"."""

_READ = regex(rf"\bfor{_WORDS},?\s+(?:please\s+)?read\b", re.IGNORECASE)
_QUOTED_WORDS = (_REWORDED, _SUBSTITUTED, _OMITTED, _READ)
_LIFTED = regex(
    rf"{_HEAD.format('old')}\s+(?:is|are|was|were|has\s+been|have\s+been|ist|sind|wurden?)\s+(?:now\s+|nun\s+)?(?:gone|lifted|dropped|abolished|removed|waived|cancell?ed|suspended"
    rf"|scrapped|postponed|deferred|aufgehoben|abgeschafft|ausgesetzt|verschoben|gestrichen|entfallen)\b|{_HEAD.format('gone')}\s+(?:no\s+longer\s+applies|entfällt|gilt\s+nicht\s+mehr)\b",
    re.IGNORECASE,
)
"""What says of a value that it holds no more: "the limit of 5 is gone"."""

DAY = 3
"""Figures of a day, which nothing but that day has."""

_DENIED = regex(rf"\b(?:not|nicht)\s+(?:at|on|in|um|am)\s+(?P<old>[^\s,;]*\d[^\s,;]*){_END}", re.IGNORECASE)
_SECTION = (
    r"(?:(?:\b(?:sections?|clauses?|articles?|paragraphs?|rules?|items?|points?|abschnitt|ziffer|nummer|nr\.|no\."
    r"|artikel|regel|punkt)|§)\s+|\b(?:in|at|under|unter|zu|ad)\s+(?=\d+\.\d)){}"
    r"(?:\((?P<part>\w{{1,3}})\)\s*)?(?:\s*:\s|(?![\w]|\.\d)[^.;\n]*"
    r"\b(?:replaced|amended|deleted|repealed|revoked|suspended|corrected|substituted?|reads?|withdrawn|changed|errors?|mistakes?"
    r"|varied|modified|restated|removed|omitted|struck|cancell?ed|waived|disapplied|raised|lowered|increased|reduced|extended|shortened|now"
    r"|no\s+longer|ceases?|nunmehr|jetzt|gilt\s+nicht|entfällt|entfallen|erhöht|gesenkt|verlängert|verkürzt|ausgesetzt"
    r"|misprint\w*|wrong(?:ly)?|incorrect(?:ly)?|ersetzt|geändert|gestrichen|aufgehoben|berichtigt|neu\s+gefasst|irrtümlich"
    r"|fehler\w*|falsch)\b)"
)
"""A section, by its number or title, that is put right or changed, or a part of it by number: "section 5(2)"."""

_PART = regex(r"^[\W_]*\((\w{1,3})\)\s")
_TAKEN_BACK = (
    r"(?:retract\w*|withdr\w+|erratum|corrigendum|correction|corrected|superseded|revoked|repealed"
    r"|zurückgezogen|berichtig\w+|aufgehoben)"
)
_GOES_ON = regex(r"[:—–]\W*$")
_PUTS_RIGHT = regex(
    r"\W*(?:properly|instead|correctly|it\s+should\s+(?:be|read|say)|the\s+correct|richtig|korrekt)\b", re.IGNORECASE
)

_NUMBERED = regex(
    r"^\W*(?:(?:section|clause|article|abschnitt|ziffer|artikel|§)\s*)?\d+(?:\.\d+)*\.?\s\W*[^\W\d]", re.IGNORECASE
)
"""A line that bears a number of its own; "(2)" numbers a part of one."""

_HEADS = regex(r"^\W*(?:\d+(?:\.\d+)+\.?\s|[^.;\n]{0,12}\d+\.?\s[^.;:\n]{1,60}$)")
"""A numbered line that is no item of a list: "5. Term", "2.1 The price is 412 euros." """

_NUMBER = regex(r"^\W*(?:section|clause|article|abschnitt|ziffer|artikel|§)?\s*(\d+(?:\.\d+)*)\.?\)?\s", re.IGNORECASE)

_HOLDS = regex(
    r"\b(?:is|are|leads?|heads?|chairs?|runs?|serves?|holds?|represents?|contact|ist|sind|leitet|führt|vertritt)\b",
    re.IGNORECASE,
)
"""Who is in a post, not who was once."""

_LEAVES = regex(
    r"\b(?:leav(?:es|ing)|left|retire[sd]?|resign(?:s|ed)|depart(?:s|ed)|(?:step|stand)(?:s|ping)?\s+(?:down|aside|back)"
    r"|stepped\s+(?:down|aside|back)|stood\s+down|rotate[sd]?\s+(?:off|out)|hand(?:s|ed)?\s+over|move[sd]?\s+on"
    r"|(?:is|was|been|be)\s+(?:succeeded|replaced|dismissed)|(?:succeed|replace)(?:s|ed)|(?:takes?|took)\s+over\s+from"
    r"|(?:takes?|took)\s+(?:her|his|their)\s+(?:place|post|seat)"
    r"|verl(?:ässt|ieß)|ausgeschieden|scheidet|schied|tr(?:itt|at)\b[^.;]*\bzurück|Nachfolge\w*|abgelöst)\b",
    re.IGNORECASE,
)
PERSON = regex(r"\b[A-ZÄÖÜ][\w'’-]+\s(?:[A-Z]\.\s)?(?:(?:von|van|de|der|la)\s)*[A-ZÄÖÜ][\w'’-]+\b")
"""Somebody, by first name and surname."""

_NAMED = regex(rf"(?=({PERSON.pattern}))")
"""Every person, a title before the name or not: "Engineer Paula Roth" holds "Paula Roth"."""


_CORRECTION = regex(
    r"^[\s>*_#]*(?:corrections?|errat(?:um|a)|corrigend(?:um|a)|clarification|berichtigung|korrektur|richtigstellung)\b[^:\n]{0,40}:"
    r"(?:\n?[^\n]+)*",
    re.IGNORECASE | re.MULTILINE,
)
"""A paragraph that says of itself that it puts its text right."""

_MISSTATING = regex(
    r"\b(?:earlier|previous|prior|original|older|first|frühere\w*|vorige\w*|erste\w*)\s+(?:\w+\s+)?(?:versions?|editions?|reports?|articles?"
    r"|issues?|texts?|fassung|ausgabe|version|auflage)\b|^\W*(?:it|they|we)\s+(?:also|further)\b|\b(?:wrongly|incorrectly|mistakenly"
    r"|erroneously|misstated|misspelled|misidentified|fälschlich\w*|irrtümlich\w*)\b",
    re.IGNORECASE,
)
_RIGHT = regex(r";|\b(?:instead\s+of|rather\s+than|when|but|statt|sondern)\b", re.IGNORECASE)
_AND_NOT = regex(r"\b(?:and\s+|und\s+)?(?:not|nicht)\s+(?P<wrong>[^;\n]{1,60})", re.IGNORECASE)

_CLOSED = regex(
    r"\b(?:closed|cancell?ed|suspended|discontinued|withdrawn|postponed|unavailable|not\s+available|out\s+of\s+(?:order|service|use)"
    r"|geschlossen|abgesagt|ausgesetzt|eingestellt|verschoben|außer\s+betrieb)\b",
    re.IGNORECASE,
)
_SUSPENDED = regex(
    r"[\s>*_#-]*(?P<subject>[^,.;:\n]{3,60}?)\s(?:is|are|stays?|remains?|will\s+be|(?:has|have)\s+been|ist|sind|bleib(?:t|en)|wird|werden)\s"
    rf"(?:\w+\s){{0,2}}?{_CLOSED.pattern}(?!\s+(?:on|at|between|during|and|am|um|zwischen|und)\b)",
    re.IGNORECASE,
)
"""What says of a thing that it isn't to be had for now; not when it is closed each week."""

_FIGURE = regex(
    r"\d+(?:[.,]\d+)*|\b(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[a-zä]*\b", re.IGNORECASE
)
"""What tells two values apart: figures, and the months of dates."""

_DIGIT = regex(r"\d")
"""What every sentence has that gives one value for another."""


def replacing_spans(
    quoted: str, text: str, *, headings: Iterable[str] = (), title: str = ""
) -> Iterator[tuple[int, int]]:
    """Yield where in `text` sentences stand, not `quoted` themselves, that replace a value which is.

    `headings` are those of the section that the quote stands in, by which a sentence of `text` may amend it;
    `title` is the title of the quoted document, where `text` is of another, which may take it back.
    """
    figures, words = _figures(quoted), _plain(quoted)
    named = [one for one in (*(_named(heading) for heading in headings), _titled(title)) if one is not None]
    people = frozenset(PERSON.findall(quoted)) if _HOLDS.search(quoted) else frozenset[str]()
    if not title:
        yield from _correcting(quoted, text)
    sentences = split(text)
    for place, (first, last) in enumerate(sentences):
        sentence = text[first:last]
        if sentence not in quoted and (
            _replaces_a_value(sentence, figures, words)
            or changes_later(sentence, quoted, words=words, told=_with_it(sentences, place, text))
            or any(_stands(found["old"], quoted) for one in _QUOTED_WORDS for found in one.finditer(sentence))
            or any(_amends(found, quoted) for one in named for found in one.finditer(sentence))
            or (_LEAVES.search(sentence) and any(person in sentence for person in people))
        ):
            yield first, _end(sentence, last, text, sentences[place + 1 :])


def _with_it(sentences: Sequence[tuple[int, int]], place: int, text: str) -> str:
    """Return a sentence, with the one before where it speaks of "it" or "they", whom that names."""
    first, last = sentences[place]
    before = place > 0 and speaks_of_it(text[first:last]) and "\n\n" not in text[sentences[place - 1][1] : first]
    return text[sentences[place - 1][0] if before else first : last]


def _correcting(quoted: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the paragraphs of `text`, that of the same document, which say of themselves that they put right what is
    `quoted`."""
    for start, end in _corrections(text):
        if quoted not in text[start:end] and text[start:end] not in quoted and _tells_of(text[start:end], quoted):
            yield start, end


def misstated(claimed: str, text: str) -> bool:
    """Whether a correction in `text` calls wrong what is `claimed`: what an earlier version said, "and not 3.4"."""
    wrong = (
        piece
        for start, end in _corrections(text)
        for first, last in split(text[start:end], start=start)
        for piece in _called_wrong(text[first:last])
    )
    return _MISSTATING.search(claimed) is None and any(_tells_of(piece, claimed) for piece in wrong)


def _called_wrong(sentence: str) -> Iterator[str]:
    """Yield what a sentence of a correction calls wrong, without what it puts in its place."""
    if _MISSTATING.search(sentence):
        yield _RIGHT.split(sentence)[0]
    yield from (found["wrong"] for found in _AND_NOT.finditer(sentence))


def replacing_in(other: Passage, quoted: str, *, own: Passage, at: int) -> Iterator[tuple[int, int]]:
    """Return where in the text of `other` sentences stand that replace what is `quoted` from `own` at offset `at`; what
    isn't in force itself replaces nothing."""
    if other.document != own.document and of_no_force(other):
        return iter(())
    title = "" if other.document == own.document else own.title.text
    headings = _amendable(other, own, at, quoted)
    told = [*replacing_spans(quoted, other.text.text, headings=headings, title=title)]
    if not title or not content(title).isdisjoint(content(other.title.text)):
        told += _suspending(quoted, other.text.text)
    whole = [*amending_paragraphs(quoted, other, own, heading="\n".join(headings))]
    return (one for one in dict.fromkeys((*whole, *told)) if not any(_within(one, two) for two in (*whole, *told)))


def _suspending(quoted: str, text: str) -> Iterator[tuple[int, int]]:
    """Yield the sentences of `text` which say that a thing `quoted` is closed, cancelled or not to be had."""
    words = _plain(quoted)
    for first, last in split(text) if _CLOSED.search(text) else ():
        found = _SUSPENDED.match(text[first:last])
        subject = frozenset[str]() if found is None else _plain(found["subject"])
        if subject and subject <= words and text[first:last] not in quoted:
            yield first, last


def _within(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return one != other and other[0] <= one[0] and one[1] <= other[1]


def may_replace(other: Passage, own: Passage) -> bool:
    """Whether a sentence of `other` replaces something, anything, of what `own` says."""
    return any(True for _ in replacing_in(other, own.text.text, own=own, at=own.end))


def _amendable(other: Passage, own: Passage, at: int, quoted: str) -> tuple[str, ...]:
    """Return the headings by which `other` may amend what is `quoted` from `own` at `at`: its section's, the last
    numbered, its own numbers, and the numbers of what these are parts of: 2 for 2.1.

    None where `other` is of another document that doesn't say that it amends this one.
    """
    if other.document != own.document and not may_change(other, own):
        return ()
    place = max(0, at - own.start)
    above, below = own.text.text[:place].splitlines(), own.text.text[place:].splitlines()
    lines = [line for line in below if line.strip() and line.strip() in quoted and _NUMBERED.match(line)]
    if not any(_HEADS.match(line) for line in lines):
        lines = [*[line for line in above if _NUMBERED.match(line)][-1:], *lines]
    section = own.heading
    if section and not any(_comes_after(line, section) for line in lines):
        lines = [section, *lines]
    return tuple(dict.fromkeys((*lines, *(up for line in lines for up in _parents(line)))))


def _comes_after(line: str, section: str) -> bool:
    """Whether a line heads a later section than the one numbered `section`: "5. Term" for "4. Audit"."""
    later, own = _NUMBER.match(line), _NUMBER.match(f"{section} ")
    if later is None or own is None or not _HEADS.match(line):
        return False
    return _first_step(later[1]) > _first_step(own[1])


def _first_step(number: str) -> tuple[int, str]:
    """Return what orders sections by the first part of their numbers, however long a document writes them."""
    digits = number.split(".")[0].lstrip("0")
    return len(digits), digits


def _parents(line: str) -> list[str]:
    """Return the numbers of what a numbered line is a part of: 2.1 and 2 for 2.1.3."""
    found = _NUMBER.match(f"{line} ")
    steps = found[1].split(".")[:-1] if found else []
    return [".".join(steps[: depth + 1]) for depth in range(len(steps))]


def _amends(found: re.Match[str], quoted: str) -> bool:
    """Whether a sentence that names the quoted section changes it, and not only another numbered part of it."""
    part, own = found.groupdict().get("part"), _PART.match(quoted)
    return part is None or own is None or part == own[1]


def _end(sentence: str, last: int, text: str, later: Sequence[tuple[int, int]]) -> int:
    """Return where what a sentence says ends: with the next where it introduces that, or that gives the right value."""
    return later[0][1] if later and (_GOES_ON.search(sentence) or _PUTS_RIGHT.match(text[slice(*later[0])])) else last


def _corrections(text: str) -> Iterator[tuple[int, int]]:
    for found in _CORRECTION.finditer(text):
        start = found.start() + len(found[0]) - len(found[0].lstrip())
        yield start, found.end()


def _tells_of(text: str, quoted: str) -> bool:
    """Whether `text` has a figure and a word of what is quoted, or somebody named there."""
    shares = not _figures(quoted).isdisjoint(_figures(text)) and not _plain(quoted).isdisjoint(_plain(text))
    return shares or any(person in text for person in _NAMED.findall(quoted))


def _replaces_a_value(sentence: str, figures: frozenset[str], words: frozenset[str]) -> bool:
    if not figures or _DIGIT.search(sentence) is None:
        return False
    changes = any(_replaces(found, figures) for one in _PATTERNS for found in one.finditer(sentence))
    lifted = max((len(one) for one in map(_lifted, _LIFTED.finditer(sentence)) if one <= figures), default=0)
    denies = any(_figures(found["old"]) <= figures for found in _DENIED.finditer(sentence))
    if not (changes or lifted or denies):
        return False
    other = _plain(sentence)
    if (changes or lifted) and len(words & other) >= SHARED:
        return True
    if denies and not beginnings(words).isdisjoint(beginnings(other)):
        return True
    telling = beginnings(word for word in words if not MONTH_NAME.fullmatch(word))
    return lifted >= DAY and not telling.isdisjoint(beginnings(other))


def _lifted(found: re.Match[str]) -> frozenset[str]:
    return _figures(found["old"] or found["gone"])


def _stands(words: str, text: str) -> bool:
    """Whether `text` holds `words`; a single word without a figure is too common to be the one that was replaced."""
    telling = " " in words or any(sign.isdigit() for sign in words)
    return telling and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _titled(title: str) -> re.Pattern[str] | None:
    """Return what tells that a document of that title, of three words or more, was taken back or put right."""
    if title.count(" ") < TELLING - 1:
        return None
    name = re.escape(title.strip())
    return re.compile(
        rf"\b{_TAKEN_BACK}(?:\W+(?:of|for|to|in|on|the|our|article|paper|study|report|notice|des|der|zu)\b)*\W+{name}"
        rf"|{name}\W*(?:\([^)\n]*\)\W*)?(?:is|was|has\s+been|wurde|wird|ist)\s+(?:\w+\s+)?{_TAKEN_BACK}\b",
        re.IGNORECASE,
    )


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
