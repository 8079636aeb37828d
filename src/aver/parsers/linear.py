"""The linearised rendering of formats that have no source text: lines written one by one, tables cell by cell.

Every piece goes through one writer that knows its place, so that spans are exact by construction. A table has one line
per row with its cells joined by bars, like the tables of web pages; a table inside a cell stands on lines of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from aver.errors import TooLarge
from aver.parsers.limits import Limits
from aver.parsers.tree import Node
from aver.patterns import regex
from aver.values.documents import BlockKind, Cell, Document, Table

MAX_CELLS = 1_000_000

_SPACE = regex(r"[ \t\r\f\v\x00]+")
_UNENCODABLE = regex("[\ud800-\udfff]")

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """The content of one table cell and its place on the grid, rows and columns from 0."""

    row: int
    column: int
    parts: tuple[str | Grid, ...]
    row_span: int = 1
    column_span: int = 1
    is_header: bool = False
    ref: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A table before it is written: its cells row by row, covered places left out."""

    cells: tuple[Placed, ...]
    rows: int
    columns: int
    header_rows: int = 0
    header_columns: int = 0
    caption: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of a list that has been written: its depth from 0, its span, and where its text begins after the mark."""

    depth: int
    start: int
    end: int
    content: int


@dataclass(slots=True, kw_only=True)
class Writer:
    """Writes the canonical text; every method that writes returns the span of what it wrote."""

    name: str
    limits: Limits
    parts: list[str] = field(default_factory=list)
    length: int = 0

    def text(self) -> str:
        """Return what has been written."""
        return "".join(self.parts)

    def line(self, text: str) -> Span:
        """Write `text`, which is tidied and not empty, on a line of its own."""
        self._new_line()
        return self._write(text)

    def paragraph(self, text: str) -> Span:
        """Write `text`, which is tidied and not empty, with an empty line before it: no sentence runs into it."""
        self._new_paragraph()
        return self._write(text)

    def block(self, kind: BlockKind, text: str, level: int | None = None) -> Node | None:
        """Write `text` as a block without children; None where nothing is left of it."""
        tidied = verbatim(text) if kind is BlockKind.CODE else tidy(text)
        if not tidied:
            return None
        start, end = self.paragraph(tidied)
        return Node(kind=kind, start=start, end=end, level=level)

    def table(self, grid: Grid) -> Node | None:
        """Write a table with an empty line before it; None where it has no text at all.

        Raises TooLarge beyond `limits.max_columns` or a million cells.
        """
        self._refuse_vast(grid)
        if not _says_something(grid):
            return None
        self._new_paragraph()
        return self._rows(grid)

    def _rows(self, grid: Grid) -> Node:
        cells: list[Cell] = []
        inner: list[Node] = []
        begin: int | None = None
        row = -1
        for number, placed in enumerate(grid.cells):
            first = placed.row != row
            last = number + 1 == len(grid.cells) or grid.cells[number + 1].row != placed.row
            if first:
                self._new_line()
            else:
                begin = self.length if begin is None else begin
                self._separate(before_text=bool(placed.parts) or not last)
            row = placed.row
            start, end = self._cell(placed.parts, inner)
            begin = start if begin is None and end > start else begin
            cells.append(_cell(placed, start, end))
        return self._closed(grid, cells, inner, begin or 0)

    def take(self, document: Document) -> tuple[Span, int]:
        """Write a whole document's text as paragraphs of its own; return its span and the offset of its blocks."""
        self._new_paragraph()
        start, end = self._write(document.text)
        return (start, end), start

    def _refuse_vast(self, grid: Grid) -> None:
        if grid.columns > self.limits.max_columns or len(grid.cells) > MAX_CELLS:
            raise TooLarge(
                f"{self.name}: a table of {grid.rows} rows and {grid.columns} columns",
                hint="Split the table or raise the limit on columns.",
            )

    def _closed(self, grid: Grid, cells: Sequence[Cell], inner: Sequence[Node], begin: int) -> Node:
        end = len(self.text_since(begin).rstrip()) + begin
        kept = tuple(within(cell, begin, end) for cell in cells)
        table = Table(
            number=1,
            rows=grid.rows,
            columns=grid.columns,
            header_rows=min(grid.header_rows, grid.rows),
            header_columns=min(grid.header_columns, grid.columns),
            cells=kept,
            caption=grid.caption,
        )
        return Node(kind=BlockKind.TABLE, start=begin, end=end, children=tuple(inner), table=table)

    def text_since(self, offset: int) -> str:
        """Return what has been written from `offset` on."""
        kept: list[str] = []
        at = self.length
        for part in reversed(self.parts):
            if at <= offset:
                break
            at -= len(part)
            kept.append(part)
        return "".join(reversed(kept))[max(0, offset - at) :]

    def _separate(self, *, before_text: bool) -> None:
        inside = bool(self.parts) and not self.parts[-1].endswith("\n")
        self._write(f"{' ' if inside else ''}|{' ' if before_text else ''}")

    def _cell(self, parts: Iterable[str | Grid], inner: list[Node]) -> Span:
        spans: list[Span] = []
        for part in parts:
            if isinstance(part, str):
                if spans:
                    self._new_line()
                spans.append(self._write(part))
            else:
                self._new_line()
                self._refuse_vast(part)
                if _says_something(part):
                    nested = self._rows(part)
                    inner.append(nested)
                    spans.append((nested.start, nested.end))
        return (spans[0][0], spans[-1][1]) if spans else (self.length, self.length)

    def _new_line(self) -> None:
        if self.parts and not self.parts[-1].endswith("\n"):
            self._write("\n")

    def _new_paragraph(self) -> None:
        self._new_line()
        if self.parts and not is_parted(self.parts):
            self._write("\n")

    def _write(self, piece: str) -> Span:
        start = self.length
        self.length += len(piece)
        if self.length > self.limits.max_characters:
            raise TooLarge(
                f"{self.name}: more than {self.limits.max_characters} characters",
                hint="Split the file or raise the limit on characters.",
            )
        self.parts.append(piece)
        return start, self.length


