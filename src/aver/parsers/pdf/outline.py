"""The document's own outline as the skeleton of its sections.

Every outline entry that can be read on its page becomes a heading there, whatever the layout engine made of it:
wrapped lines are merged, a heading swallowed by a paragraph or a false table is cut out of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.parsers.pdf.leaves import Leaf, with_lines
from aver.parsers.pdf.lines import Line
from aver.parsers.pdf.source import Entry
from aver.parsers.pdf.titles import same_title
from aver.values.documents import BlockKind

MAX_LINES = 4


def follow_outline(leaves: Sequence[Leaf], outline: Sequence[Entry]) -> tuple[Leaf, ...]:
    """Return the leaves with a heading for every outline entry whose title stands on its page."""
    wanted: dict[int, list[Entry]] = {}
    for entry in outline:
        wanted.setdefault(entry.page, []).append(entry)
    result: list[Leaf] = []
    position = 0
    while position < len(leaves):
        leaf = leaves[position]
        entries = wanted.get(leaf.page, [])
        taken, cut = _match(leaves, position, entries) if entries else (1, (leaf,))
        result.extend(cut)
        position += taken
    return tuple(result)


def _match(leaves: Sequence[Leaf], position: int, entries: list[Entry]) -> tuple[int, tuple[Leaf, ...]]:
    """Cut one leaf at the titles it holds; a title may run on into the next leaves. Uses up the entries found."""
    leaf = leaves[position]
    if leaf.kind is BlockKind.FURNITURE:
        return 1, (leaf,)
    for entry in entries:
        for taken in (2, 3):
            joined = leaves[position : position + taken]
            if _is_wrapped_title(joined, entry):
                entries.remove(entry)
                lines = tuple(line for part in joined for line in part.lines)
                return taken, (_heading(leaf, lines, entry),)
    return 1, _cut(leaf, entries)


def _is_wrapped_title(parts: Sequence[Leaf], entry: Entry) -> bool:
    lines = [line for part in parts for line in part.lines]
    same_page = len({part.page for part in parts}) == 1 and all(p.kind is not BlockKind.FURNITURE for p in parts)
    return (
        len(parts) > 1
        and same_page
        and len(lines) <= MAX_LINES
        and same_title(" ".join(line.text for line in lines), entry.title)
    )


def _cut(leaf: Leaf, entries: list[Entry]) -> tuple[Leaf, ...]:
    for start in range(len(leaf.lines)):
        for count in range(1, min(MAX_LINES, len(leaf.lines) - start) + 1):
            lines = leaf.lines[start : start + count]
            title = " ".join(line.text for line in lines)
            entry = next((e for e in entries if same_title(title, e.title)), None)
            if entry is None or (leaf.grid is not None and not _stands_out(lines, leaf)):
                continue
            entries.remove(entry)
            before = (_rest(leaf, leaf.lines[:start]),) if start else ()
            after = _cut(_rest(leaf, leaf.lines[start + count :]), entries) if start + count < len(leaf.lines) else ()
            return (*before, _heading(leaf, lines, entry), *after)
    return (leaf,)


def _stands_out(lines: Sequence[Line], table: Leaf) -> bool:
    """Say whether lines inside a table are set as a heading; a title in the table's own font is one of its cells."""
    smallest = min(line.size for line in table.lines)
    return all(line.bold and line.size >= 1.1 * smallest for line in lines)


def _rest(leaf: Leaf, lines: tuple[Line, ...]) -> Leaf:
    kind = BlockKind.PARAGRAPH if leaf.kind in (BlockKind.HEADING, BlockKind.TABLE) else leaf.kind
    return replace(with_lines(leaf, lines), kind=kind, grid=None, level=None)


def _heading(leaf: Leaf, lines: tuple[Line, ...], entry: Entry) -> Leaf:
    return replace(with_lines(leaf, lines), kind=BlockKind.HEADING, level=entry.level, grid=None, in_outline=True)
