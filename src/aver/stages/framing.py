"""What a quote must not be shown without: what leads into its list, stands over and under its table (H1).

"Damage by floods" under "It does not cover:" says the opposite of what it says alone; 610 under "Amounts in thousands
of pounds" is no 610 pounds. Spans are offsets into the text of a passage. A heading is none, since a citation names it,
but one that denies what stands under it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.limiting import NOTE, REMARK, REMARK_LENGTH, remarks_on_a_table
from aver.stages.notes import noted
from aver.stages.planning.words import content
from aver.stages.records import Field, Record, record_at
from aver.stages.sentences import split
from aver.stages.table_rows import header_rows, labels_over, remark_rows
from aver.stages.told_scope import scope_within
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage

ITEM = regex(r"[ \t]*(?:[-*+•–▪◦‣]|\(?\d{1,2}[.)]|\(?[a-z][.)])\s")
"""How a line begins that is an item of a list."""

_BULLETS = "-*+•–▪◦‣"
_LEADS = regex(
    r":[*_ ]*$|\b(?:following|below|these|as\s+follows|folgende\w*|nachstehend\w*|diese[rnms]?|wie\s+folgt)\b",
    re.IGNORECASE,
)
"""What leads into a numbered list; the numbered items of minutes or of a contract are led in by nothing."""

_RULED = regex(r"[\s|:+=~^_\-]*$|\s*\.\.\s[\w-]+::\s*$|\s*:[\w-]+:(?:\s.*)?$")
"""A line that draws a table or underlines a heading, or a directive of reStructuredText with its options."""

_ABOUT = regex(
    r":$|\b(?:table|columns?|rows?|figures?|values?|amounts?|rates?|prices?|fees?|following|below|listed|appl(?:y|ies|ied)|tab|tabelle"
    r"|spalten?|zeilen?|werte|beträge|preise|sätze|angaben|folgende\w*|gilt|gelten)\b",
    re.IGNORECASE,
)
"""What a text directly over a table is about that introduces it."""

_DENIES = regex(
    r"\b(?:not|no|never|none|don['’]?ts?|cannot|except\w*|exclu\w*|prohibited|forbidden|banned|nicht|kein\w*|nie"
    r"|ausgeschlossen\w*|ausgenommen\w*|ausnahmen?|verboten\w*|unzulässig\w*)\b",
    re.IGNORECASE,
)
"""What makes a heading say the opposite of what stands under it."""

_MORE = regex(
    r"\d(?:\s?[%€$£]|\s+[^\W\d]{1,12}){0,2}\s+(?:more|less|longer|shorter|higher|lower|later|earlier|extra|cheaper|faster|slower|heavier|lighter"
    r"|mehr|weniger|länger|kürzer|höher|niedriger|später|früher|günstiger|teurer)\b"
    r"|\b(?:half|double|twice|treble|triple|doppelt|dreifach)\s*(?:[.;,]|$|(?:that|this|the|as)\s+(?:price|fee|rate|amount|time|much|many)\b)"
    r"|\b(?:die\s+hälfte|das\s+doppelte)\s*[.;,]",
    re.IGNORECASE,
)
"""Says how much more or less, or a part of what was told."""

_CASE = regex(r"\W*(?:if|unless|in\s+case|wenn|falls|sofern)\b[^,.;:\n]{3,120},", re.IGNORECASE)
SHARED = 2
"""Words that a sentence which opens with a case has in common, behind that, with the one whose case it is."""

_OF_IT = regex(
    r"\W*(?:(?:in|for|with|without|on|at|during|from|if|when|after|before|outside|under|over|between)\b[^.;:,]{1,60}?,?\s)?(?:it|they)\s"
    r"(?!(?:is|was|will\s+be|has\s+been|would\s+be|may\s+be|seems|appears)\s+(?:\w+\s+){0,4}(?:to|that|whether|for)\b)"
    r"|\W*(?:this|that|the\s+same)\s+(?:also\s+)?(?:does\s+not\s+(?:apply|hold)|appl(?:y|ies)|holds)\b"
    r"|\W*(?:dies|das|dasselbe|gleiches)\s+gilt\b",
    re.IGNORECASE,
)
"""How a sentence begins that is about "it", or the rule before it; "it is forbidden to ..." is about nothing told."""

MOST_LEANED = 2
"""Sentences that a quote takes along because it speaks of what they name."""

_THAN = regex(r"\b(?:than|als|compared|gegenüber|verglichen)\b", re.IGNORECASE)

_SAID = regex(r"[.!?…;。][#*_=~`\s)\"'”»]*$")
"""How ends what says something itself."""

_MARKS = "#*_=~` \t\n:"
"""What marks a heading or stands around one."""

_LABEL = 80
"""Code points of a caption, over which a text about the table stands."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with words; `parted` where none stands directly above it, `depth` is its indentation."""

    start: int
    end: int
    parted: bool
    depth: int
    item: bool


