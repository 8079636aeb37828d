"""What a packet says about the subject and attribute of a question: one typed value, or nothing.

A value is read where a reader points at one; otherwise by form: a date, number or name beside a word of the
attribute, or what the subject is said to be. A text that names the subject nowhere says nothing about it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.atoms.quantities import quantities_in
from aver.stages.conflicts.categories import category_of, members_in
from aver.stages.planning.words import FUNCTION_WORDS, base, content
from aver.stages.quotation import MAX_QUOTE, Unit, units_of
from aver.stages.sentences import split
from aver.stages.wanted import ValueKind, Wanted, is_question
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez)[a-zä]*\.?"
_DATES = regex(
    rf"\b\d{{1,2}}(?:st|nd|rd|th|\.)?\s(?:of\s)?{_MONTH},?\s\d{{4}}\b|\b{_MONTH}\s\d{{1,2}}(?:st|nd|rd|th)?\s?,?\s\d{{4}}\b"
    rf"|\b{_MONTH}\s\d{{4}}\b|\b\d{{4}}-\d\d-\d\d\b|\b(?:1[0-9]|20)\d\d\b",
    re.I,
)
_NUMBERS = regex(
    r"(?<![\w.])[$€£]?\s?\d[\d,]*(?:\.\d+)?\s?(?:%|percent|[a-zA-ZäöüÄÖÜ²³/]{2,})?"
    r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|thirty|sixty|ninety|zwei|drei|vier|fünf|sechs)\s"
    r"(?:calendar\s|business\s)?(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|tagen?|wochen?|monaten?|jahren?|times)\b",
)
_CAPITALS = r"[A-ZÄÖÜ][\w'’.&-]*(?:\s(?:(?:of|the|von|van|de|der|and|&|la|du)\s)?[A-ZÄÖÜ][\w'’.&-]*){0,4}"
_BY = regex(
    rf"\b(?P<verb>\w+)?\s*\bby\s(?:(?:[A-Z][a-z]+(?:an|ish|ese|ch)\s(?=[a-z])|[a-z/-]+\s)){{0,6}}(?P<name>{_CAPITALS})"
)
_IS = regex(
    rf"(?P<name>{_CAPITALS})\s(?:is|was|are|were|ist|war)\s(?:an?|the|der|die|das|ein|eine)\s(?P<what>[^.;()]{{2,60}})"
)
_DEFINED = regex(
    r"\b(?:is|was|are|were|ist|war|sind)\s(?:an?|the|one\sof\sthe|ein|eine|der|die|das)\s(?P<value>[^.;()]{3,70})", re.I
)
_CUT = regex(
    r"\s(?:who|which|that|where|from|born|located|released|published|by|directed|based|written|played|playing|and\swas|der|die|das)\b|,",
    re.I,
)
_KIN = {
    "birth": ("born",),
    "born": ("birth", "born"),
    "death": ("died",),
    "die": ("died", "death"),
    "author": ("written", "wrote"),
    "artist": ("album", "song", "recorded", "performed", "music", "single", "ep", "compilation"),
    "singer": ("album", "song", "recorded"),
    "performer": ("album", "song", "performed"),
    "creator": ("created", "creat"),
    "population": ("people", "population", "inhabitants"),
    "build": ("built", "constructed", "completed"),
    "built": ("built", "constructed", "completed", "erected"),
    "found": ("founded", "established", "formed", "opened"),
    "founded": ("founded", "established", "formed", "opened"),
    "established": ("founded", "established", "formed", "opened", "chartered", "incorporated"),
    "directed": ("director",),
    "director": ("directed",),
}
"""Words of one family that share no beginning; the others are told by their first five letters."""

_NEGATED = regex(
    r"\b(?:not|never|no longer|cannot|must not|n['’]t|nicht|kein\w*|niemals|prohibited|forbidden|verboten|untersagt)\b",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A value and the sentence or row that holds it."""

    value: str
    unit: Unit

    @property
    def packet(self) -> EvidencePacket:
        """The packet it was read from."""
        return self.unit.packet