def is_parted(parts: Sequence[str]) -> bool:
    """Whether what has been written, piece by piece, ends with an empty line."""
    return list(parts[-2:]) == ["\n", "\n"]


def tidy(text: str) -> str:
    """Return running text with white space collapsed, its own line breaks kept, lines and ends trimmed."""
    lines = (_SPACE.sub(" ", line).strip() for line in _UNENCODABLE.sub("\ufffd", text).split("\n"))
    return "\n".join(line for line in lines if line).strip()


def verbatim(text: str) -> str:
    """Return text whose white space counts, blank lines around it dropped."""
    lines = _UNENCODABLE.sub("\ufffd", text).replace("\x00", "\ufffd").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    return "\n".join(lines).rstrip()


def nested_lists(items: Sequence[Item]) -> Node:
    """Return one LIST of `items`, deeper ones inside the item before them; `items` is not empty."""
    stack: list[tuple[int, list[Node]]] = [(items[0].depth, [])]
    for item in items:
        while len(stack) > 1 and item.depth < stack[-1][0]:
            _fold(stack)
        if item.depth > stack[-1][0] and stack[-1][1]:
            stack.append((item.depth, []))
        stack[-1][1].append(Node(kind=BlockKind.LIST_ITEM, start=item.start, end=item.end, content=item.content))
    while len(stack) > 1:
        _fold(stack)
    return _list(stack[0][1])


def _fold(stack: list[tuple[int, list[Node]]]) -> None:
    """Put the deepest open list inside the last item of the list around it."""
    _, inner = stack.pop()
    nested = _list(inner)
    holder = stack[-1][1].pop()
    begin = holder.start if holder.content is None else holder.content
    own = holder.children or (Node(kind=BlockKind.PARAGRAPH, start=begin, end=holder.end),)
    stack[-1][1].append(replace(holder, end=nested.end, children=(*own, nested)))


def _list(items: Sequence[Node]) -> Node:
    return Node(kind=BlockKind.LIST, start=items[0].start, end=items[-1].end, children=tuple(items))


def _says_something(grid: Grid) -> bool:
    return any(isinstance(part, str) or _says_something(part) for placed in grid.cells for part in placed.parts)


def _cell(placed: Placed, start: int, end: int) -> Cell:
    return Cell(
        row=placed.row,
        column=placed.column,
        start=start,
        end=end,
        row_span=placed.row_span,
        column_span=placed.column_span,
        is_header=placed.is_header,
        ref=placed.ref,
    )


def within(cell: Cell, begin: int, end: int) -> Cell:
    """Return the cell inside its table: an empty one at the ragged edge moves to the table's own end."""
    start = min(max(cell.start, begin), end)
    return cell if start == cell.start else replace(cell, start=start, end=start)
