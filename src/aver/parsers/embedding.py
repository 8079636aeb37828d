"""A parsed document inside another one: its blocks as nodes at another place and another depth."""

from __future__ import annotations

from dataclasses import replace

from aver.parsers.tree import Node
from aver.values.documents import Document, Table


def embedded(document: Document, *, offset: int, levels: int) -> tuple[Node, ...]:
    """Return the blocks of `document` moved by `offset` code points, its headings `levels` deeper.

    Pages and regions stay behind: they belong to the inner file.
    """
    children: list[list[Node]] = [[] for _ in document.blocks]
    top: list[Node] = []
    for position in range(len(document.blocks) - 1, -1, -1):
        block = document.blocks[position]
        node = Node(
            kind=block.kind,
            start=block.start + offset,
            end=block.end + offset,
            children=tuple(reversed(children[position])),
            level=None if block.level is None else block.level + levels,
            ref=block.ref,
            role=block.role,
            table=None if block.table is None else _moved(block.table, offset),
        )
        (top if block.parent is None else children[block.parent]).append(node)
    return tuple(reversed(top))


def _moved(table: Table, offset: int) -> Table:
    cells = tuple(replace(cell, start=cell.start + offset, end=cell.end + offset) for cell in table.cells)
    return replace(table, cells=cells)