def statements_in(
    packets: Sequence[EvidencePacket], wanted: Wanted, spans: dict[str, tuple[int, int]]
) -> tuple[Statement, ...]:
    """Return at most one statement per packet, in their order; `spans` are what a reader pointed at, by chunk id."""
    found = (statement_of(packet, wanted, spans.get(packet.passage.chunk)) for packet in packets)
    return tuple(one for one in found if one is not None)


def statement_of(packet: EvidencePacket, wanted: Wanted, span: tuple[int, int] | None = None) -> Statement | None:
    """Return what `packet` says, None where it doesn't name the subject or holds no value beside the attribute.

    A listing of code says nothing: it is cut anywhere, and what stands beside a word there is seldom said of it.
    """
    passage = packet.passage
    if passage.kind is ChunkKind.CODE or not names_subject(packet, wanted):
        return None
    units = _pieces(packet)
    if span is not None and wanted.kind is not ValueKind.POLARITY:
        holding = next((unit for unit in units if unit.start <= span[0] and span[1] <= unit.end), None)
        words = passage.text.text[span[0] - passage.start : span[1] - passage.start]
        is_said = holding is not None and _typed(words, wanted.kind) and not _of_another_name(holding, wanted)
        return Statement(value=words, unit=holding) if holding is not None and is_said else None
    rated = [
        (rating, -place, value, unit)
        for place, unit in enumerate(units)
        if says_attribute(unit.text, wanted) and not _of_another_name(unit, wanted)
        for rating, value in _values(unit, wanted)
    ]
    if not rated:
        return None
    _, _, value, unit = max(rated, key=lambda one: one[:2])
    return Statement(value=value, unit=unit)


def _typed(words: str, kind: ValueKind) -> bool:
    """Whether what a reader pointed at can be a value of `kind`: a length of time is no date, a name no number."""
    match kind:
        case ValueKind.NUMBER:
            return bool(quantities_in(words))
        case ValueKind.DATE:
            return bool(_DATES.search(words)) or not any(one.unit for one in quantities_in(words))
        case ValueKind.NAME | ValueKind.PLACE | ValueKind.PHRASE | ValueKind.POLARITY:
            return True


def says_attribute(text: str, wanted: Wanted) -> bool:
    """Whether `text` is about all that a longer question asks: a value beside one of its words is not yet an answer.

    One or two words are found by what stands beside the value; from three on, most must stand in the same sentence.
    A question that names no subject has only its attribute to block by, so more of it must be there.
    """
    asked = wanted.attribute
    if len(asked) < 3:
        return bool(wanted.subject)
    there = content(text)
    said = sum(any(_kin(other, word) for other in there) for word in asked)
    return said >= (SAID if wanted.subject else SAID_ALONE) * len(asked)


def _pieces(packet: EvidencePacket) -> tuple[Unit, ...]:
    """Return the quotable units of a packet that ask nothing, and pieces of running text that is too long for one."""
    passage = packet.passage
    units = [unit for unit in units_of(packet) if not is_question(unit.text)]
    long = () if passage.kind is ChunkKind.TABLE else split(passage.text.text, start=passage.start)
    for start, end in long:
        text = passage.text.text[start - passage.start : end - passage.start]
        if end - start > MAX_QUOTE and not _INDENTED.search(text):
            words = [found.span() for found in re.finditer(r"\S+", text)]
            for at in range(0, len(words), PIECE):
                first, last = words[at][0], words[min(at + PIECE, len(words)) - 1][1]
                units.append(Unit(packet=packet, start=start + first, end=start + last))
    return tuple(units)


def names_subject(packet: EvidencePacket, wanted: Wanted) -> bool:
    """Whether the packet names the subject, in its own words, title, path or file's name: codes all, words by half."""
    passage = packet.passage
    shown = (
        passage.title.text,
        passage.section_path.text,
        passage.lead_in.text,
        passage.text.text,
        file_name(passage.uri),
    )
    there = content("\n".join(shown))
    exact = frozenset(word for word in wanted.subject if any(letter.isdigit() for letter in word))
    named = sum(any(_kin(other, word) for other in there) for word in wanted.subject)
    return exact <= there and 2 * named >= len(wanted.subject)


