"""The tree that parsers build, and its flattening into the blocks of a document.

A parser returns nodes: immutable, nested, with spans into the canonical text. Headings come flat; `sectioned`
nests what follows a heading under it, and `flatten` numbers the tables and turns the tree into the ordered tuple
of blocks. Neither recurses, so that depth costs memory and never a crash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aver.parsers.roles import role_of
from aver.values.documents import Block, BlockKind, Named, Role, StructuralRef, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A block with its children inside; `[start, end)` are code points of the canonical text.

    `opens` is where the markup of a heading begins (its section starts there), `content` where the text of
    a list item begins after its marker; both None where they equal `start`. `label` says of a paragraph that all of it
    is bold.
    """

    kind: BlockKind
    start: int
    end: int
    children: tuple[Node, ...] = ()
    level: int | None = None
    ref: StructuralRef | None = None
    role: Role | None = None
    table: Table | None = None
    opens: int | None = None
    content: int | None = None
    label: bool = False


@dataclass(slots=True, kw_only=True)
class _OpenSection:
    heading: Node
    level: int
    children: list[Node]


def sectioned(nodes: Sequence[Node], text: str) -> tuple[Node, ...]:
    """Nest flat siblings under the headings among them; without headings they come back as they are.

    A heading of level n ends every open section of level n or deeper. The section is named after the
    heading exactly as it stands in `text`, white space collapsed.
    """
    top: list[Node] = []
    stack: list[_OpenSection] = []

    def close(level: int) -> None:
        while stack and stack[-1].level >= level:
            done = stack.pop()
            (stack[-1].children if stack else top).append(_section(done, text))

    for node in nodes:
        if node.kind is BlockKind.HEADING:
            level = node.level or 1
            close(level)
            stack.append(_OpenSection(heading=node, level=level, children=[node]))
        else:
            (stack[-1].children if stack else top).append(node)
    close(0)
    return tuple(top)


def _section(section: _OpenSection, text: str) -> Node:
    heading = section.heading
    title = " ".join(text[heading.start : heading.end].split())
    return Node(
        kind=BlockKind.SECTION,
        start=heading.start if heading.opens is None else heading.opens,
        end=section.children[-1].end,
        children=tuple(section.children),
        level=section.level,
        ref=Named(title=title),
        role=role_of(title),
    )


def flatten(nodes: Sequence[Node]) -> tuple[Block, ...]:
    """Return the blocks in document order, parents before children, tables numbered from 1."""
    blocks: list[Block] = []
    tables = 0
    pending: list[tuple[Node, int | None]] = [(node, None) for node in reversed(nodes)]
    while pending:
        node, parent = pending.pop()
        table = node.table
        if table is not None:
            tables += 1
            table = replace(table, number=tables)
        position = len(blocks)
        blocks.append(
            Block(
                kind=node.kind,
                start=node.start,
                end=node.end,
                parent=parent,
                level=node.level,
                ref=node.ref,
                role=node.role,
                table=table,
            )
        )
        pending.extend((child, position) for child in reversed(node.children))
    return tuple(blocks)


def trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Return `[start, end)` without the white space at its ends; an empty span stays at `start`."""
    piece = text[start:end]
    stripped = piece.strip()
    if not stripped:
        return start, start
    begin = start + len(piece) - len(piece.lstrip())
    return begin, begin + len(stripped)


def first_heading(nodes: Sequence[Node], text: str) -> str | None:
    """Return the first top-level heading's text, white space collapsed, or None."""
    for node in nodes:
        if node.kind is BlockKind.HEADING:
            return " ".join(text[node.start : node.end].split())
    return None


def unfolded(children: tuple[Node, ...]) -> tuple[Node, ...]:
    """Return no children where a lone paragraph is all there is: it is then the content of its parent itself."""
    return () if len(children) == 1 and children[0].kind is BlockKind.PARAGRAPH else children
