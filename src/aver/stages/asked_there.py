"""The question that a text asks itself, word for word, and what it answers there (G5).

An FAQ is written to be asked in its own words, and those answer least like what asks: "On your own server." shares no
word with "Where is my data stored?". Where the question of a user is one that stands on a line of its own, in the same
words in the same order, the paragraph under it answers; where two texts answer differently, none does. How often that
is right is measured by `benchmarks/asked_there.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.checks.asked_kind import knows_nothing
from aver.stages.conflicts.detection import side_of
from aver.stages.framing import ITEM
from aver.stages.payloads import orders
from aver.stages.planning.references import refers_back
from aver.stages.planning.words import content, negations, numbers
from aver.stages.quotation import MAX_QUOTE, Unit
from aver.stages.same_question import asks, asks_just_that
from aver.stages.sentences import split
from aver.stages.struck import is_struck
from aver.values.chunks import ChunkKind
from aver.values.conflicts import ConflictKind, ConflictPacket
from aver.values.evidence import EvidencePacket, Freshness

LABEL = 80
"""Code points of a line without a stop that may be a heading."""

ALIKE = 0.6
"""Share of their words from which two answers with the same figures say the same."""

ASKED_THERE = 0.85
"""How likely the paragraph under the very question answers: the lower end of the exact 95 % interval."""

_ARGUED = regex(r"\b(?:why|should(?:n['’]t)?|warum|weshalb|wieso|sollten?)\b", re.IGNORECASE)
"""Asks what a text may argue about: under "Why not two files?" stands first what speaks for two."""

_OF_ANYBODY = regex(
    r"\b(?:forums?|threads?|comments?|reviews?|discussions?|letters|interviews?|myths?|quiz(?:zes)?|exercises?|foren"
    r"|kommentare?|bewertungen|leserbriefe|mythen|irrtümer|übungen)\b",
    re.IGNORECASE,
)
"""Titles and headings of texts that anybody answers in, or that put wrong answers first."""

_PERSONAL = regex(r"\b(?:(?-i:I)|mine|myself|ich|meine[nmrs]?|mein)\b|\bmy\b(?!\s+account)", re.IGNORECASE)
"""Who answers for themselves, not for the document."""

_CHOICE = regex(r"\s*(?:[-*•]\s+)?(?:\(?[a-eA-E][.)]\s|\[[ xX]?\]|[□☐○◯]|_{3,}|\.{4,})")
"""How an answer begins that is left to who reads: "a) 1912", "[ ] yes", a line to write on."""

_REFERS = regex(
    r"\W*(?:please\s+|bitte\s+)?(?:see|refer\s+to|consult|check|siehe|vgl\.?)\s+(?:our|the|section|page|chapter|above|below|unser\w*|den|die"
    r"|das|abschnitt|seite|oben|unten)\b[^.]{0,60}\.?\W*",
    re.IGNORECASE,
)
"""An answer that only says where there is one: "See our charges." """

_RULE = regex(r"[\s=~^\-_*#+.]*$")
_ASKED_FIRST = regex(
    r"\s*(?:[-+•]\s+|\*\s+)?(?P<mark>[*_]{1,3})?(?P<question>[^?]{8,200}\?)(?P<close>[*_]{1,3})?\s+(?=\S)"
)
"""A question at the beginning of a line that goes on, set off by its marks or not: "**May I pay later?** Yes." """

_ANSWER = regex(r"\s*(?:a(?:nswer)?|antwort)\s*\d*\s*[:.)]\s", re.IGNORECASE)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line; `goes_on` where the next is the rest of the same line of the text, `marked` if marks part them."""

    start: int
    end: int
    text: str
    goes_on: bool = False
    marked: bool = False


def answered_there(question: str, packets: Sequence[EvidencePacket]) -> Unit | None:
    """Return what stands under `question` where a selected current text asks it in those words; None where none does,
    or texts answer it differently."""
    found = _answers(question, [packet for packet in packets if packet.selected])
    return found[0] if len(found) == 1 else None


def answered_differently(
    question: str, packets: Sequence[EvidencePacket], *, sub_question: int = 0
) -> tuple[ConflictPacket, ...]:
    """Return the conflict between current documents that answer the very question differently, if they do."""
    found = _answers(question, packets)
    if len({unit.packet.passage.document for unit in found}) < 2:
        return ()
    sides = sorted(
        (side_of(unit, value=unit.text, label=unit.packet.passage.title.text, packets=[unit.packet]) for unit in found),
        key=lambda side: (-side.authority, side.packet),
    )
    attribute = " ".join(sorted(content(question)))
    return (
        ConflictPacket(kind=ConflictKind.VALUE, sub_question=sub_question, attribute=attribute, sides=tuple(sides)),
    )


def _answers(question: str, packets: Sequence[EvidencePacket]) -> list[Unit]:
    """Return what current texts say under lines that ask just that, those that say the same once; nothing where the
    question is none that an FAQ would settle."""
    if not content(question) or refers_back(question) or _ARGUED.search(question):
        return []
    return _apart(unit for packet in packets for unit in _answers_in(question, packet))