def _of_another_name(unit: Unit, wanted: Wanted) -> bool:
    """Whether a unit names something as the subject is named, by an identifier, and not the subject: `idle_timeout` for
    `scan_dpi`."""
    own, there = (frozenset(filter(_IDENTIFIER.fullmatch, words)) for words in (wanted.subject, content(unit.text)))
    return bool(own and there) and own.isdisjoint(there)


def _values(unit: Unit, wanted: Wanted) -> Iterator[tuple[float, str]]:
    """Yield the values of a unit with how well each fits: its nearness to a word of the attribute."""
    text = unit.text
    match wanted.kind:
        case ValueKind.DATE:
            yield from _lifespan(text, wanted)
            yield from _beside(text, wanted, [found.span() for found in _DATES.finditer(text)])
        case ValueKind.NUMBER:
            spans = [span for span in map(_counted, _NUMBERS.finditer(text)) if span]
            if wanted.lasting:
                spans = [span for span in spans if _LASTING.search(text[slice(*span)])]
            if wanted.counting:
                spans = [span for span in spans if not _MEASURED.search(text[slice(*span)])]
            yield from _beside(text, wanted, spans)
        case ValueKind.NAME:
            yield from _agents(text, wanted)
        case ValueKind.PLACE:
            yield from _places(text, wanted)
        case ValueKind.PHRASE:
            category = category_of(wanted.attribute)
            yield from _definitions(text, wanted) if category is None else _members(text, wanted, category)
        case ValueKind.POLARITY:
            if len(content(text) & wanted.attribute) >= max(2, 0.8 * len(wanted.attribute)):
                yield 1.0, "no" if denies(text) else "yes"


def denies(text: str) -> bool:
    """Whether a sentence says no."""
    return _NEGATED.search(text) is not None


def _beside(text: str, wanted: Wanted, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[float, str]]:
    cues = list(_cues(text, wanted.attribute))
    for start, end in spans:
        gaps = [max(start - last, (first - end) * 1.5, 0) for first, last in cues]
        nearest = min(gaps, default=None)
        if nearest is not None and nearest <= _FAR_AWAY:
            yield 1.0 / (1.0 + nearest), text[start:end].strip()


_LASTING = regex(r"(?:second|minute|hour|day|week|month|year|sekunde|stunde|tag|woche|monat|jahr)", re.I)
_MEASURED = regex(rf"{_LASTING.pattern}|[%$€£]|percent|prozent", re.I)
_DATED = frozenset({"census", "estimate", "election", "season", "edition", "film", "album", "report"})
"""What a year is said of, and not counted."""

SAID, SAID_ALONE = 0.6, 0.75
"""Shares of the attribute's words that one sentence must hold, with and without a named subject."""

_INDENTED = regex(r"\n[ \t]{4,}\S")

_IDENTIFIER = regex(r"\w+(?:[_.:@/]\w+)+")
"""A name that only a program bears."""

PIECE = 40
"""Words of a piece of running text: about two clauses."""

_BORN = frozenset({"born", "birth"})
_DIED = frozenset({"die", "died", "death"})
_SITED = frozenset({"located", "based", "situated", "headquartered", "born", "lies"})
_BEING = regex(r"\b(?:is|was|are|were|plays?|played)\b")
_FAR_AWAY = 80
"""Characters between a value and the word that says what it is the value of: about a clause."""


def _cues(text: str, attribute: frozenset[str]) -> Iterator[tuple[int, int]]:
    """Yield where a word of the attribute's family stands."""
    for found in re.finditer(r"\w+", text):
        if any(_kin(base(found.group().casefold()), word) for word in attribute):
            yield found.span()


