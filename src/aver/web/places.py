"""A document as its page shows it: its outline, a window of its text, and the place that a citation points at."""

from __future__ import annotations

from dataclasses import dataclass

from aver.flows.page_images import marks_of
from aver.values.documents import Block, BlockKind, Document, Named
from aver.web.passages import GridCell, Shown, around, grid

WINDOW = 20_000
"""Code points of text on one page."""
_BEFORE = 2_000
"""Code points of text shown before the marked place."""
_BACK = 300
"""Code points within which a stretch begins with a line rather than in the middle of one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A section of the outline: its title as the source has it, None for a made-up one (A3), and where it begins."""

    title: str | None
    level: int
    start: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A stretch of text; `earlier` and `later` are where the stretches beside it begin, None at the ends."""

    shown: Shown
    start: int
    end: int
    earlier: int | None
    later: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What a span points at: the rows of its table where it lies in one, and its page where there are pages."""

    start: int
    end: int
    rows: tuple[tuple[GridCell, ...], ...]
    page: int | None
    label: str


def outline(document: Document) -> tuple[Heading, ...]:
    """Return the sections in order."""
    return tuple(
        Heading(title=block.ref.title if isinstance(block.ref, Named) else None, level=_depth(block), start=block.start)
        for block in document.blocks
        if block.kind is BlockKind.SECTION
    )


def window(document: Document, at: int | None, span: tuple[int, int] | None) -> Window:
    """Return the text from `at` on, by default from a little before `span`, which is marked where it is in it."""
    text = document.text
    wanted = at if at is not None else max(0, span[0] - _BEFORE) if span else 0
    wanted = max(0, min(wanted, len(text)))
    start = max(wanted - _BACK, text.rfind("\n", max(0, wanted - _BACK), wanted) + 1) if wanted else 0
    end = min(len(text), start + WINDOW)
    marked = (max(start, min(span[0], end)), max(start, min(span[1], end))) if span else (start, start)
    return Window(
        shown=around(text[start:end], (marked[0] - start, marked[1] - start), limit=WINDOW),
        start=start,
        end=end,
        earlier=max(0, start - WINDOW) if start else None,
        later=end if end < len(text) else None,
    )


def place(document: Document, span: tuple[int, int]) -> Place:
    """Return what `[start, end)` of the text points at."""
    start, end = span
    regions = marks_of(document, span)
    number = regions[0].page if regions else None
    label = next((one.label for one in document.pages if one.number == number), "")
    tables = (block.table for block in document.blocks if block.table and block.start < end and start < block.end)
    cells = next((table.cells for table in tables), ())
    placed = ((cell.row, cell.column, cell.start, cell.end, cell.is_header) for cell in cells)
    rows = grid(document.text, 0, placed, marked=(span,))
    touched = any(cell.is_marked for row in rows for cell in row)
    return Place(start=start, end=end, rows=rows if touched else (), page=number, label=label)


def _depth(block: Block) -> int:
    return max(1, min(6, block.level or 1))
