"""A document as compact JSON between the parser's child process and its parent, checked on arrival.

The child has read hostile bytes and may be anything by now, so the parent believes nothing: types, enumerations,
the shape of the tree and every span are checked while the document is rebuilt. Blocks travel as arrays, because
there are thousands of them and field names would be most of the message.
"""

from __future__ import annotations

import json
from typing import NoReturn, TypeVar

from aver.values.documents import (
    Block,
    BlockKind,
    Cell,
    Document,
    Named,
    Page,
    ParseWarning,
    Region,
    Role,
    StructuralRef,
    Synthetic,
    Table,
)

T = TypeVar("T")

_KINDS = {kind.value: kind for kind in BlockKind}
_ROLES = {role.value: role for role in Role}


class WireError(ValueError):
    """What arrived isn't a well-formed document."""


def document_to_json(document: Document) -> bytes:
    """Return the document as one UTF-8 JSON object; characters that UTF-8 can't carry become U+FFFD."""
    form = {
        "title": document.title,
        "text": document.text,
        "media_type": document.media_type,
        "parser": document.parser,
        "language": document.language,
        "fields": document.fields,
        "blocks": [_block_form(block) for block in document.blocks],
        "pages": [
            (page.number, page.label, page.width, page.height, page.start, page.end, page.needs_ocr)
            for page in document.pages
        ],
        "warnings": [(warning.code, warning.detail, warning.page) for warning in document.warnings],
    }
    return json.dumps(form, ensure_ascii=False, separators=(",", ":")).encode("utf-8", errors="replace")


def _block_form(block: Block) -> list[object]:
    ref: list[str] | None = None
    if isinstance(block.ref, Named):
        ref = ["named", block.ref.title]
    elif isinstance(block.ref, Synthetic):
        ref = ["synthetic", block.ref.label]
    regions = [(region.page, region.x0, region.y0, region.x1, region.y1) for region in block.regions]
    table = None if block.table is None else _table_form(block.table)
    return [
        block.kind.value,
        block.start,
        block.end,
        block.parent,
        block.level,
        ref,
        None if block.role is None else block.role.value,
        table,
        regions,
        block.language,
    ]


def _table_form(table: Table) -> list[object]:
    cells = [
        (cell.row, cell.column, cell.start, cell.end, cell.row_span, cell.column_span, cell.is_header, cell.ref)
        for cell in table.cells
    ]
    return [
        table.number,
        table.rows,
        table.columns,
        table.header_rows,
        table.header_columns,
        table.caption,
        cells,
    ]


def document_from_json(payload: bytes) -> Document:
    """Rebuild a document and check it; raises WireError for anything that isn't exactly one."""
    try:
        form = json.loads(payload)
        return _document(form)
    except WireError:
        raise
    except (ValueError, TypeError, KeyError, IndexError, RecursionError) as problem:
        raise WireError(f"not a document: {type(problem).__name__}") from problem


def _document(form: object) -> Document:
    if not isinstance(form, dict):
        _refuse("not an object")
    text = _is(str, form["text"])
    size = len(text)
    blocks: list[Block] = []
    ends: dict[int | None, int] = {None: 0}
    for row in _is(list, form["blocks"]):
        block = _block(row, size)
        _check_place(block, blocks, ends)
        blocks.append(block)
    return Document(
        title=_is(str, form["title"]),
        text=text,
        blocks=tuple(blocks),
        media_type=_is(str, form["media_type"]),
        parser=_is(str, form["parser"]),
        language=_is(str, form["language"]),
        pages=tuple(_page(row, size) for row in _is(list, form["pages"])),
        fields=tuple((_is(str, key), _is(str, value)) for key, value in _is(list, form["fields"])),
        warnings=tuple(
            ParseWarning(code=_is(str, code), detail=_is(str, detail), page=_maybe(int, page))
            for code, detail, page in _is(list, form["warnings"])
        ),
    )


