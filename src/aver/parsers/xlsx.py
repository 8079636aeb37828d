"""Workbooks: a sheet is a section, an island of cells a table, and every cell knows its name (`Sheet!B3`).

calamine reads the values, after a guard on the package and a look at how far its sheets reach. Numbers are written
as stored, to the fifteen digits that spreadsheets keep, without their display format; hidden sheets and struck cells
are left out with a warning.
"""

from __future__ import annotations

import datetime as dt
import io
from collections.abc import Iterator
from dataclasses import dataclass

from python_calamine import CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

from aver.errors import TooLarge
from aver.parsers.fields import title_of
from aver.parsers.foreign import foreign_code
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.linear import MAX_CELLS, Grid, Placed, Writer, tidy
from aver.parsers.office_fields import office_fields
from aver.parsers.table_heads import header_columns_of, header_rows_of
from aver.parsers.tree import Node, flatten, sectioned
from aver.parsers.xlsx_extent import refuse_vast
from aver.parsers.xlsx_islands import Island, Place, islands, parted
from aver.parsers.xlsx_struck import StruckCells
from aver.parsers.zip_guard import XLSX, guarded
from aver.values.cell_names import cell_name
from aver.values.documents import BlockKind, Document, ParseWarning

PARSER = "aver.xlsx/4"

_LOOKED_AT = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sheet:
    """The texts of one sheet by place, and by top left place the rows and columns that a merged cell spans.

    `struck` counts the cells whose text was left out.
    """

    name: str
    texts: dict[Place, str]
    merged: dict[Place, tuple[int, int]]
    struck: int


def parse_xlsx(data: bytes, *, name: str, limits: Limits) -> Document:
    """Return the document; raises TooLarge, EncryptedDocument and UnreadableDocument, each naming the file."""
    package = guarded(data, name=name, limits=limits)
    refuse_vast(package, name=name, limits=limits)
    writer = Writer(name=name, limits=limits)
    with foreign_code(name, "workbook"):
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        struck = StruckCells(package=package)
        gone = 0
        flat: list[Node] = []
        unread: list[str] = []
        for about in workbook.sheets_metadata:
            if about.typ is not SheetTypeEnum.WorkSheet or about.visible is not SheetVisibleEnum.Visible:
                unread.append(about.name)
                continue
            sheet = _read(workbook.get_sheet_by_name(about.name), about.name, struck.of(about.name))
            gone += sheet.struck
            flat += _written(sheet, writer)
    fields = office_fields(package)
    text = writer.text()
    hidden = ParseWarning(code="hidden", detail=f"sheets left out: {', '.join(unread)}"[:500])
    left_out = ParseWarning(code="struck", detail=f"{gone} struck cells left out")
    return Document(
        title=title_of(fields, None, name),
        text=text,
        blocks=flatten(sectioned(flat, text)),
        media_type=XLSX,
        parser=PARSER,
        language=language_of(text),
        fields=fields,
        warnings=((hidden,) if unread else ()) + ((left_out,) if gone else ()),
    )


def _read(sheet: CalamineSheet, name: str, struck: frozenset[Place]) -> _Sheet:
    top, left = sheet.start or (0, 0)
    texts: dict[Place, str] = {}
    for row, cells in enumerate(sheet.to_python(skip_empty_area=True)):
        for column, cell in enumerate(cells):
            if cell != "" and (text := " ".join(shown(cell).split())):
                texts[top + row, left + column] = text
    gone = struck & texts.keys()
    for place in gone:
        del texts[place]
    merged = {
        first: (last[0] - first[0] + 1, last[1] - first[1] + 1)
        for first, last in sheet.merged_cell_ranges or ()
        if first in texts
    }
    return _Sheet(name=name, texts=texts, merged=merged, struck=len(gone))


