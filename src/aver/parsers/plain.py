"""Plain text to a document: paragraphs at blank lines, headings only where the text leaves no doubt.

A heading is a single line with a rule of one repeated character under it, or a numbered line (`1.2 Title`) that
stands alone between blank lines, starts its title with a capital letter and doesn't end like a sentence. Lines that
begin with > quote an earlier message.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from aver.parsers.decoding import Decoded
from aver.parsers.fields import title_of
from aver.parsers.language import language_of
from aver.parsers.lines import Line, lines_of
from aver.parsers.tree import Node, first_heading, flatten, sectioned
from aver.values.documents import BlockKind, Document

PARSER = "aver.plain/2"

_RULE = re.compile(r"(=+|-+|~+|\*+|#+)$")
_NUMBERED = re.compile(r"((?:[0-9]{1,3}\.)*[0-9]{1,3})\.?[ \t]+[^\W\d_a-zß-öø-ÿ].*[^.,;:!?]$")
_LONGEST_HEADING = 100


def parse_plain(decoded: Decoded, *, name: str) -> Document:
    """Return the document: paragraphs, and sections where headings are unambiguous."""
    text = decoded.text
    lines = lines_of(text)
    styles: list[str] = []
    flat: list[Node] = []
    at = 0
    while at < len(lines):
        end = at
        while end < len(lines) and not lines[end].blank:
            end += 1
        if end > at:
            flat.extend(_paragraph(lines[at:end], styles))
        at = end + 1
    return Document(
        title=title_of((), first_heading(flat, text), name),
        text=text,
        blocks=flatten(sectioned(flat, text)),
        media_type="text/plain",
        parser=PARSER,
        language=language_of(text),
        warnings=decoded.warnings,
    )


def _paragraph(lines: Sequence[Line], styles: list[str]) -> list[Node]:
    nodes: list[Node] = []
    underlined = len(lines) > 1 and _underlines(lines[1].body, lines[0].body)
    if underlined:
        nodes.append(_heading(lines[0], _style_level(lines[1].body[0], styles)))
        lines = lines[2:]
    elif len(lines) == 1 and len(lines[0].body) <= _LONGEST_HEADING and (found := _NUMBERED.match(lines[0].body)):
        return [_heading(lines[0], found[1].count(".") + 1)]
    for quoted, run in groupby(lines, key=lambda line: line.body.startswith(">")):
        part = list(run)
        kind = BlockKind.QUOTE if quoted else BlockKind.PARAGRAPH
        nodes.append(Node(kind=kind, start=part[0].start, end=part[-1].end))
    return nodes


def _underlines(rule: str, title: str) -> bool:
    return (
        _RULE.match(rule) is not None
        and len(title) <= _LONGEST_HEADING
        and len(rule) >= 3
        and abs(len(rule) - len(title)) <= 2
        and any(character.isalpha() for character in title)
    )


def _style_level(mark: str, styles: list[str]) -> int:
    if mark not in styles:
        styles.append(mark)
    return styles.index(mark) + 1


def _heading(line: Line, level: int) -> Node:
    return Node(kind=BlockKind.HEADING, start=line.start, end=line.end, level=level)
