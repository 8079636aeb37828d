"""Where blocks and table cells lie, according to liteparse.

Only rectangles, kinds and levels are taken from it; see `words` for why its text isn't. It runs in this process:
the sandbox around every parser already bounds memory and time, and liteparse's own pool would be a second one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from liteparse import LiteParse, ParseError

from aver.parsers.pdf.words import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class CellBox:
    """A cell that the layout engine saw: its place in the grid and its rectangle, if it has ink."""

    row: int
    column: int
    box: Box | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockBox:
    """A block that the layout engine saw on a page; `cells` and `header_rows` only for tables."""

    kind: str
    box: Box
    level: int | None = None
    cells: tuple[CellBox, ...] = ()
    header_rows: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLayout:
    """The blocks of one page in reading order, how many letters and digits they rest on and whether it is a picture."""

    blocks: tuple[BlockBox, ...]
    characters: int
    is_scan: bool


def read_layout(data: bytes, *, max_pages: int) -> dict[int, PageLayout] | None:
    """Return the layout per page number, or None where liteparse cannot read what PDFium opened."""
    engine = LiteParse(
        ocr_enabled=False,
        extract_blocks=True,
        emit_word_boxes=False,
        include_complexity=True,
        keep_headers_footers=True,
        continue_on_page_error=True,
        max_pages=max_pages,
        num_workers=1,
        quiet=True,
    )
    try:
        result = engine.parse(data)
    except ParseError:
        return None
    return {page.page_num: _page(page) for page in result.pages}


def _page(page: Any) -> PageLayout:
    complexity = page.complexity
    return PageLayout(
        blocks=tuple(_block(b) for b in page.blocks or () if b.bbox is not None and b.kind != "rule"),
        characters=sum(c.isalnum() for item in page.text_items for c in item.text),
        is_scan=bool(complexity and complexity.needs_ocr and (complexity.full_page_image or complexity.is_garbled)),
    )


def _block(block: Any) -> BlockBox:
    header = [block.header] if block.header else []
    rows = header + list(block.rows or [])
    cells = tuple(
        CellBox(row=r, column=c, box=_box(cell.bbox)) for r, row in enumerate(rows) for c, cell in enumerate(row)
    )
    return BlockBox(
        kind=block.kind,
        box=_box(block.bbox) or (0.0, 0.0, 0.0, 0.0),
        level=block.level,
        cells=cells,
        header_rows=len(header),
    )


def _box(rect: Any) -> Box | None:
    return (rect.x, rect.y, rect.x + rect.width, rect.y + rect.height) if rect is not None else None
