"""The body of a reStructuredText region as nodes: one small reader per construct, chosen by what a line opens."""

from __future__ import annotations

from collections.abc import Callable

from aver.parsers.lines import after
from aver.parsers.rst_directives import explicit_nodes
from aver.parsers.rst_openers import BULLET, ENUMERATOR, Opener, opener, rule_mark
from aver.parsers.rst_region import Region, Scan, code_start, inner_region, taken
from aver.parsers.rst_tables import drawn_table
from aver.parsers.tree import Node, unfolded
from aver.values.documents import BlockKind

Read = tuple[tuple[Node, ...], int]
"""The nodes of one construct and the position of the line after it."""


def body_nodes(scan: Scan, region: Region) -> tuple[Node, ...]:
    """Return the blocks of `region` in order, headings flat among them."""
    nodes: list[Node] = []
    at = 0
    while at < len(region.lines):
        kind = opener(region.lines, at, region.margin, top=region.top)
        if kind in _SKIPPED:
            at += 1
            continue
        found, at = _READERS[kind](scan, region, at)
        nodes.extend(found)
    return tuple(nodes)


def _title(scan: Scan, region: Region, at: int) -> Read:
    title, rule = region.lines[at], region.lines[at + 1]
    return (_heading(scan, title.start, title.end, (rule_mark(rule) or "", False), title.start),), at + 2


def _overlined(scan: Scan, region: Region, at: int) -> Read:
    rule, title = region.lines[at], region.lines[at + 1]
    return (_heading(scan, title.start, title.end, (rule_mark(rule) or "", True), rule.start),), at + 3


def _heading(scan: Scan, start: int, end: int, style: tuple[str, bool], opens: int) -> Node:
    if style not in scan.styles:
        scan.styles.append(style)
    return Node(kind=BlockKind.HEADING, start=start, end=end, level=scan.styles.index(style) + 1, opens=opens)


def _quote(scan: Scan, region: Region, at: int) -> Read:
    end = taken(region, at)
    children = body_nodes(scan, inner_region(scan, region, region.lines[at:end], first_fixed=False))
    if not children:
        return (), end
    node = Node(kind=BlockKind.QUOTE, start=children[0].start, end=children[-1].end, children=unfolded(children))
    return (node,), end


def _explicit(scan: Scan, region: Region, at: int) -> Read:
    end = max(at + 1, taken(region, at + 1))
    return explicit_nodes(scan, region, region.lines[at:end], body_nodes), end


def _anonymous(_scan: Scan, region: Region, at: int) -> Read:
    line = region.lines[at]
    return (Node(kind=BlockKind.FURNITURE, start=line.start, end=line.end),), at + 1


def _bullets(scan: Scan, region: Region, at: int) -> Read:
    mark = region.lines[at].body[0]
    return _list(
        scan, region, at, lambda body: len(mark) if body[0] == mark and BULLET.match(body) else 0, Opener.BULLET
    )


def _enumerated(scan: Scan, region: Region, at: int) -> Read:
    first = ENUMERATOR.match(region.lines[at].body)
    style = first.lastgroup if first else None

    def marker(body: str) -> int:
        match = ENUMERATOR.match(body)
        return match.end() if match and match.lastgroup == style else 0

    return _list(scan, region, at, marker, Opener.ENUMERATED)


def _list(scan: Scan, region: Region, at: int, marker: Callable[[str], int], kind: Opener) -> Read:
    items: list[Node] = []
    end = at
    while at < len(region.lines):
        line = region.lines[at]
        if line.blank:
            at += 1
            continue
        if opener(region.lines, at, region.margin, top=region.top) is not kind:
            break
        width = marker(line.body)
        if not width:
            break
        stop = max(at + 1, taken(region, at + 1))
        first = after(line, line.first + width)
        inner = inner_region(scan, region, [first, *region.lines[at + 1 : stop]], first_fixed=True)
        items.append(_item(line.start, line.start + width, body_nodes(scan, inner)))
        at = end = stop
    node = Node(kind=BlockKind.LIST, start=items[0].start, end=items[-1].end, children=tuple(items))
    return (node,), end


def _item(start: int, marked: int, children: tuple[Node, ...]) -> Node:
    return Node(
        kind=BlockKind.LIST_ITEM,
        start=start,
        end=children[-1].end if children else marked,
        children=unfolded(children),
        content=children[0].start if children else marked,
    )


