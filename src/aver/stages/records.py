"""Lines "Key: value" that stand together: the record of a device, a configuration, the head of a form (E6).

A record ends at an empty line, at other text that isn't indented under a line, and where its first key comes again.
What it is called by stands in its first line and in the lines above that open a section: `[mqtt]`, `"mqtt": {`, `mqtt:`
with deeper lines below. What people say in turns ("Anna: Is it open?") is no record: it is made of sentences, and the
same names come again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from types import MappingProxyType

from aver.patterns import regex

LONGEST_VALUE = 160
"""Code points; what is longer is a text of its own."""

IN_BRACKETS = -1
"""How deep a section in brackets stands: over lines of any depth, and over comments."""

_FIELD = regex(
    r"(?P<indent>[ \t]*(?:[-*•][ \t]+)?)[*_\"'`]{0,3}"
    r"(?P<key>[^\W\d_][\w./()&-]{0,40}(?:[ \t][\w./()&°%-]{1,40}){0,4}?)[*_\"'`]{0,3}"
    r"(?:[ \t]{0,20}:[*_]{0,3}(?:[ \t]+|$)|[ \t]{0,20}=[ \t]{0,20})(?P<value>[^\n]*)$"
)
_SECTION = regex(r"[ \t]*\[{1,2}[\"']?(?P<name>[\w.\- \"']{1,60}?)[\"']?\]{1,2}[ \t]*$")
_COMMENT = regex(r"[ \t]*(?:#|;|//)")
_OBJECT = regex(r"[ \t]*(?:-[ \t]+)?\{(?=[^{}]*\}[,;]?[ \t]*$)")
"""A line that is one object: `{"name": "Oslo", "phone": "22 00 10 10"},`."""

_MEMBER = regex(
    r"[\"']?(?P<key>\w[\w .-]{0,40})[\"']?[ \t]{0,4}[:=][ \t]{0,4}"
    r"(?P<value>\"[^\"\n]{0,160}\"|'[^'\n]{0,160}'|[^\s,{}\"'][^,{}\n]{0,160})"
)
_ITEM = regex(r"[ \t]*[{\[][ \t]*$")
"""A line that opens an object without a name."""

_CLOSES = regex(r"[ \t]*[}\]][,;]?[ \t]*$")
_OPENS = regex(r"[{\[]?[ \t]*$")
_TERM = regex(r"[^\W_][^\n.!?:;,|*]{1,58}[^\s\n.!?:;,|*]\n[ \t]{0,8}(?![-*+•#>|])\S")
"""How a paragraph begins that is a term with its description on the lines below, as in a list of definitions."""

_PARAGRAPH = regex(r"[^\n]+(?:\n[^\n]+)*")
_BOUNDS = regex(
    r"\b(?:status|state|valid\w*|until|till|expir\w*|end(?:s|ed)?|notes?|remarks?|restrictions?|limitations?|withdrawn|superseded|replaced|obsolete\w*"
    r"|retired|gültig\w*|bis|bemerkung\w*|hinweise?|einschränkung\w*|zustand|befristet\w*)\b",
    re.IGNORECASE,
)
"""The name of a field that says whether, how long or with what reserve all others hold."""

_TIMES = {"s": "seconds", "ms": "milliseconds", "us": "microseconds", "min": "minutes", "mins": "minutes", "h": "hours"}
_MEASURES = "hz khz mhz v mv a ma w kw c k kb mb gb tb bytes seconds minutes hours days pct percent"
_UNITS = MappingProxyType({unit: unit for unit in _MEASURES.split()} | _TIMES)
"""What the name of a setting may end with, and what it stands for: `keepalive_s`."""

_PARTS = regex(r"[_\-.\s]+|(?<=[a-zß-ö])(?=[A-ZÄÖÜ])")
_SENTENCE = regex(r"[.!?…][\"'”»)]*$")


@dataclass(frozen=True, slots=True)
class Field:
    """A line of a record; the span is that of its words in the text."""

    key: str
    value: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Record:
    """Fields that stand together, and the lines above that open the sections they stand in, outermost first; `listed`
    where it is one of several in its section, `itemised` where each field is an item of a list or a term with its
    description, so that none names the others."""

    fields: tuple[Field, ...]
    heads: tuple[Field, ...]
    listed: bool = False
    itemised: bool = False

    @property
    def naming(self) -> tuple[Field, ...]:
        """What says of what the fields are: the heads, and the first field where there are none or several records."""
        first = () if self.itemised else self.fields[:1]
        return (*self.heads, *first) if self.listed else self.heads or first

    @property
    def bounding(self) -> tuple[Field, ...]:
        """The fields that say whether, how long or with what reserve the others hold."""
        return tuple(line for line in self.fields if line.value and _BOUNDS.search(line.key))


@dataclass(slots=True)
class _Reader:
    """The record being read, the heads over it, each with its depth, how deep its lines stand, and whether it is one of
    several. An object without a name is a head that says nothing."""

    fields: list[Field] = field(default_factory=list)
    heads: list[tuple[int, Field | None]] = field(default_factory=list)
    depth: int = 0
    listed: bool = False
    bullets: int = 0

    def take(self) -> Iterator[Record]:
        """Yield the record read so far, if it is one, and begin another."""
        found, listed = tuple(self.fields), self.listed or 0 < self.bullets < len(self.fields)
        itemised = self.bullets == len(self.fields) > 1
        self.fields, self.listed, self.bullets = [], False, 0
        heads = tuple(head for _, head in self.heads if head is not None)
        if len(found) + bool(heads) > 1 and _is_record(found):
            yield Record(found, heads, listed, itemised)

    def leave(self, depth: int) -> None:
        """Forget the heads that do not stand over a line of that depth; those in brackets stand over all."""
        self.heads = [(at, head) for at, head in self.heads if at < depth]


def records_in(text: str) -> Iterator[Record]:
    """Yield the records of `text`, in order; offsets count from its beginning."""
    reader, at = _Reader(), 0
    for line in text.split("\n"):
        yield from _read(line, at, reader)
        at += len(line) + 1
    yield from reader.take()
    yield from _terms_in(text)


def _terms_in(text: str) -> Iterator[Record]:
    """Yield the lists of terms: paragraphs one below the other, each with a term on its first line."""
    for is_term, run in groupby(_PARAGRAPH.finditer(text), key=lambda paragraph: _is_term(paragraph[0])):
        terms = tuple(_term(paragraph) for paragraph in run) if is_term else ()
        if len(terms) > 1:
            yield Record(terms, (), itemised=True)


def _is_term(paragraph: str) -> bool:
    is_short = _TERM.match(paragraph) is not None and len(paragraph) <= 2 * LONGEST_VALUE
    return is_short and not _FIELD.match(paragraph.split("\n")[0])


def _term(paragraph: re.Match[str]) -> Field:
    term, _, said = paragraph[0].partition("\n")
    return Field(term, " ".join(said.split()), paragraph.start(), paragraph.end())


def key_words(key: str) -> str:
    """Return the words of a key apart, without the unit that a setting's name ends with: "token lifetime"."""
    parts = _PARTS.split(key)
    return " ".join(parts[:-1] if unit_of(key) else parts)


