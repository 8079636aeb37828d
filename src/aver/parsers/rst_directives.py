"""Explicit markup of reStructuredText: directives, footnotes, targets, substitutions and comments.

A directive nobody here knows keeps its argument and content as ordinary blocks, its name included where the
name says something (`deprecated:: 3.9`). What a reader of the rendered page never sees (targets, comments,
table-of-contents requests) stays in the tree as furniture. Nothing is ever included from a file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from aver.parsers.lines import Line, after
from aver.parsers.rst_openers import FIELD
from aver.parsers.rst_region import Region, Scan, code_start, inner_region
from aver.parsers.rst_tables import csv_table, list_table
from aver.parsers.tree import Node
from aver.parsers.wordlists import words
from aver.patterns import regex
from aver.values.documents import BlockKind

Body = Callable[[Scan, Region], tuple[Node, ...]]

_DIRECTIVE = regex(r"\.\.\s+([A-Za-z][\w.:+-]*?)\s?::(?:\s+|$)")
_FOOTNOTE = regex(r"\.\.\s+(\[(?:[0-9]+|#[\w-]*|\*|[A-Za-z][\w.-]*)\])(?=\s|$)")
_CODE = words("code code-block sourcecode doctest testcode testoutput testsetup raw graphviz mermaid uml")
_VERBATIM = words("math parsed-literal productionlist prompt")
_FURNITURE = words(
    "contents toctree sectnum section-numbering highlight include literalinclude meta index default-role role replace "
    "unicode date target-notes header footer title currentmodule module"
)
_NAMELESS = words(
    "note warning tip hint important caution danger attention error admonition seealso topic sidebar rubric epigraph "
    "highlights pull-quote compound container class only glossary tab tabs centered hlist"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Directive:
    """A directive taken apart: `argument` and `content` lines (the first may be the rest of the opening line)."""

    name: str
    opening: Line
    argument: tuple[Line, ...]
    options: tuple[Line, ...]
    content: tuple[Line, ...]

    def option(self, name: str) -> str | None:
        """Return the value of the option `name` as written on its own line, or None."""
        for line in self.options:
            match = FIELD.match(line.body)
            if match and match[1].strip().lower() == name:
                return line.body[match.end() :].strip()
        return None


def explicit_nodes(scan: Scan, region: Region, lines: Sequence[Line], body: Body) -> tuple[Node, ...]:
    """Return the nodes of one explicit markup block; `lines` are its opening line and what is indented below."""
    opening, end = lines[0], _end(lines)
    footnote = _FOOTNOTE.match(opening.body)
    if footnote:
        return (Node(kind=BlockKind.FOOTNOTE, start=opening.start + footnote.start(1), end=end),)
    directive = _taken_apart(lines)
    if directive is None or directive.name in _FURNITURE:
        lone = opening.body == ".." and len(lines) == 1
        return () if lone else (Node(kind=BlockKind.FURNITURE, start=opening.start, end=end),)
    return _directive_nodes(scan, region, directive, body)


def _taken_apart(lines: Sequence[Line]) -> Directive | None:
    opening = lines[0]
    match = _DIRECTIVE.match(opening.body)
    if match is None:
        return None
    first = after(opening, opening.first + match.end())
    rest = list(lines[1:])
    head = next((i for i, line in enumerate(rest) if line.blank), len(rest))
    cut = next((i for i in range(head) if FIELD.match(rest[i].body)), head)
    return Directive(
        name=match[1].lower(),
        opening=opening,
        argument=tuple(line for line in (first, *rest[:cut]) if not line.blank),
        options=tuple(rest[cut:head]),
        content=tuple(rest[head:]),
    )


def _directive_nodes(scan: Scan, region: Region, directive: Directive, body: Body) -> tuple[Node, ...]:
    match directive.name:
        case name if name in _CODE:
            below = directive.argument[1:] if _inline(directive) else directive.argument
            return _code((*below, *directive.content))
        case name if name in _VERBATIM:
            return _code((*directive.argument, *directive.content))
        case "image" | "figure":
            return _figure(scan, region, directive, body)
        case "table" | "list-table" | "csv-table":
            return _table(scan, region, directive, body)
        case _:
            return _generic(scan, region, directive, body)


def _inline(directive: Directive) -> bool:
    return bool(directive.argument) and directive.argument[0].offset == directive.opening.offset


def _code(lines: Sequence[Line]) -> tuple[Node, ...]:
    full = [line for line in lines if not line.blank]
    if not full:
        return ()
    return (Node(kind=BlockKind.CODE, start=code_start(full), end=full[-1].end),)


def _generic(scan: Scan, region: Region, directive: Directive, body: Body) -> tuple[Node, ...]:
    argument = list(directive.argument)
    inline = _inline(directive)
    if inline and directive.name not in _NAMELESS:
        argument[0] = after(directive.opening, directive.opening.first + 3)
    lines = [*argument, *directive.content]
    if not any(not line.blank for line in lines):
        return ()
    if not argument:
        return body(scan, inner_region(scan, region, lines, first_fixed=False))
    return body(scan, inner_region(scan, region, lines, first_fixed=inline))


def _figure(scan: Scan, region: Region, directive: Directive, body: Body) -> tuple[Node, ...]:
    lines = [*directive.argument, *directive.options]
    if not lines:
        return _generic(scan, region, directive, body)
    start, end = lines[0].start, lines[-1].end
    inside: tuple[Node, ...] = ()
    if any(not line.blank for line in directive.content):
        inside = body(scan, inner_region(scan, region, directive.content, first_fixed=False))
    if not inside:
        return (Node(kind=BlockKind.FIGURE, start=start, end=end),)
    named = Node(kind=BlockKind.FURNITURE, start=start, end=end)
    if inside[0].kind is BlockKind.PARAGRAPH:
        inside = (replace(inside[0], kind=BlockKind.CAPTION), *inside[1:])
    return (Node(kind=BlockKind.FIGURE, start=start, end=inside[-1].end, children=(named, *inside)),)


def _table(scan: Scan, region: Region, directive: Directive, body: Body) -> tuple[Node, ...]:
    if not any(not line.blank for line in directive.content):
        return _generic(scan, region, directive, body)
    stub, head = _count(directive.option("stub-columns")), _count(directive.option("header-rows"))
    if directive.name == "csv-table":
        content = [line for line in directive.content if not line.blank]
        node = csv_table(scan, _header_lines(directive), content, header_rows=head, header_columns=stub)
    else:
        inside = body(scan, inner_region(scan, region, directive.content, first_fixed=False))
        found = inside[0] if len(inside) == 1 else None
        if found is not None and directive.name == "list-table":
            found = list_table(scan, found, header_rows=head, header_columns=stub)
        if found is None or found.table is None:
            scan.warn("table", f"a {directive.name} at character {directive.opening.start} is not a table")
            return inside
        node = found
    return (_captioned(scan, node, directive),)


def _captioned(scan: Scan, node: Node, directive: Directive) -> Node:
    if not directive.argument or node.table is None:
        return node
    start, end = directive.argument[0].start, directive.argument[-1].end
    caption = " ".join(scan.text[start:end].split())
    return replace(node, start=start, table=replace(node.table, caption=caption))


def _header_lines(directive: Directive) -> tuple[Line, ...]:
    """Return the lines of the `:header:` option, the first cut to its value."""
    for i, line in enumerate(directive.options):
        match = FIELD.match(line.body)
        if match and match[1].strip().lower() == "header":
            below = [i + 1]
            while below[-1] < len(directive.options) and not FIELD.match(directive.options[below[-1]].body):
                below.append(below[-1] + 1)
            return (after(line, line.first + match.end()), *directive.options[i + 1 : below[-1]])
    return ()


def _count(value: str | None) -> int:
    return int(value) if value is not None and value.isascii() and value.isdigit() and len(value) < 4 else 0


def _end(lines: Sequence[Line]) -> int:
    return next(line.end for line in reversed(lines) if not line.blank)
