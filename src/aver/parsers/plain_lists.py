"""Lists in plain text that nothing but their lines shows: a line that leads, and under it one item a line.

"What is not insured" over "  Damage by pets." says the opposite of what its item says alone, so a lead is only
overlooked where the text could as well be prose that was broken into lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from aver.parsers.lines import Line
from aver.parsers.tree import Node
from aver.patterns import regex
from aver.values.documents import BlockKind

_STOPS = (".", "!", "?", "…", ";")
_FIELD = regex(r"[^:]{1,40}:\s+\S")
"""A field and its value ("Weight: 189 g"), which leads to nothing."""


_NARROWEST = 40
"""Characters that prose is not broken below, however short the lines of a text are."""


def list_under(lead: Line, lines: Sequence[Line], *, width: int) -> Node | None:
    """Return the list that `lines` are under `lead`, or None where they may be prose or stand for themselves.

    `width` is that of the longest line of the text, in characters: prose is broken where its next word has no room. A
    line that is indented further than the first, or begins small where the one before it was full, goes on with its
    item. Items that aren't indented are at least two, and each ends with a stop.
    """
    indented = lines[0].column > lead.column
    led = lead.body.endswith(":")
    if not led and (lead.body.endswith((*_STOPS, ",")) or _FIELD.match(lead.body) or _is_full(lead, lines[0], width)):
        return None
    items: list[list[Line]] = []
    for line in lines:
        if line.column < lines[0].column:
            return None
        if items and (line.column > lines[0].column or (_small(line) and _is_full(items[-1][-1], line, width))):
            items[-1].append(line)
        else:
            items.append([line])
    if any(_small(item[0]) for item in items) and not (led and indented):
        return None
    if not indented and (len(items) < 2 or not all(item[-1].body.endswith(_STOPS) for item in items)):
        return None
    nodes = tuple(Node(kind=BlockKind.LIST_ITEM, start=item[0].start, end=item[-1].end) for item in items)
    return Node(kind=BlockKind.LIST, start=nodes[0].start, end=nodes[-1].end, children=nodes)


def _small(line: Line) -> bool:
    return line.body[0].islower()


def _is_full(line: Line, below: Line, width: int) -> bool:
    """Whether the first word of the line `below` has no room in `line`."""
    return len(line.text.rstrip()) + 1 + len(below.body.split()[0]) > max(width, _NARROWEST)