def frame_of(passage: Passage, start: int) -> tuple[Span, ...]:
    """Return, in canonical offsets, what stands over the quote that begins at `start` and it must not be read without.

    That are for whom it holds, what leads into its list or stands over its table, the headers with their notes, and the
    labels over its row.
    """
    text, base = passage.text.text, passage.start
    cells = _cells(passage) if passage.kind is ChunkKind.TABLE else []
    top = min((first for first, _ in cells), default=start - base)
    scope = scope_within(text, top)
    framing = over_table(text, top, headings_of(passage)) if cells else leading(text, top, headings_of(passage))
    if not framing and not cells:
        framing = tuple((first - base, last - base) for first, last in _leads_by_blocks(passage, start, inside=True))
    above = (*((scope,) if scope else ()), *_denied_by(passage, start - base), *framing)
    spans = [(base + first, base + last) for first, last in above]
    for head in header_rows(passage):
        spans += [head, *((base + first, base + last) for first, last in noted(text, head[0] - base, head[1] - base))]
    return (*spans, *naming_record(passage, start), *labels_over(passage, start))


def bounding_record(passage: Passage, start: int) -> tuple[Span, ...]:
    """Return the fields of the record in which the quote at `start` stands that say whether and how long it holds."""
    record = _record_of(passage, start)
    return _lines_of(passage, () if record is None else record.bounding)


def naming_record(passage: Passage, start: int) -> tuple[Span, ...]:
    """Return the lines by which the record is called in which the quote at `start` stands, canonical offsets."""
    record = _record_of(passage, start)
    above = () if record is None else (line for line in record.naming if line.end <= start - passage.start)
    return _lines_of(passage, above)


def _record_of(passage: Passage, start: int) -> Record | None:
    return record_at(passage.text.text, start - passage.start) if passage.kind is ChunkKind.PROSE else None


def _lines_of(passage: Passage, fields: Iterable[Field]) -> tuple[Span, ...]:
    return tuple((passage.start + line.start, passage.start + line.end) for line in fields)


def leaned_on(passage: Passage, start: int, end: int) -> tuple[Span, ...]:
    """Return the sentence before `[start, end)`, canonical offsets, which that can't be understood without, and the one
    before where that leans on it too.

    It compares with it ("Electric cars receive 0.05 euros more"), speaks of "it" or tells the same for a case of its
    own ("If you come after noon, take the second at nine").
    """
    text, base, headings = passage.text.text, passage.start, headings_of(passage)
    above = above_table(passage)
    if passage.kind is not ChunkKind.PROSE and not (above and end <= above[1]):
        return ()
    found: list[Span] = []
    at, said = start - base, text[start - base : end - base]
    for first, last in reversed(split(text[:at])):
        leans = _compares(said) or speaks_of_it(said) or _tells_a_case_of(said, text[first:last])
        if len(found) == MOST_LEANED or not leans:
            break
        if "\n\n" in text[last:at] or folded(text[first:last]) in headings or ITEM.match(text, at):
            break
        found.append((base + first, base + last))
        at, said = first, text[first:last]
    return tuple(reversed(found))


def speaks_of_it(text: str) -> bool:
    """Whether a sentence is about "it" or "they", whom the one before names."""
    return _OF_IT.match(text) is not None


def _compares(text: str) -> bool:
    """Whether a text says how much more something is, and not than what."""
    return _MORE.search(text) is not None and _THAN.search(text) is None


def _tells_a_case_of(text: str, before: str) -> bool:
    """Whether a sentence tells for a case of its own what the one before tells without it."""
    case = _CASE.match(text)
    said = content(text[case.end() :]) if case else frozenset[str]()
    return len(said & content(before)) >= SHARED and not _CASE.match(before)


