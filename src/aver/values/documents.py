"""What a parser produces: one canonical text and a tree of blocks that point into it.

Spans are half-open ranges of code points in `Document.text` (definitions.md). Everything that renders
a document (Markdown, HTML, a highlighted page) derives from this; nothing else is the truth.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class BlockKind(StrEnum):
    """What a block is. SECTION owns its heading and body; LIST and TABLE are atomic units."""

    SECTION = "section"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    LIST_ITEM = "list_item"
    TABLE = "table"
    CODE = "code"
    FIGURE = "figure"
    CAPTION = "caption"
    FOOTNOTE = "footnote"
    QUOTE = "quote"
    RECORD = "record"
    FURNITURE = "furniture"


class Role(StrEnum):
    """A part a section plays that retrieval must know about."""

    ABSTRACT = "abstract"
    REFERENCES = "references"
    TOC = "toc"
    FRONT_MATTER = "front_matter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A structural name that stands in the source."""

    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Synthetic:
    """A structural name the parser made up; it may never be rendered as if it were a title."""

    label: str


StructuralRef: TypeAlias = Named | Synthetic


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """A rectangle on a page: points (1/72 inch), origin top left, page numbers from 1."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page of a paged format: its number from 1, printed label, size in points and span of text."""

    number: int
    label: str
    width: float
    height: float
    start: int
    end: int
    needs_ocr: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One table cell; row and column count from 0, `[start, end)` is its text without surrounding space.

    Where a drawn table spreads a cell over lines that other columns share, the cell comes as several
    pieces with the same row and column, in order: one span would quote its neighbours.
    """

    row: int
    column: int
    start: int
    end: int
    row_span: int = 1
    column_span: int = 1
    is_header: bool = False
    ref: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A grid of cells over the canonical text; `number` counts the tables of the document from 1."""

    number: int
    rows: int
    columns: int
    header_rows: int
    header_columns: int
    cells: tuple[Cell, ...]
    caption: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A node of the tree. `parent` is the position of the parent in `Document.blocks` (None at the top).

    Blocks stand in document order, parents before children; children lie inside their parent and
    siblings are disjoint. `level` is the heading level of a section or heading (1 = top), `ref` the
    name of a section, `role` what a section is for, `regions` where a paged format shows the block.
    """

    kind: BlockKind
    start: int
    end: int
    parent: int | None = None
    level: int | None = None
    ref: StructuralRef | None = None
    role: Role | None = None
    table: Table | None = None
    regions: tuple[Region, ...] = ()
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ParseWarning:
    """Something the parser could not read, with the page where it has one."""

    code: str
    detail: str
    page: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One parsed document.

    `fields` are the document's own descriptive statements (front matter, field lists, properties):
    lower-case keys with hyphens, values as written, in order. They may describe (title, authors, dates,
    language) and narrow (status, validity, superseded-by); they never govern (definitions.md).
    """

    title: str
    text: str
    blocks: tuple[Block, ...]
    media_type: str
    parser: str
    language: str
    pages: tuple[Page, ...] = ()
    fields: tuple[tuple[str, str], ...] = ()
    warnings: tuple[ParseWarning, ...] = ()

    def children(self, parent: int | None) -> tuple[int, ...]:
        """Return the positions of the blocks directly under `parent` (None: the top)."""
        return tuple(i for i, block in enumerate(self.blocks) if block.parent == parent)

    def field(self, key: str) -> str | None:
        """Return the first value of the field `key`, or None."""
        return next((value for name, value in self.fields if name == key), None)