def _check_place(block: Block, before: list[Block], ends: dict[int | None, int]) -> None:
    """Parents come first and contain their children; siblings are in order and disjoint."""
    parent = block.parent
    if parent is not None:
        if not 0 <= parent < len(before):
            _refuse("a parent that isn't there")
        if not before[parent].start <= block.start <= block.end <= before[parent].end:
            _refuse("a block outside its parent")
    if block.start < ends.get(parent, 0):
        _refuse("overlapping siblings")
    ends[parent] = block.end


def _block(row: object, size: int) -> Block:
    kind, start, end, parent, level, ref, role, table, regions, language = _is(list, row)
    _check_span(start, end, size)
    return Block(
        kind=_KINDS[kind],
        start=start,
        end=end,
        parent=_maybe(int, parent),
        level=_maybe(int, level),
        ref=None if ref is None else _ref(ref),
        role=None if role is None else _ROLES[role],
        table=None if table is None else _table(table, start, end),
        regions=tuple(_region(region) for region in _is(list, regions)) if regions else (),
        language=_maybe(str, language),
    )


def _ref(form: object) -> StructuralRef:
    tag, name = _is(list, form)
    if tag == "named":
        return Named(title=_is(str, name))
    if tag != "synthetic":
        _refuse("an unknown kind of name")
    return Synthetic(label=_is(str, name))


def _table(form: object, start: int, end: int) -> Table:
    number, rows, columns, header_rows, header_columns, caption, cells = _is(list, form)
    for count in (number, rows, columns, header_rows, header_columns):
        if _is(int, count) < 0:
            _refuse("a negative count")
    if header_rows > rows or header_columns > columns:
        _refuse("more headers than table")
    return Table(
        number=number,
        rows=rows,
        columns=columns,
        header_rows=header_rows,
        header_columns=header_columns,
        cells=tuple(_cell(cell, rows, columns, (start, end)) for cell in _is(list, cells)),
        caption=_maybe(str, caption),
    )


def _cell(form: object, rows: int, columns: int, bounds: tuple[int, int]) -> Cell:
    row, column, start, end, row_span, column_span, is_header, ref = _is(list, form)
    _check_span(start, end, bounds[1])
    if start < bounds[0]:
        _refuse("a cell outside its table")
    if not (_is(int, row) >= 0 and _is(int, row_span) >= 1 and row + row_span <= rows):
        _refuse("a cell outside its grid")
    if not (_is(int, column) >= 0 and _is(int, column_span) >= 1 and column + column_span <= columns):
        _refuse("a cell outside its grid")
    return Cell(
        row=row,
        column=column,
        start=start,
        end=end,
        row_span=row_span,
        column_span=column_span,
        is_header=_is(bool, is_header),
        ref=_maybe(str, ref),
    )


def _page(form: object, size: int) -> Page:
    number, label, width, height, start, end, needs_ocr = _is(list, form)
    _check_span(start, end, size)
    return Page(
        number=_is(int, number),
        label=_is(str, label),
        width=_number(width),
        height=_number(height),
        start=start,
        end=end,
        needs_ocr=_is(bool, needs_ocr),
    )


def _region(form: object) -> Region:
    page, x0, y0, x1, y1 = _is(list, form)
    return Region(page=_is(int, page), x0=_number(x0), y0=_number(y0), x1=_number(x1), y1=_number(y1))


def _check_span(start: object, end: object, size: int) -> None:
    if not 0 <= _is(int, start) <= _is(int, end) <= size:
        _refuse("a span outside the text")


def _is(kind: type[T], value: object) -> T:
    if type(value) is not kind:
        _refuse(f"{type(value).__name__} where {kind.__name__} belongs")
    return value


def _maybe(kind: type[T], value: object) -> T | None:
    return None if value is None else _is(kind, value)


def _number(value: object) -> float:
    if type(value) is int:
        return float(value)
    number = _is(float, value)
    if number != number or number in (float("inf"), float("-inf")):
        _refuse("a number that isn't finite")
    return number


def _refuse(reason: str) -> NoReturn:
    raise WireError(f"not a document: {reason}")
