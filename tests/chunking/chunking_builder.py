"""Hand-built documents: a nested plan of parts in, a Document with exact spans out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from aver.ports import Tokenizer
from aver.values.documents import Block, BlockKind, Cell, Document, Named, Role, StructuralRef, Synthetic, Table

PIECE = re.compile(r"\w{1,6}|[^\w\s]")


def toy_spans(text: str) -> list[tuple[int, int]]:
    """Cut words into pieces of at most six letters; every other mark is a piece of its own."""
    return [match.span() for match in PIECE.finditer(text)]


def toy_count(texts: Sequence[str]) -> list[int]:
    """Count the pieces of each text."""
    return [len(toy_spans(text)) for text in texts]


def toy_encode(texts: Sequence[str]) -> NDArray[np.float32]:
    """Turn each text into a unit vector of its first letters: texts that share words are alike."""
    rows = np.zeros((len(texts), 27), dtype=np.float32)
    rows[:, 26] = 1e-3
    for row, text in zip(rows, texts, strict=True):
        for start, _ in toy_spans(text.lower()):
            row[(ord(text[start]) - ord("a")) % 26] += 1
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


TOY = Tokenizer(count=toy_count, spans=toy_spans, encode=toy_encode)


@dataclass(frozen=True)
class Part:
    """One node of the plan; `text` for leaves, `parts` for containers, `grid` for tables."""

    kind: BlockKind
    text: str = ""
    parts: tuple[Part, ...] = ()
    grid: tuple[tuple[str, ...], ...] = ()
    ref: StructuralRef | None = None
    role: Role | None = None
    header_rows: int = 1
    prefix: str = ""


def p(text: str) -> Part:
    return Part(BlockKind.PARAGRAPH, text)


def section(title: str, *parts: Part, role: Role | None = None, synthetic: bool = False) -> Part:
    if synthetic:
        return Part(BlockKind.SECTION, parts=parts, ref=Synthetic(label=title), role=role)
    return Part(BlockKind.SECTION, parts=(Part(BlockKind.HEADING, title), *parts), ref=Named(title=title), role=role)


def bullets(*items: str) -> Part:
    leaves = tuple(Part(BlockKind.LIST_ITEM, parts=(p(item),), prefix="- ") for item in items)
    return Part(BlockKind.LIST, parts=leaves)


def table(*grid: tuple[str, ...], header_rows: int = 1) -> Part:
    return Part(BlockKind.TABLE, grid=grid, header_rows=header_rows)


@dataclass
class _Writer:
    text: str = ""
    blocks: list[Block] = field(default_factory=list)
    tables: int = 0

    def add(self, part: Part, parent: int | None) -> None:
        if self.text and not self.text.endswith("\n\n"):
            self.text += "\n\n" if part.kind is not BlockKind.LIST_ITEM else "\n"
        position, start = len(self.blocks), len(self.text)
        self.blocks.append(Block(kind=part.kind, start=start, end=start, parent=parent))
        grid = self._grid(part) if part.grid else None
        self.text += part.prefix + part.text
        for number, child in enumerate(part.parts):
            self._child(child, position, glued=number == 0)
        self.blocks[position] = Block(
            kind=part.kind,
            start=start,
            end=len(self.text.rstrip()),
            parent=parent,
            ref=part.ref,
            role=part.role,
            table=grid,
        )

    def _child(self, part: Part, parent: int, *, glued: bool) -> None:
        if not glued:
            self.add(part, parent)
            return
        kept, self.text = self.text, ""
        before = len(self.blocks)
        self.add(part, parent)
        for index in range(before, len(self.blocks)):
            self.blocks[index] = _shifted(self.blocks[index], len(kept))
        self.text = kept + self.text

    def _grid(self, part: Part) -> Table:
        cells, self.tables = [], self.tables + 1
        for row, values in enumerate(part.grid):
            for column, value in enumerate(values):
                self.text += "| "
                head = row < part.header_rows
                end = len(self.text) + len(value)
                cells.append(Cell(row=row, column=column, start=len(self.text), end=end, is_header=head))
                self.text += value + " "
            self.text += "|\n"
            if row == part.header_rows - 1:
                self.text += "|" + "---|" * len(values) + "\n"
        self.text = self.text.rstrip("\n")
        width = max(len(row) for row in part.grid)
        return Table(
            number=self.tables,
            rows=len(part.grid),
            columns=width,
            header_rows=part.header_rows,
            header_columns=0,
            cells=tuple(cells),
        )


def _shifted(block: Block, by: int) -> Block:
    grid = block.table
    if grid is not None:
        grid = replace(grid, cells=tuple(replace(c, start=c.start + by, end=c.end + by) for c in grid.cells))
    return replace(block, start=block.start + by, end=block.end + by, table=grid)


def build(*parts: Part, title: str = "Handbook", language: str = "en") -> Document:
    """Write the parts one after the other and return the document."""
    writer = _Writer()
    for part in parts:
        writer.add(part, None)
    return Document(
        title=title,
        text=writer.text,
        blocks=tuple(writer.blocks),
        media_type="text/plain",
        parser="tests.builder/1",
        language=language,
    )