def unit_of(key: str) -> str:
    """Return the unit that the name of a setting ends with, "" where it ends with none."""
    parts = _PARTS.split(key)
    return _UNITS.get(parts[-1].casefold(), "") if len(parts) > 1 and " " not in key else ""


def with_fields(sentences: Sequence[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """Return the spans of `sentences` with those that hold lines of records cut into these lines and what is left."""
    lines = sorted({(line.start, line.end) for one in records_in(text) for line in (*one.heads, *one.fields)})
    found: list[tuple[int, int]] = []
    for start, end in sentences:
        at = start
        for first, last in (line for line in lines if start <= line[0] and line[1] <= end):
            found += [(at, first), (first, last)]
            at = last
        found.append((at, end))
    return [span for span in (_stripped(one, text) for one in found) if span[0] < span[1]]


def _stripped(span: tuple[int, int], text: str) -> tuple[int, int]:
    said = text[slice(*span)]
    start = span[0] + len(said) - len(said.lstrip())
    return start, start + len(said.strip())


def record_at(text: str, at: int) -> Record | None:
    """Return the record one of whose fields `at` stands in, None where it stands in none."""
    return next((one for one in records_in(text) if any(line.start <= at < line.end for line in one.fields)), None)


def _read(line: str, at: int, reader: _Reader) -> Iterator[Record]:
    if _COMMENT.match(line):
        reader.heads = reader.heads if line[0].isspace() else [head for head in reader.heads if head[0] == IN_BRACKETS]
        return
    section, found, opened = _SECTION.match(line), _FIELD.match(line), _OBJECT.match(line)
    if opened is not None:
        yield from reader.take()
        reader.fields = [
            Field(one["key"], _bare(one["value"]), at + one.start(), at + one.end())
            for one in _MEMBER.finditer(line, opened.end())
        ]
        reader.listed = True
        yield from reader.take()
    elif _ITEM.match(line):
        yield from reader.take()
        reader.listed = True
        reader.heads.append((_depth(line), None))
    elif section is not None:
        yield from reader.take()
        reader.heads = [(IN_BRACKETS, _spanned(section["name"], "", line, at))]
    elif found is None and reader.fields and line.strip() and _depth(line) > reader.depth:
        last = reader.fields.pop()
        reader.fields.append(Field(last.key, f"{last.value} {line.strip()}", last.start, at + len(line.rstrip())))
    elif found is None or len(found["value"]) > LONGEST_VALUE:
        yield from reader.take()
        if _CLOSES.match(line):
            del reader.heads[-1:]
        elif line.strip():
            reader.heads = []
    else:
        yield from _read_field(found, _spanned(found["key"], _bare(found["value"]), line, at), reader)


def _read_field(found: re.Match[str], line: Field, reader: _Reader) -> Iterator[Record]:
    depth = len(found["indent"])
    again = bool(reader.fields) and line.key == reader.fields[0].key
    if again or depth < reader.depth or not reader.fields:
        listed = again or (reader.listed and not reader.fields)
        reader.listed = reader.listed or again
        yield from reader.take()
        reader.leave(depth)
        reader.listed = listed
    reader.depth = depth
    if _OPENS.match(found["value"]):
        yield from reader.take()
        reader.leave(depth)
        reader.heads.append((depth, replace(line, value="")))
    else:
        reader.fields.append(line)
        reader.bullets += bool(found["indent"].strip())


def _is_record(fields: Sequence[Field]) -> bool:
    """Whether the keys are different and most values are no sentences."""
    keys = {line.key.casefold() for line in fields}
    sentences = sum(_SENTENCE.search(line.value) is not None for line in fields)
    return len(keys) == len(fields) and 2 * sentences <= len(fields)


def _spanned(key: str, value: str, line: str, at: int) -> Field:
    start = at + len(line) - len(line.lstrip())
    return Field(key, value, start, start + len(line.strip()))


def _bare(value: str) -> str:
    return value.strip().rstrip(",;").strip("\"'`*_ ")


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())
