"""Leaves: the blocks of a page before they are written into one text, and the grid of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from statistics import median

from aver.parsers.pdf.layout import BlockBox
from aver.parsers.pdf.lines import Line, box_around
from aver.parsers.pdf.words import Box, Word
from aver.values.documents import BlockKind


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """One cell with its words; rows and columns count from 0."""

    row: int
    column: int
    words: tuple[Word, ...]
    row_span: int = 1
    column_span: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The cells of a table, row by row; every place of the grid belongs to one cell."""

    rows: int
    columns: int
    header_rows: int
    header_columns: int
    cells: tuple[GridCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """Where a table goes on: its grid rows from `row` on stand on `page`, inside `box`."""

    page: int
    row: int
    box: Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A block without children: its lines, its page and rectangle, and what is known about it so far.

    `page` and `box` are those of its first piece; `carried` are the later pieces of a table that goes on over pages.
    """

    kind: BlockKind
    page: int
    box: Box
    lines: tuple[Line, ...]
    level: int | None = None
    grid: Grid | None = None
    layout: BlockBox | None = None
    in_outline: bool = False
    caption: str | None = None
    carried: tuple[Carried, ...] = ()

    @property
    def text(self) -> str:
        """The lines as they are written."""
        return "\n".join(line.text for line in self.lines)

    @property
    def words(self) -> tuple[Word, ...]:
        """All words, line by line."""
        return tuple(word for line in self.lines for word in line.words)

    @property
    def size(self) -> float:
        """Median font height in points."""
        return median(w.size for w in self.words) if self.lines else 0.0

    @property
    def bold(self) -> bool:
        """Whether most lines are bold."""
        return 2 * sum(line.bold for line in self.lines) > len(self.lines)


def with_lines(leaf: Leaf, lines: tuple[Line, ...]) -> Leaf:
    """Return the leaf with other lines and the rectangle around them."""
    return replace(leaf, lines=lines, box=box_around(word for line in lines for word in line.words))