def _denied_by(passage: Passage, at: int) -> tuple[Span, ...]:
    """Return the heading directly over `at` where it denies what stands under it and is part of the passage."""
    heading = folded(passage.heading)
    if heading == folded(passage.title.text) or not _DENIES.search(heading):
        return ()
    lines = (
        line for line in _lines(passage.text.text, 0, at) if folded(passage.text.text[line.start : line.end]) == heading
    )
    return tuple((line.start, line.end) for line in list(lines)[-1:])


def says_something(text: str) -> bool:
    """Whether a text ends with a stop: what leads on ends with a colon, and a heading with nothing."""
    return _SAID.search(text) is not None


def only_leads(passage: Passage, start: int, end: int) -> bool:
    """Whether `[start, end)`, canonical offsets, leads into the items of a list and, with no stop, says nothing."""
    text, base = passage.text.text, passage.start
    if says_something(text[start - base : end - base]):
        return False
    if any(first <= start and end <= last for _, _, first, last in passage.items):
        return True
    line, below = text[text.rfind("\n", 0, start - base) + 1 : end - base], text[end - base :].lstrip(" \t:*_")
    return not ITEM.match(line) and below.startswith("\n") and ITEM.match(below.lstrip("\n")) is not None


def under_row(passage: Passage) -> tuple[Span, ...]:
    """Return, in canonical offsets, what stands under a table or at its end about all its values."""
    return (*remark_rows(passage), *below_table(passage))


def below_table(passage: Passage) -> tuple[Span, ...]:
    """Return, in canonical offsets, the paragraph under a table that says how its values are to be read."""
    cells = _cells(passage) if passage.kind is ChunkKind.TABLE else []
    below = under_table(passage.text.text, max(last for _, last in cells)) if cells else ()
    return tuple((passage.start + first, passage.start + last) for first, last in below)


def above_table(passage: Passage) -> Span | None:
    """Return, in canonical offsets, what of a passage with a table stands before the line of its first cell."""
    cells = _cells(passage) if passage.kind is ChunkKind.TABLE else []
    top = min((first for first, _ in cells), default=0)
    end = passage.text.text.rfind("\n", 0, top) + 1
    return (passage.start, passage.start + end) if end else None


def led_by(passage: Passage, start: int) -> str:
    """Return what leads into the list or quotation in which `start` stands by the blocks of its document."""
    text, inside = passage.text.text, _leads_by_blocks(passage, start, inside=True)
    told = [text[first - passage.start : last - passage.start] for first, last in inside]
    told += [passage.lead_in.text] if _leads_by_blocks(passage, start, inside=False) else []
    return "\n".join(told)


def headings_of(passage: Passage) -> frozenset[str]:
    """Return the title and the headings that a passage stands under, as `folded` does."""
    return frozenset(folded(one) for one in (passage.title.text, *passage.section_path.text.split(" > ")))


def leading(text: str, start: int, headings: frozenset[str]) -> tuple[Span, ...]:
    """Return what leads into the list whose item stands at `start`: the sentence before it, the items it is part of.

    Outermost first, and nothing where `start` stands in no item. `headings` are as `folded` returns them.
    """
    lines = list(_lines(text, 0, _line_end(text, start)))
    at = _own_item(lines)
    if at is None:
        return ()
    found: list[Span] = []
    depth, below = lines[at].depth, at
    while at > 0:
        at -= 1
        line = lines[at]
        if line.item and line.depth < depth:
            found.append((line.start, lines[below - 1].end))
            depth = line.depth
        if line.item:
            below = at
        elif not _goes_on(lines, at):
            over = _last_sentence(text, _paragraph_start(lines, at), line.end, headings)
            found += [one for one in over if text[lines[below].start] in _BULLETS or _LEADS.search(text[slice(*one)])]
            break
    return tuple(reversed(found))


def led_in_elsewhere(passage: Passage, start: int) -> str:
    """Return what leads into the quote that begins at `start`, in canonical offsets, and stands outside of its passage:
    the text before a list or table that was cut, the header rows of the table; "" where nothing does."""
    text, at = passage.text.text, start - passage.start
    is_row = passage.kind is ChunkKind.TABLE
    begins = is_row or not text[:at].strip() or _list_begins_elsewhere(text, at)
    told = [passage.lead_in] if begins or _leads_by_blocks(passage, start, inside=False) else []
    told += [passage.header] if is_row else []
    written = (line.strip() for one in told if one.erased is None for line in one.text.splitlines())
    return "\n".join(line for line in written if not _RULED.match(line))