def _definitions(scan: Scan, region: Region, at: int) -> Read:
    items: list[Node] = []
    end = at
    while at < len(region.lines):
        kind = opener(region.lines, at, region.margin, top=region.top)
        if kind is Opener.BLANK:
            at += 1
            continue
        if kind is not Opener.DEFINITION:
            break
        term = region.lines[at]
        stop = taken(region, at + 1)
        body = body_nodes(scan, inner_region(scan, region, region.lines[at + 1 : stop], first_fixed=False))
        named = Node(kind=BlockKind.PARAGRAPH, start=term.start, end=term.end)
        last = body[-1].end if body else term.end
        items.append(Node(kind=BlockKind.LIST_ITEM, start=term.start, end=last, children=(named, *body)))
        at = end = stop
    node = Node(kind=BlockKind.LIST, start=items[0].start, end=items[-1].end, children=tuple(items))
    return (node,), end


def _fields(_scan: Scan, region: Region, at: int) -> Read:
    start = region.lines[at].start
    end = at
    while at < len(region.lines):
        kind = opener(region.lines, at, region.margin, top=region.top)
        if kind is Opener.FIELD:
            at = end = max(at + 1, taken(region, at + 1))
        elif kind is Opener.BLANK:
            at += 1
        else:
            break
    return (Node(kind=BlockKind.RECORD, start=start, end=_last(region, end)),), end


def _doctest(_scan: Scan, region: Region, at: int) -> Read:
    end = _until_blank(region, at)
    return (Node(kind=BlockKind.CODE, start=region.lines[at].start, end=_last(region, end)),), end


def _line_block(_scan: Scan, region: Region, at: int) -> Read:
    end = _until_blank(region, at)
    return (Node(kind=BlockKind.PARAGRAPH, start=region.lines[at].start, end=_last(region, end)),), end


def _table(scan: Scan, region: Region, at: int) -> Read:
    node, end = drawn_table(scan, region, at)
    return (node,), end


def _text(_scan: Scan, region: Region, at: int) -> Read:
    end = _paragraph_end(region, at)
    last = region.lines[end - 1]
    node = Node(kind=BlockKind.PARAGRAPH, start=region.lines[at].start, end=last.end)
    if not last.body.endswith("::"):
        return (node,), end
    nodes = () if last.body == "::" and end == at + 1 else (node,)
    code, after_code = _literal(region, end)
    return ((*nodes, code), after_code) if code else ((node,), end)


def _literal(region: Region, at: int) -> tuple[Node | None, int]:
    """Read the literal block that a paragraph ending in `::` announces: indented, or quoted at the margin."""
    while at < len(region.lines) and region.lines[at].blank:
        at += 1
    end = taken(region, at)
    if at < len(region.lines) and end <= at:
        quote = region.lines[at].body[0]
        if not quote.isalnum() and quote.isascii():
            end = at
            while end < len(region.lines) and region.lines[end].body.startswith(quote):
                end += 1
    if end <= at:
        return None, at
    return Node(kind=BlockKind.CODE, start=code_start(region.lines[at:end]), end=_last(region, end)), end


def _paragraph_end(region: Region, at: int) -> int:
    """Return the line after a paragraph: a blank one, or the literal block that a line ending in `::` announces."""
    end = at + 1
    while end < len(region.lines) and not region.lines[end].blank:
        if region.lines[end - 1].body.endswith("::") and region.lines[end].column > region.margin:
            break
        end += 1
    return end


def _until_blank(region: Region, at: int) -> int:
    end = at + 1
    while end < len(region.lines) and not region.lines[end].blank:
        end += 1
    return end


def _last(region: Region, end: int) -> int:
    """Return the offset after the last line before `end` that isn't blank."""
    while region.lines[end - 1].blank:
        end -= 1
    return region.lines[end - 1].end


_SKIPPED = frozenset({Opener.BLANK, Opener.TRANSITION})
_READERS: dict[Opener, Callable[[Scan, Region, int], Read]] = {
    Opener.INDENT: _quote,
    Opener.TITLE: _title,
    Opener.OVERLINED: _overlined,
    Opener.EXPLICIT: _explicit,
    Opener.ANONYMOUS: _anonymous,
    Opener.BULLET: _bullets,
    Opener.ENUMERATED: _enumerated,
    Opener.FIELD: _fields,
    Opener.DOCTEST: _doctest,
    Opener.LINE_BLOCK: _line_block,
    Opener.GRID_TABLE: _table,
    Opener.SIMPLE_TABLE: _table,
    Opener.DEFINITION: _definitions,
    Opener.TEXT: _text,
}
