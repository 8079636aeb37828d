"""What must hold for every parsed document, whatever its format; written against the values alone."""

from __future__ import annotations

from itertools import pairwise

from aver.parsers.code_suffixes import CODE_TYPES
from aver.parsers.zip_guard import PPTX
from aver.values.documents import Block, BlockKind, Document, Named

NAMED_WITHOUT_HEADING = frozenset({"application/json", "application/jsonl"}) | CODE_TYPES
SYNTHETIC = frozenset({PPTX, "message/rfc822"})


def assert_wellformed(document: Document) -> None:
    """Parents before and around children, siblings ordered and disjoint, spans trimmed, cells inside their table."""
    last_end: dict[int | None, int] = {}
    leaf = set(leaves(document))
    for position, block in enumerate(document.blocks):
        assert 0 <= block.start < block.end <= len(document.text), block
        if block.parent is not None:
            assert block.parent < position
            parent = document.blocks[block.parent]
            assert parent.start <= block.start and block.end <= parent.end, (parent, block)
            assert parent.kind not in (BlockKind.PARAGRAPH, BlockKind.HEADING, BlockKind.CODE), parent
        assert block.start >= last_end.get(block.parent, 0), block
        last_end[block.parent] = block.end
        if block in leaf and block.kind is not BlockKind.CODE:
            assert spelled(document, block).strip() == spelled(document, block)
        if block.kind is BlockKind.SECTION:
            assert_section_is_named_by_its_text(document, position)
        assert (block.table is not None) == (block.kind is BlockKind.TABLE)
        if block.table is not None:
            assert_cells_fit(document, block)
    numbers = [block.table.number for block in document.blocks if block.table is not None]
    assert numbers == list(range(1, len(numbers) + 1))


def assert_section_is_named_by_its_text(document: Document, position: int) -> None:
    """By its heading where one begins it; a name without a heading (a key, a function) stands in the text."""
    section, first = document.blocks[position], document.blocks[position + 1]
    assert first.parent == position and section.ref is not None
    if first.kind is BlockKind.HEADING:
        assert first.level == section.level
        assert section.ref == Named(title=" ".join(spelled(document, first).split()))
    elif isinstance(section.ref, Named):
        assert document.media_type in NAMED_WITHOUT_HEADING
        assert section.ref.title in " ".join(spelled(document, section).split())
    else:
        assert document.media_type in NAMED_WITHOUT_HEADING | SYNTHETIC


def assert_cells_fit(document: Document, block: Block) -> None:
    table = block.table
    assert table is not None
    assert table.header_rows <= table.rows and table.header_columns <= table.columns
    places = set()
    pieces: list[tuple[int, int]] = []
    for cell in table.cells:
        assert block.start <= cell.start <= cell.end <= block.end
        text = document.text[cell.start : cell.end]
        assert text == text.strip()
        assert cell.row + cell.row_span <= table.rows and cell.column + cell.column_span <= table.columns
        places.add((cell.row, cell.column))
        if text:
            pieces.append((cell.start, cell.end))
    pieces.sort()
    assert all(before[1] <= after[0] for before, after in pairwise(pieces)), "cells overlap"
    assert [(cell.row, cell.column) for cell in table.cells] == sorted((cell.row, cell.column) for cell in table.cells)


def spelled(document: Document, block: Block) -> str:
    return document.text[block.start : block.end]


def of_kind(document: Document, kind: BlockKind) -> list[str]:
    """The texts of all blocks of one kind, in order."""
    return [spelled(document, block) for block in document.blocks if block.kind is kind]


def leaves(document: Document) -> list[Block]:
    parents = {block.parent for block in document.blocks}
    return [block for position, block in enumerate(document.blocks) if position not in parents]


def grid(document: Document, number: int = 1) -> list[list[str]]:
    """Table `number` as rows of texts; the pieces of one cell are joined with a space, spanned places repeat None."""
    table = next(b.table for b in document.blocks if b.table is not None and b.table.number == number)
    rows: list[list[str | None]] = [[None] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        text = " ".join(document.text[cell.start : cell.end].split())
        known = rows[cell.row][cell.column]
        rows[cell.row][cell.column] = text if known is None else f"{known} {text}"
    return [[cell if cell is not None else "" for cell in row] for row in rows]


def uncovered(document: Document) -> list[str]:
    """What stands in no leaf (the marker of a list item belongs to its item, every cell to its table), line by line."""
    covered = bytearray(len(document.text))
    own = [block for block in document.blocks if block.kind in (BlockKind.LIST_ITEM, BlockKind.TABLE)]
    for block in leaves(document) + own:
        covered[block.start : block.end] = b"\1" * (block.end - block.start)
    found: list[str] = []
    offset = 0
    for line in document.text.split("\n"):
        rest = "".join(c for i, c in enumerate(line) if not covered[offset + i]).strip()
        if rest:
            found.append(rest)
        offset += len(line) + 1
    return found