def shown(value: object) -> str:
    """Return a cell's value as text: whole numbers without a fraction, dates in ISO form, truth values in capitals."""
    match value:
        case bool():
            return str(value).upper()
        case float():
            return str(int(value)) if value.is_integer() and abs(value) < 1e15 else f"{value:.15g}"
        case dt.datetime():
            return value.date().isoformat() if value.time() == dt.time() else value.isoformat(" ", "seconds")
        case dt.date():
            return value.isoformat()
        case dt.time():
            return value.isoformat("seconds")
        case dt.timedelta():
            seconds = int(value.total_seconds())
            return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return tidy(str(value))


def _written(sheet: _Sheet, writer: Writer) -> Iterator[Node]:
    heading = writer.block(BlockKind.HEADING, " ".join(sheet.name.split()), 1)
    if heading is not None:
        yield heading
    texts = sheet.texts
    covered = _covered(sheet, writer.name)
    wide = frozenset(place for place, (_, across) in sheet.merged.items() if across > 1)
    for island in islands((*texts, *covered)):
        found = parted(island, texts, wide)
        table = found.table
        for place in found.titles:
            last = place == found.titles[-1] and table is not None
            yield from _line(writer, BlockKind.CAPTION if last else BlockKind.PARAGRAPH, texts[place])
        if table is not None:
            caption = texts[found.titles[-1]] if found.titles else None
            _refuse_large(table, writer.name)
            node = writer.table(_grid(sheet, table, covered, caption))
            if node is not None:
                yield node
        for place in found.notes:
            yield from _line(writer, BlockKind.FOOTNOTE, texts[place])


def _refuse_large(table: Island, name: str) -> None:
    places = (table.bottom - table.top + 1) * (table.right - table.left + 1)
    if places > MAX_CELLS:
        raise TooLarge(f"{name}: a table over {places} places", hint="Split the sheet into smaller tables.")


def _line(writer: Writer, kind: BlockKind, text: str) -> Iterator[Node]:
    node = writer.block(kind, text)
    if node is not None:
        yield node


def _covered(sheet: _Sheet, name: str) -> frozenset[Place]:
    """Return the places under merged cells beside their top left one, as far as values reach."""
    if not sheet.texts:
        return frozenset()
    bottom = max(row for row, _ in sheet.texts)
    right = max(column for _, column in sheet.texts)
    covered: set[Place] = set()
    budget = MAX_CELLS
    for (top, left), (down, across) in sheet.merged.items():
        budget -= max(0, min(down, bottom + 1 - top)) * max(0, min(across, right + 1 - left))
        if budget < 0:
            raise TooLarge(f"{name}: merged cells over more than {MAX_CELLS} places", hint="Split the sheet.")
        for row in range(top, min(top + down, bottom + 1)):
            covered.update((row, column) for column in range(left, min(left + across, right + 1)))
    return frozenset(covered - sheet.merged.keys())


def _grid(sheet: _Sheet, island: Island, covered: frozenset[Place], caption: str | None) -> Grid:
    columns = range(island.left, island.right + 1)
    texts = [
        [sheet.texts.get((row, column), "") for column in columns]
        for row in range(island.top, min(island.bottom + 1, island.top + _LOOKED_AT))
    ]
    heads = header_rows_of(texts)
    cells: list[Placed] = []
    for row in range(island.top, island.bottom + 1):
        for column in columns:
            if (row, column) in covered:
                continue
            down, across = sheet.merged.get((row, column), (1, 1))
            text = sheet.texts.get((row, column), "")
            cells.append(
                Placed(
                    row=row - island.top,
                    column=column - island.left,
                    parts=(text,) if text else (),
                    row_span=min(down, island.bottom + 1 - row),
                    column_span=min(across, island.right + 1 - column),
                    is_header=row - island.top < heads,
                    ref=cell_name(sheet.name, row, column),
                )
            )
    return Grid(
        cells=tuple(cells),
        rows=island.bottom - island.top + 1,
        columns=len(columns),
        header_rows=heads,
        header_columns=header_columns_of(texts, heads),
        caption=caption,
    )