def _apart(units: Iterable[Unit]) -> list[Unit]:
    """Return the first of the units that say the same beside what they ask: nearly the same words, the same figures and
    denials."""
    found: list[tuple[Unit, frozenset[str], tuple[object, ...]]] = []
    for unit in units:
        answer = unit.text.rpartition("?")[2]
        words, exactly = content(answer), (numbers(answer), negations(answer))
        if not any(exactly == told and len(words & own) >= ALIKE * len(words | own) for _, own, told in found):
            found.append((unit, words, exactly))
    return [unit for unit, _, _ in found]


def _answers_in(question: str, packet: EvidencePacket) -> Iterator[Unit]:
    """Yield what a packet says under lines that ask just that; nothing struck, nothing that orders a machine about."""
    passage = packet.passage
    if passage.freshness is not Freshness.ACTIVE or passage.kind is ChunkKind.CODE:
        return
    if _OF_ANYBODY.search(f"{passage.title.text} > {passage.section_path.text}".replace(question, "")):
        return
    lines = list(_lines(passage.text.text))
    for place, line in enumerate(lines):
        if asks_just_that(line.text, question) and not (place and _goes_on(lines[place - 1], line)):
            answer = _under(line, lines[place + 1 :], passage.text.text)
            if answer is not None:
                start = _beginning(line, answer, passage.text.text)
                unit = Unit(packet=packet, start=passage.start + start, end=passage.start + answer[1])
                if not orders(unit.text, question) and not is_struck(passage.text.text, *answer):
                    yield unit


def _goes_on(above: _Line, line: _Line) -> bool:
    """Whether `line` is the rest of a sentence that begins in the line above it."""
    plain = above.text.strip()
    marked = ITEM.match(line.text) or line.text.lstrip().startswith(("#", "*", "_")) or asks(above.text)
    return (
        bool(plain) and not marked and _RULE.fullmatch(plain) is None and not plain.endswith((".", "!", "?", ":", "*"))
    )


def _beginning(line: _Line, answer: Span, text: str) -> int:
    """Return where the quote begins: with the question, if all fits and no rule stands between the two."""
    ruled = _RULE.fullmatch(text[line.start : answer[0]].strip().rpartition("\n")[2]) is not None
    begin = line.start + len(line.text) - len(line.text.lstrip(" \t#>"))
    return answer[0] if ruled or answer[1] - begin > MAX_QUOTE else begin


def _under(asking: _Line, lines: Sequence[_Line], text: str) -> Span | None:
    """Return the span of what answers under the line `asking`: the first paragraph, at most `MAX_QUOTE` long, and those
    after it as long as all fit. The next item of a list of questions is no answer."""
    body = [line for line in lines if not _RULE.fullmatch(line.text)]
    first = next(iter(body), None)
    listed = ITEM.match(asking.text) is not None and not asking.goes_on
    if first is None or _asks_too(first) or _CHOICE.match(first.text) or (listed and _depth(first) <= _depth(asking)):
        return None
    marked = _ANSWER.match(first.text)
    start = first.start + (marked.end() if marked else len(first.text) - len(first.text.lstrip()))
    end = start
    for place, line in enumerate(lines):
        if line.start < first.start or not line.text.strip():
            continue
        is_apart = end > start and not lines[place - 1].text.strip()
        below = lines[place + 1].text.strip() if place + 1 < len(lines) else ""
        if line is not first and (_asks_too(line) or (is_apart and _heads(line, below))):
            break
        if is_apart and (line.end - start > MAX_QUOTE or (asking.goes_on and not asking.marked)):
            break
        end = line.end
    said = text[start : _within(text, start, end)]
    is_cut = asking.goes_on and not asking.marked and end - asking.start > MAX_QUOTE
    is_whole = bool(said) and not is_cut and not said.rstrip("*_ ").endswith(":")
    is_known = not knows_nothing(said) and _PERSONAL.search(said) is None and _REFERS.fullmatch(said) is None
    return (start, start + len(said)) if is_whole and is_known else None


def _asks_too(line: _Line) -> bool:
    return asks(line.text) or line.text.lstrip().startswith("#")


def _heads(line: _Line, below: str) -> bool:
    """Whether a line alone, with `below` under it, is a heading: ruled, or short and without a stop."""
    said = line.text.strip()
    alone = not below and len(said) <= LABEL and not said.endswith((".", "!", ":", ";", ")"))
    return ITEM.match(line.text) is None and (alone or (bool(below) and _RULE.fullmatch(below) is not None))


def _depth(line: _Line) -> int:
    return len(line.text) - len(line.text.lstrip())


def _within(text: str, start: int, end: int) -> int:
    """Return `end`, or that of the last sentence which ends within `MAX_QUOTE` of `start`, or `start` for none."""
    if end - start <= MAX_QUOTE:
        return end
    fitting = [last for _, last in split(text[start:end], start=start) if last - start <= MAX_QUOTE]
    return fitting[-1] if fitting else start


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines of `text`, one that begins with a question and goes on as two."""
    start = 0
    for line in text.splitlines(keepends=True):
        plain = line.rstrip()
        asked = _ASKED_FIRST.match(plain)
        if asked is not None and asks(plain[: asked.end()].rstrip()):
            said, marked = plain[: asked.end()].rstrip(), bool(asked["mark"]) and asked["mark"] == asked["close"]
            yield _Line(start, start + len(said), said, goes_on=True, marked=marked)
            yield _Line(start + asked.end(), start + len(plain), plain[asked.end() :])
        else:
            yield _Line(start, start + len(plain), plain)
        start += len(line)