def over_table(text: str, start: int, headings: frozenset[str]) -> tuple[Span, ...]:
    """Return the caption and the short paragraph over the table whose first cell begins at `start`; of a long one the
    sentences on how values are to be read."""
    found: list[Span] = []
    for first, last in reversed(list(_paragraphs(text, 0, text.rfind("\n", 0, start) + 1))):
        paragraph = text[first:last]
        if folded(paragraph) in headings or paragraph.startswith("#") or "|" in paragraph or ITEM.match(paragraph):
            break
        found[:0] = _remarks(text, first, last)
        if last - first > _LABEL or paragraph.endswith((".", ":", "!")):
            break
    return tuple(found)


def under_table(text: str, end: int) -> tuple[Span, ...]:
    """Return the short paragraph under the table whose last cell ends at `end`, where it says how all values are to be
    read; notes that a mark points to may stand between."""
    for first, last in _paragraphs(text, _line_end(text, end), len(text)):
        if NOTE.match(text, first, last) is None:
            return ((first, last),) if remarks_on_a_table(text[first:last]) else ()
    return ()


def folded(text: str) -> str:
    """Return a heading, or what may be one, without its marks and case."""
    return text.strip(_MARKS).casefold()


def _leads_by_blocks(passage: Passage, start: int, *, inside: bool) -> tuple[Span, ...]:
    """Return what leads into the item at `start` by the blocks of its document, in or outside of the passage."""
    leads = ((first, last) for at, end, first, last in passage.items if at <= start < end and last <= start)
    return tuple(dict.fromkeys(one for one in leads if (passage.start <= one[0] and one[1] <= passage.end) is inside))


def _cells(passage: Passage) -> list[Span]:
    """Return where the cells of its table lie in the text of a passage."""
    cells = [(start - passage.start, end - passage.start) for _, _, start, end, _ in passage.table_cells]
    return [(start, end) for start, end in cells if 0 <= start <= end <= len(passage.text.text)]


def _lines(text: str, start: int, end: int) -> Iterator[_Line]:
    parted = True
    for found in re.finditer(r"[^\n]+", text[start:end]):
        written = found[0].strip()
        first = start + found.start()
        parted = parted or "\n\n" in text[max(start, first - 2) : first]
        if not written or _RULED.match(written):
            parted = True
            continue
        depth = len(found[0]) - len(found[0].lstrip())
        yield _Line(first + depth, first + depth + len(written), parted, depth, ITEM.match(found[0]) is not None)
        parted = False


def _own_item(lines: list[_Line]) -> int | None:
    """Return the place of the item that the last line stands in, None where it stands in none."""
    at = len(lines) - 1
    while at > 0 and not lines[at].item and not (lines[at].parted and not lines[at].depth):
        at -= 1
    return at if at >= 0 and lines[at].item else None


def _list_begins_elsewhere(text: str, start: int) -> bool:
    """Whether `start` stands in a list over which `text` has nothing but items."""
    lines = list(_lines(text, 0, _line_end(text, start)))
    own = _own_item(lines)
    return own is not None and all(lines[at].item or _goes_on(lines, at) for at in range(own))


def _goes_on(lines: list[_Line], at: int) -> bool:
    """Whether a line that opens no item belongs to one above it: wrapped, or indented."""
    first = at
    while not lines[first].parted and not lines[first].item and first:
        first -= 1
    return lines[first].item or lines[first].depth > 0


def _paragraph_start(lines: list[_Line], at: int) -> int:
    while at and not lines[at].parted:
        at -= 1
    return lines[at].start


def _paragraphs(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the paragraphs; where no lines are left empty, as in the text of a page, every line is one."""
    spaced = "\n\n" in text
    first, last = None, end
    for line in _lines(text, start, end):
        if first is not None and (line.parted or not spaced):
            yield first, last
            first = None
        first, last = (line.start if first is None else first), line.end
    if first is not None:
        yield first, last


def _remarks(text: str, start: int, end: int) -> Iterable[Span]:
    """Return a short paragraph whole where it is about the table or its values, of a long one what is."""
    pieces = [(start, end)] if end - start <= REMARK_LENGTH else split(text[start:end], start=start)
    return [one for one in pieces if _ABOUT.search(text[slice(*one)]) or REMARK.search(text[slice(*one)])]


def _last_sentence(text: str, start: int, end: int, headings: frozenset[str]) -> tuple[Span, ...]:
    if folded(text[start:end]) in headings or text.startswith("#", start):
        return ()
    return tuple(split(text[start:end], start=start)[-1:])


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end
