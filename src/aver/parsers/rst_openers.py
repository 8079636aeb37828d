"""Which reStructuredText construct a line opens, decided from that line and the one after it.

The rules follow the reStructuredText Markup Specification (docutils); where docutils would report an error,
the gentlest reading that keeps the text is taken.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto

from aver.parsers.lines import Line
from aver.patterns import regex


class Opener(Enum):
    """The constructs that can begin in a body of text."""

    BLANK = auto()
    INDENT = auto()
    TITLE = auto()
    OVERLINED = auto()
    TRANSITION = auto()
    EXPLICIT = auto()
    ANONYMOUS = auto()
    BULLET = auto()
    ENUMERATED = auto()
    FIELD = auto()
    DOCTEST = auto()
    LINE_BLOCK = auto()
    GRID_TABLE = auto()
    SIMPLE_TABLE = auto()
    DEFINITION = auto()
    TEXT = auto()


RULE_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
BULLET = regex(r"[-+*\u2022\u2023\u2043](?=\s|$)")
ENUMERATOR = regex(
    r"(?:(?P<round>\((?:[0-9]+|[a-zA-Z]|[ivxlcdmIVXLCDM]+|#)\))"
    r"|(?P<right>(?:[0-9]+|[a-zA-Z]|[ivxlcdmIVXLCDM]+|#)\))"
    r"|(?P<dot>(?:[0-9]+|[a-zA-Z]|[ivxlcdmIVXLCDM]+|#)\.))(?=\s|$)"
)
FIELD = regex(r":(?![: ])((?:[^:\\]|\\.|:(?!([ `]|$)))*)(?<! ):(?=\s|$)")
GRID_TOP = regex(r"\+-[-+]+-\+$")
SIMPLE_TOP = regex(r"=+( +=+)+$")

_SHAPES = (
    (regex(r"\.\.(?: |$)"), Opener.EXPLICIT),
    (regex(r"__(?: |$)"), Opener.ANONYMOUS),
    (GRID_TOP, Opener.GRID_TABLE),
    (SIMPLE_TOP, Opener.SIMPLE_TABLE),
    (regex(r">>>"), Opener.DOCTEST),
    (regex(r"\|(?: |$)"), Opener.LINE_BLOCK),
    (BULLET, Opener.BULLET),
    (FIELD, Opener.FIELD),
)


def rule_mark(line: Line) -> str | None:
    """Return the punctuation character that the whole line repeats, or None."""
    body = line.body
    if body and body[0] in RULE_MARKS and body == body[0] * len(body):
        return body[0]
    return None


def opener(lines: Sequence[Line], at: int, margin: int, *, top: bool) -> Opener:
    """Return what begins at `lines[at]` in a body whose text stands at column `margin`.

    `top` says whether section titles may stand here.
    """
    line = lines[at]
    if line.blank:
        return Opener.BLANK
    if line.column > margin:
        return Opener.INDENT
    following = lines[at + 1] if at + 1 < len(lines) else None
    mark = rule_mark(line)
    if top and line.column == 0:
        if mark and _closes_overline(lines, at, mark):
            return Opener.OVERLINED
        if mark is None and following is not None and _underlines(following, line):
            return Opener.TITLE
    return _marked(line, following, mark, margin) or _text(line, following, margin)


def _underlines(rule: Line, title: Line) -> bool:
    return (
        not rule.blank
        and rule.column == 0
        and rule_mark(rule) is not None
        and (len(rule.body) >= 4 or len(rule.body) >= len(title.body))
        and not title.body.startswith(".. ")
    )


def _closes_overline(lines: Sequence[Line], at: int, mark: str) -> bool:
    if at + 2 >= len(lines) or lines[at + 1].blank or lines[at + 2].blank:
        return False
    over, title, under = lines[at], lines[at + 1], lines[at + 2]
    return (
        under.column == 0 and rule_mark(under) == mark and len(under.body) == len(over.body) >= min(4, len(title.body))
    )


def _marked(line: Line, following: Line | None, mark: str | None, margin: int) -> Opener | None:
    body = line.body
    if mark is not None and len(body) >= 4 and (following is None or following.blank):
        return Opener.TRANSITION
    for shape, found in _SHAPES:
        if shape.match(body):
            return found
    if ENUMERATOR.match(body) and _continues_item(following, margin):
        return Opener.ENUMERATED
    return None


def _continues_item(following: Line | None, margin: int) -> bool:
    if following is None or following.blank or following.column > margin:
        return True
    return ENUMERATOR.match(following.body) is not None


def _text(line: Line, following: Line | None, margin: int) -> Opener:
    if following is not None and not following.blank and following.column > margin and not line.body.endswith("::"):
        return Opener.DEFINITION
    return Opener.TEXT
