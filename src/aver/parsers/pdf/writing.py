"""Writing leaves into the canonical text and the block tree over it.

One pass: every leaf is appended to the text, its span noted, and sections open at headings and close where a
heading of the same or a higher level follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from aver.parsers.pdf.leaves import Grid, GridCell, Leaf
from aver.parsers.pdf.lines import lines_of
from aver.parsers.pdf.source import SourcePage
from aver.parsers.roles import role_of
from aver.values.documents import Block, BlockKind, Cell, Named, Page, Region, Table

CELL_GAP = " | "


@dataclass(slots=True)
class _Draft:
    """The text and blocks written so far; `open_sections` are positions of sections not yet closed."""

    parts: list[str]
    length: int
    blocks: list[Block]
    open_sections: list[int]
    tables: int = 0

    def write(self, text: str) -> tuple[int, int]:
        start = self.length
        self.parts.append(text)
        self.length += len(text)
        return start, self.length


def write_document(
    leaves: Sequence[Leaf], pages: Sequence[SourcePage], scans: frozenset[int]
) -> tuple[str, tuple[Block, ...], tuple[Page, ...]]:
    """Return the canonical text, the blocks and the pages."""
    draft = _Draft(parts=[], length=0, blocks=[], open_sections=[])
    extents: dict[int, tuple[int, int]] = {}
    position = 0
    while position < len(leaves):
        run = _list_run(leaves, position)
        if len(run) > 1 or run[0].kind is BlockKind.LIST_ITEM:
            _write_list(draft, run, extents)
        else:
            _write_leaf(draft, run[0], extents)
        position += len(run)
    _close_sections(draft, 0)
    return "".join(draft.parts), tuple(draft.blocks), _pages(pages, extents, scans)


def _list_run(leaves: Sequence[Leaf], position: int) -> Sequence[Leaf]:
    end = position
    while end < len(leaves) and leaves[end].kind is BlockKind.LIST_ITEM:
        end += 1
    return leaves[position : max(end, position + 1)]


def _write_list(draft: _Draft, items: Sequence[Leaf], extents: dict[int, tuple[int, int]]) -> None:
    _separate(draft)
    home = len(draft.blocks)
    draft.blocks.append(Block(kind=BlockKind.LIST, start=draft.length, end=draft.length, parent=_parent(draft)))
    for number, item in enumerate(items):
        if number:
            draft.write("\n")
        start, end = draft.write(item.text)
        draft.blocks.append(_block(item, start, end, home))
        _note(extents, item.page, start, end)
    regions = tuple(r for block in draft.blocks[home + 1 :] for r in block.regions)
    draft.blocks[home] = replace(draft.blocks[home], end=draft.length, regions=regions)


def _write_leaf(draft: _Draft, leaf: Leaf, extents: dict[int, tuple[int, int]]) -> None:
    _separate(draft)
    if leaf.kind is BlockKind.HEADING:
        _open_section(draft, leaf)
    if leaf.grid is not None:
        start, end, cells = _write_grid(draft, leaf.grid)
        draft.tables += 1
        table = _table(leaf.grid, cells, draft.tables, leaf.caption)
        draft.blocks.append(replace(_block(leaf, start, end, _parent(draft)), table=table))
        _note_pieces(extents, leaf, cells, end)
    else:
        start, end = draft.write(leaf.text)
        draft.blocks.append(_block(leaf, start, end, _parent(draft)))
        _note(extents, leaf.page, start, end)


def _open_section(draft: _Draft, heading: Leaf) -> None:
    level = heading.level or 1
    _close_sections(draft, level)
    title = " ".join(line.text for line in heading.lines)
    position = len(draft.blocks)
    draft.blocks.append(
        Block(
            kind=BlockKind.SECTION,
            start=draft.length,
            end=draft.length,
            parent=_parent(draft),
            level=level,
            ref=Named(title=title),
            role=role_of(title),
        )
    )
    draft.open_sections.append(position)


def _close_sections(draft: _Draft, level: int) -> None:
    """Close the open sections at `level` or deeper, at the end of their last block."""
    while draft.open_sections and (draft.blocks[draft.open_sections[-1]].level or 1) >= level:
        position = draft.open_sections.pop()
        draft.blocks[position] = replace(draft.blocks[position], end=draft.blocks[-1].end)


def _write_grid(draft: _Draft, grid: Grid) -> tuple[int, int, tuple[Cell, ...]]:
    start = draft.length
    cells: list[Cell] = []
    row = 0
    for cell in grid.cells:
        if cells:
            draft.write(CELL_GAP if cell.row == row else "\n")
        row = cell.row
        span = draft.write(cell_text(cell))
        cells.append(
            Cell(
                row=cell.row,
                column=cell.column,
                start=span[0],
                end=span[1],
                row_span=cell.row_span,
                column_span=cell.column_span,
                is_header=cell.row < grid.header_rows or cell.column < grid.header_columns,
            )
        )
    return start, draft.length, tuple(cells)


def cell_text(cell: GridCell) -> str:
    """Return the text of a cell on one line."""
    return " ".join(line.text for line in lines_of(cell.words))


def _table(grid: Grid, cells: tuple[Cell, ...], number: int, caption: str | None) -> Table:
    return Table(
        number=number,
        rows=grid.rows,
        columns=grid.columns,
        header_rows=grid.header_rows,
        header_columns=grid.header_columns,
        cells=cells,
        caption=caption,
    )


def _block(leaf: Leaf, start: int, end: int, parent: int | None) -> Block:
    places = ((leaf.page, leaf.box), *((piece.page, piece.box) for piece in leaf.carried))
    regions = tuple(Region(page=page, x0=box[0], y0=box[1], x1=box[2], y1=box[3]) for page, box in places)
    level = leaf.level if leaf.kind is BlockKind.HEADING else None
    return Block(kind=leaf.kind, start=start, end=end, parent=parent, level=level, regions=regions)


def _parent(draft: _Draft) -> int | None:
    return draft.open_sections[-1] if draft.open_sections else None


def _separate(draft: _Draft) -> None:
    if draft.length:
        draft.write("\n\n")


def _note_pieces(extents: dict[int, tuple[int, int]], table: Leaf, cells: Sequence[Cell], end: int) -> None:
    """Note for every page of a table the rows that stand on it."""
    pieces = ((table.page, 0), *((piece.page, piece.row) for piece in table.carried))
    starts = [next(cell.start for cell in cells if cell.row == row) for _, row in pieces]
    ends = [next(cell.end for cell in reversed(cells) if cell.row == row - 1) for _, row in pieces[1:]]
    for (page, _), first, last in zip(pieces, starts, (*ends, end), strict=True):
        _note(extents, page, first, last)


def _note(extents: dict[int, tuple[int, int]], page: int, start: int, end: int) -> None:
    known = extents.get(page, (start, end))
    extents[page] = min(known[0], start), max(known[1], end)


def _pages(pages: Iterable[SourcePage], extents: dict[int, tuple[int, int]], scans: frozenset[int]) -> tuple[Page, ...]:
    written: list[Page] = []
    for page in pages:
        after = written[-1].end if written else 0
        start, end = extents.get(page.number, (after, after))
        written.append(
            Page(
                number=page.number,
                label=page.label,
                width=page.width,
                height=page.height,
                start=start,
                end=end,
                needs_ocr=page.number in scans,
            )
        )
    return tuple(written)
