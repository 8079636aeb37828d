"""Plain text to a document: paragraphs at blank lines, headings, lists and tables where the text leaves no doubt.

A heading is a single line with a rule of one repeated character under it, or a numbered line (`1.2 Title`, `§ 4 Title`,
`Appendix A. Title`) or one in capitals (`WARRANTY`) that stands alone between blank lines, starts its title with a
capital letter and doesn't end like a sentence. Lines that begin with > quote an earlier message.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from aver.parsers.decoding import Decoded
from aver.parsers.fields import title_of
from aver.parsers.language import language_of
from aver.parsers.lines import Line, lines_of
from aver.parsers.plain_lists import list_under
from aver.parsers.plain_tables import tables_among
from aver.parsers.tree import Node, first_heading, flatten, sectioned
from aver.patterns import regex
from aver.values.documents import BlockKind, Document

PARSER = "aver.plain/7"

_RULE = regex(r"(=+|-+|~+|\*+|#+)$")
_NUMBERED = regex(r"((?:[0-9]{1,3}\.)*[0-9]{1,3})\.?[ \t]+[^\W\d_a-zß-öø-ÿ].*[^.,;:!?]$")
_LETTERED = regex(
    r"(?:(?i:appendix|annex|schedule|chapter|part|article|section|anhang|anlage|kapitel|teil|artikel|abschnitt)[ \t]+"
    r"(?:[A-Z]|[IVXLC]{1,6}|[0-9]{1,3})|§[ \t]*[0-9]{1,4}[a-z]?)(?:[.:]|[ \t]+[–—-])?"
    r"(?:[ \t]+[^\W\d_a-zß-öø-ÿ].*[^.,;:!?])?$"
)
"""A heading that says what it is one of, and may go on to what it is about."""

_CAPITALS = regex(
    r"(?!.*\b(?:NO|NOT|NEVER|DO|KEIN\w*|NICHT|NIE)\b)"
    r"[^\W\d_a-zß-öø-ÿ](?:[^\W\d_a-zß-öø-ÿ]|[ \t&/,()'’\-–]){3,58}[^\W\d_a-zß-öø-ÿ]$"
)
"""A line in capitals that forbids nothing."""

_TITLE = regex(r"(?!(?i:dear|hi|hello|hallo|liebe[rs]?|sehr\s+geehrte[rs]?)\b)(?:\d+\.?\s+)?[A-ZÄÖÜ].*[^.,;:!?\s>|]")
"""A first line that is no sentence and no greeting."""

_COMMENT = regex(r"(?:#|;|//)[ \t]+(?P<said>\S.*)")
"""The first line of a configuration that says what it is for."""

_LONGEST_HEADING = 100

_SHORT = 60
"""Code points of a heading without a blank line behind it, at most."""

_STOPS = (".", "!", "?")

_CENTRED, _AMONG = 8, 30
"""The least column of a line in the middle, and the lines at the beginning of a text among which its title stands."""


def parse_plain(decoded: Decoded, *, name: str) -> Document:
    """Return the document: paragraphs, and sections where headings are unambiguous."""
    text = decoded.text
    lines = lines_of(text)
    styles: list[str] = []
    flat: list[Node] = []
    width = max(len(line.text.rstrip()) for line in lines)
    at = 0
    for begin, end, table in tables_among(lines):
        flat += _prose(lines[at:begin], styles, width)
        flat.append(table)
        at = end
    flat += _prose(lines[at:], styles, width)
    return Document(
        title=title_of((), _title(lines, flat, text), name),
        text=text,
        blocks=flatten(sectioned(flat, text)),
        media_type="text/plain",
        parser=PARSER,
        language=language_of(text),
        warnings=decoded.warnings,
    )


def _prose(lines: Sequence[Line], styles: list[str], width: int) -> list[Node]:
    """Return the paragraphs, headings and lists of lines without tables."""
    flat: list[Node] = []
    lead: Line | None = None
    for blank, run in groupby(lines, key=lambda line: line.blank):
        if blank:
            continue
        paragraph = list(run)
        flat.extend(_under(lead, paragraph, width) or _paragraph(paragraph, styles, width))
        alone = len(paragraph) == 1 and flat[-1].kind is BlockKind.PARAGRAPH
        lead = paragraph[0] if alone else None
    return flat


def _title(lines: Sequence[Line], flat: Sequence[Node], text: str) -> str | None:
    """Return what the text is called: a short line alone at its beginning that is no sentence and no greeting, or a
    comment there, or the first heading, which one that is numbered is only where nothing stands before it."""
    first = next((place for place, line in enumerate(lines) if not line.blank), len(lines))
    comment = _COMMENT.fullmatch(lines[first].body.rstrip()) if first < len(lines) else None
    if comment is not None and len(comment["said"]) <= _LONGEST_HEADING and _TITLE.fullmatch(comment["said"]):
        return " ".join(comment["said"].split())
    alone = first + 1 < len(lines) and lines[first + 1].blank
    if alone and len(lines[first].body) <= _LONGEST_HEADING and _TITLE.fullmatch(lines[first].body):
        return " ".join(lines[first].body.split())
    centred = _centred(lines[first : first + _AMONG])
    if centred is not None:
        return centred
    heading = first_heading(flat, text)
    if heading is not None and flat[0].kind is not BlockKind.HEADING and _NUMBERED.match(heading):
        return None
    return heading


def _centred(lines: Sequence[Line]) -> str | None:
    """Return the first line or two in the middle that stand alone between blank lines, None where none do."""
    for blank, run in groupby(lines, key=lambda line: line.blank):
        middle = [] if blank else list(run)
        if 0 < len(middle) < 3 and all(line.column >= _CENTRED for line in middle):
            said = " ".join(" ".join(line.body.split()) for line in middle)
            if len(said) <= _LONGEST_HEADING and _TITLE.fullmatch(said):
                return said
    return None


def _under(lead: Line | None, lines: Sequence[Line], width: int) -> list[Node]:
    """Return the list that an indented paragraph is under the line `lead` above it, [] where it is none."""
    if lead is None or lines[0].column <= lead.column or lead.body.startswith(">"):
        return []
    found = list_under(lead, lines, width=width)
    return [found] if found else []


def _paragraph(lines: Sequence[Line], styles: list[str], width: int) -> list[Node]:
    nodes: list[Node] = []
    underlined = len(lines) > 1 and _underlines(lines[1].body, lines[0].body)
    if underlined:
        nodes.append(_heading(lines[0], _style_level(lines[1].body[0], styles)))
        lines = lines[2:]
    elif (level := _level(lines[0])) and (len(lines) == 1 or _breaks_off(lines, width)):
        nodes.append(_heading(lines[0], level))
        lines = lines[1:]
    for quoted, run in groupby(lines, key=lambda line: line.body.startswith(">")):
        part = list(run)
        listed = None if quoted or len(part) == 1 else list_under(part[0], part[1:], width=width)
        kind = BlockKind.QUOTE if quoted else BlockKind.PARAGRAPH
        end = part[0].end if listed else part[-1].end
        nodes.append(Node(kind=kind, start=part[0].start, end=end))
        nodes += [listed] if listed else []
    return nodes


def _breaks_off(lines: Sequence[Line], width: int) -> bool:
    """Whether the first of `lines` ends where the next word would have fitted, and a sentence of prose follows."""
    first, after = lines[0].text.rstrip(), lines[1].body
    fits = len(first) + 1 + len(after.split()[0]) <= width
    is_prose = after[0].isupper() and lines[-1].body.endswith(_STOPS) and not any(map(_level, lines[1:]))
    return fits and is_prose and len(lines[0].body) <= _SHORT and lines[1].column <= lines[0].column


def _level(line: Line) -> int:
    """Return the level of a line that is a heading by what it says, 0 of one that is none; what a text begins with in
    capitals is its title."""
    if len(line.body) > _LONGEST_HEADING:
        return 0
    if found := _NUMBERED.match(line.body):
        return found[1].count(".") + 1
    in_capitals = line.offset > 0 and line.body.isupper() and _CAPITALS.match(line.body)
    return int(bool(_LETTERED.match(line.body) or in_capitals))


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