def _kin(word: str, attribute: str) -> bool:
    if word == attribute or word in _KIN.get(attribute, ()):
        return True
    return len(attribute) >= 5 and len(word) >= 5 and word[:5] == attribute[:5]


def _agents(text: str, wanted: Wanted) -> Iterator[tuple[float, str]]:
    """Who did it: "directed by NAME", "an album by NAME", "NAME is the director"."""
    cues = list(_cues(text, wanted.attribute))
    for found in _BY.finditer(text):
        name, verb = found["name"].rstrip(".,"), base((found["verb"] or "").casefold())
        near = any(0 <= found.start() - last <= _FAR_AWAY for _, last in cues)
        if content(name) <= wanted.subject:
            continue
        if any(_kin(verb, word) for word in wanted.attribute):
            yield 2.0, name
        elif near:
            yield 1.0, name
    for found in _IS.finditer(text):
        known = {base(word.casefold()) for word in re.findall(r"\w+", found["what"])}
        if not content(found["name"]) <= wanted.subject and any(_kin(w, a) for w in known for a in wanted.attribute):
            yield 0.8, found["name"].rstrip(".,")


def _lifespan(text: str, wanted: Wanted) -> Iterator[tuple[float, str]]:
    """Birth and death as they stand in brackets after a name: (2 July 1829 – 3 November 1913)."""
    place = 0 if wanted.attribute & _BORN else 1 if wanted.attribute & _DIED else None
    for found in re.finditer(r"\((?P<one>[^()]{4,60}?)\s?(?:–|—|-|to)\s?(?P<two>[^()]{4,60})\)", text):
        day = None if place is None else _DATES.search(found["two" if place else "one"])
        if day is not None:
            yield 2.0 if content(text[: found.start()]) & wanted.subject else 0.5, day.group()


def _places(text: str, wanted: Wanted) -> Iterator[tuple[float, str]]:
    cues = [last for _, last in _cues(text, wanted.attribute | _SITED)]
    for found in re.finditer(rf"\b(?:in|at|near|from)\s(?:the\s)?(?P<name>{_CAPITALS}(?:,\s{_CAPITALS})*)", text):
        gaps = [found.start() - last for last in cues if 0 <= found.start() - last <= _FAR_AWAY]
        known = bool(content(text[: found.start()]) & wanted.subject)
        if not content(found["name"]) <= wanted.subject and not _DATES.match(found["name"]):
            yield (2.0 if gaps else 0.5) + known, found["name"].rstrip(".,")


def _members(text: str, wanted: Wanted, category: str) -> Iterator[tuple[float, str]]:
    """Members of a category: best where the subject is said to be one, else wherever they stand."""
    for start, _, value in members_in(text, category):
        before = text[:start]
        rating = 1.0 + bool(content(before) & wanted.subject) + bool(_BEING.search(before)) - start / 10_000
        yield rating, value


def _definitions(text: str, wanted: Wanted) -> Iterator[tuple[float, str]]:
    for found in _DEFINED.finditer(text):
        value = _CUT.split(found["value"])[0].strip()
        before = content(text[: found.start()])
        if value and content(value) - wanted.subject and before & wanted.subject:
            yield 1.0 + len(before & wanted.subject) / (1 + len(before)), value
    for _, last in _cues(text, wanted.attribute):
        said = re.match(r"\s*(?::|is|was|are|were|ist|war)\s+(?P<value>[^.;,()]{2,50})", text[last:], re.I)
        if said:
            yield 0.5, said["value"].strip()


def _counted(found: re.Match[str]) -> tuple[int, int] | None:
    """Return the span of a number with its unit, without a word that is none; None for a year or a measure of area."""
    number, _, unit = found.group().partition(" ")
    if unit.casefold() in ("sq", "square"):
        return None
    bare = not unit or unit.casefold() in FUNCTION_WORDS
    if (bare or unit.casefold() in _DATED) and re.fullmatch(r"(?:1[5-9]|20)\d\d", number.strip()):
        return None
    return found.start(), found.start() + len(number) if bare else found.end()
