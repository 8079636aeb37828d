"""Tables in plain text that nothing but their columns shows: cells under one another with blank columns between.

A line means nothing without the names above it, and read as prose its cells run into each other. So a run of lines is
a table where the same columns are blank in each, or where each is cut at as many tabs or bars; text that could as well
be prose set in two columns, a list with markers or notes beside each other stays what it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from aver.parsers.lines import Line
from aver.parsers.rst_grids import canvas_of
from aver.parsers.table_heads import header_columns_of, header_rows_of, is_value
from aver.parsers.tree import Node, trimmed
from aver.patterns import regex
from aver.values.documents import BlockKind, Cell, Table

_GAP = regex(r"\S(?: {2}|[ ]?\t|[ ]?\|)")
"""What parts two cells of a line."""

_MARKER = regex(r"[-*•–+o§]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]|(?:\d{1,3}\.){1,4}\d{0,3}")
"""What stands before an item of a list."""

_AMOUNT = regex(r"[\d.,'’\s+\-−–:/]+")
"""All of a value but its unit."""

_STOPS = ".:;!?"

_LEAST_ROWS, _MOST_HEADS = 3, 3
_STRETCH = regex(r"1+(?:01+)*")
"""A column of ink: two blank places part it from the next, since words of prose are one apart."""

_WORDS = regex(r"\S+(?: \S+)*")
"""What one cell of a line holds."""

_MOST_OVER = 2
"""Lines at the top that may be names of columns, and stand closer than what is under them."""

_FAR = 4
"""Blank places between the two cells of each of two rows that are a table alone."""

_WIDEST, _MOST_ROWS, _MOST_COLUMNS = 400, 3_000, 60
_PROSE = 4
"""Words a cell, in the mean, from which two columns beside each other are prose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """The text of a cell in one line, `[start, end)` of the canonical text; empty where nothing stands."""

    start: int
    end: int
    text: str


Span = tuple[int, int]

_Row = tuple[tuple[_Piece, ...], ...]
"""The cells of a row, each as one piece or, where it goes on below, several."""


def tables_among(lines: Sequence[Line]) -> Iterator[tuple[int, int, Node]]:
    """Yield each table with the places of its first line and of the line behind its last, in order."""
    at = 0
    while at < len(lines):
        begin, at = at, at + 1
        if _may_begin(lines, begin):
            held = _held(lines, begin)
            found, end = _table(held)
            rule = max((place for place, line in enumerate(held) if place > 1 and _is_rule(line)), default=0)
            if found is None and rule:
                found, over = _table(held[: rule + 1])
                end = end if found is None else over
            while at < len(lines) and lines[at].start < end:
                at += 1
            if found is not None:
                yield begin, at, found


def _may_begin(lines: Sequence[Line], at: int) -> bool:
    """Whether a table may begin at `at`: the line is cut in two, no line above it is that may name its columns, nor one
    that it goes on with, and it has the columns of those under it."""
    above = lines[at - 1] if at and not lines[at - 1].blank else None
    if not _is_parted(lines[at]) or (above and _is_parted(above)):
        return False
    if above and lines[at].body[0].islower() and above.body[-1] not in _STOPS:
        return False
    held = _held(lines[at : at + 2 * _LEAST_ROWS], 0)
    few = _without_rules(held)
    count = len(_rows_of(few))
    return count >= _LEAST_ROWS or (count > 1 and (count == len(few) or len(few) < len(held)))


def _held(lines: Sequence[Line], at: int) -> list[Line]:
    """Return the lines from `at` on that may be one table: up to a blank line, and behind one what goes on with it."""
    held = _part(lines, at)
    end = at + len(held)
    above = _without_rules(held)[: _MOST_HEADS + 1]
    rows = _rows_of(above)
    while rows and len(held) < _MOST_ROWS and end + 1 < len(lines) and lines[end].blank:
        part = _part(lines, end + 1)
        if not part or not _goes_on_with(above, len(rows[0]), part):
            break
        held += part
        end += 1 + len(part)
    return held


def _part(lines: Sequence[Line], at: int) -> list[Line]:
    end = at
    while end < min(len(lines), at + _MOST_ROWS) and not lines[end].blank and len(lines[end].text) <= _WIDEST:
        if lines[end].body.startswith(">"):
            break
        end += 1
    return list(lines[at:end])


def _is_parted(line: Line) -> bool:
    return not line.blank and (_GAP.search(line.body) is not None or _is_rule(line))


def _is_rule(line: Line) -> bool:
    return not set(line.body) - set("-=_+|: ") and any(3 * mark in line.body for mark in "-=_")


def _without_rules(lines: Sequence[Line]) -> list[Line]:
    return [line for line in lines if not _is_rule(line)]


def _goes_on_with(above: Sequence[Line], columns: int, part: Sequence[Line]) -> bool:
    """Whether `part` has the `columns` of the first lines `above`, and rows under their names or none of its own."""
    below = _without_rules(part)
    both = _rows_of([*above, *below])
    if len(both) < len(above) + len(below) or len(both[0]) < max(columns, 2):
        return False
    words = _words(both)
    is_header = len(above) <= _MOST_HEADS and not any(is_value(cell) for row in words[: len(above)] for cell in row)
    return is_header or not _heads(words[len(above) :])


def _table(lines: Sequence[Line]) -> tuple[Node | None, int]:
    """Return the table that `lines`, none of them blank, begin with, and where it ends; None where they may be anything
    else, and where those end that are cut alike."""
    content = _without_rules(lines)
    rule = next((place for place, line in enumerate(lines) if place and _is_rule(line)), 0)
    ruled = rule - sum(map(_is_rule, lines[:rule]))
    rows = _rows_of(content)
    while rows and not any(cell[0].text for cell in rows[-1][1:]):
        rows.pop()
    if len(rows) < _LEAST_ROWS - (bool(ruled) or _is_far_apart(rows)):
        return None, lines[0].end
    last = lines.index(content[len(rows) - 1])
    end = lines[last + 1].end if last + 1 < len(lines) and _is_rule(lines[last + 1]) else lines[last].end
    joined = _joined(rows)
    words = _words(joined)
    if len(joined) < 2 or _is_other(words):
        return None, end
    heads = ruled if _are_heads(words[:ruled], words[ruled:]) else _heads(words)
    return _node(joined, heads, header_columns_of(words, heads), (lines[0].start, end)), end


def _is_far_apart(rows: Sequence[_Row]) -> bool:
    """Whether the second cells of two rows stand too far from the first for anything but a table."""
    if len(rows) != 2 or any(len(row) != 2 or not all(cell[0].text for cell in row) for row in rows):
        return False
    return all(row[1][0].start - row[0][0].end >= _FAR for row in rows)


def _words(rows: Sequence[_Row]) -> list[list[str]]:
    return [[" ".join(piece.text for piece in cell) for cell in row] for row in rows]


def _rows_of(lines: Sequence[Line]) -> list[_Row]:
    """Return the first of `lines` that are cut alike, at their bars, tabs or blank columns; [] where none are."""
    if not lines:
        return []
    return _cut_at(lines, "|") or _cut_at(lines, "\t") or _cut_at_rivers(lines) or _cut_under_groups(lines)


def _cut_at(lines: Sequence[Line], mark: str) -> list[_Row]:
    """Return the first of `lines` that hold `mark` as often as the first one does, cut there; [] where they are less
    than a table has. Bars may also stand at both ends, and tabs beside each other."""
    rows: list[_Row] = []
    for line in lines:
        begin, end = trimmed(line.text, 0, len(line.text))
        if mark == "|":
            begin, end = begin + line.text.startswith(mark, begin), end - line.text.endswith(mark, begin + 1, end)
        cells: list[tuple[_Piece]] = []
        for piece in line.text[begin:end].split(mark):
            if piece.strip() or mark == "|":
                cells.append((_piece(line, *trimmed(line.text, begin, begin + len(piece))),))
            begin += len(piece) + 1
        if len(cells) < 2 or (rows and len(cells) != len(rows[0])):
            break
        rows.append(tuple(cells))
    return rows if len(rows) > 1 else []


def _piece(line: Line, start: int, end: int) -> _Piece:
    return _Piece(start=line.offset + start, end=line.offset + end, text=line.text[start:end])


def _cut_at_rivers(lines: Sequence[Line]) -> list[_Row]:
    """Return the first of `lines` cut where the same columns are blank in each; [] for fewer than two columns, and
    where a cell would hold two."""
    return _cut_between(lines, *_edges(lines))


def _cut_between(lines: Sequence[Line], edges: Sequence[Span], count: int) -> list[_Row]:
    rows = [_cells(line, edges) for line in lines[:count]] if len(edges) > 1 else []
    return [] if any("  " in cell[0].text for row in rows for cell in row) else rows


def _cut_under_groups(lines: Sequence[Line]) -> list[_Row]:
    """Return `lines` where the first has names, each over as many columns of the others and reaching over the blanks
    between them; [] where it has none."""
    over, text = lines[0], lines[0].text
    groups = [] if "\t" in text else [found.span() for found in _WORDS.finditer(text)]
    edges, count = _edges(lines[1:]) if len(groups) > 1 else ([], 0)
    rows = _cut_between(lines[1:], edges, count)
    each, left = divmod(len(rows[0]) - 1, len(groups)) if rows else (0, 0)
    if left or each < 2:
        return []
    edges = edges[1:]
    blocks = [(edges[at][0], edges[at + each - 1][1]) for at in range(0, len(edges), each)]
    if not all(begin <= (a + b) // 2 < end for (a, b), (begin, end) in zip(groups, blocks, strict=True)):
        return []
    nothing = (_piece(over, len(text.rstrip()), len(text.rstrip())),)
    named = [[(_piece(over, *group),), *[nothing] * (each - 1)] for group in groups]
    return [(nothing, *chain.from_iterable(named)), *rows]


def _edges(lines: Sequence[Line]) -> tuple[list[Span], int]:
    """Return where columns begin and end, and how many lines have them: those that have as many as the first few."""
    inks: list[int] = []
    inked = 0
    edges: list[Span] = []
    for line in lines:
        drawn = canvas_of([line], 0).rows[0]
        ink = int("".join("01"[character != " "] for character in reversed(drawn)), 2)
        columns = edges if inked == inked | ink else _columns(inked | ink)
        if len(columns) < min(2, len(inks) + 1) or (len(inks) >= _LEAST_ROWS and len(columns) < len(edges)):
            break
        inks.append(ink)
        inked, edges = inked | ink, columns
    return [part for column in edges for part in _parts_of(column, inked, inks[_MOST_OVER:])], len(inks)


def _columns(inked: int) -> list[Span]:
    """Return where columns begin and end in a line that holds ink where any does: two blank places part them."""
    return [found.span() for found in _STRETCH.finditer(f"{inked:b}"[::-1])]


def _parts_of(column: Span, inked: int, under: Sequence[int]) -> list[Span]:
    """Return the columns that one may be because the names above them leave a single blank between: cut where each line
    `under` those has a cell on either side and two blanks beside each other."""
    begin, end = column
    parts: list[Span] = []
    for place in range(begin + 1, end - 1) if len(under) > 1 else ():
        if not inked >> place & 1 and all(_is_river(ink, begin, place, end) for ink in under):
            parts.append((begin, place))
            begin = place + 1
    return [*parts, (begin, end)]


def _is_river(ink: int, begin: int, place: int, end: int) -> bool:
    """Whether a line has ink on either side of the blank `place` in `[begin, end)`, and not on both next to it."""
    left, right = ink >> begin & (1 << place - begin) - 1, ink >> place + 1 & (1 << end - place - 1) - 1
    return left > 0 and right > 0 and not (ink >> place - 1 & 1 and right & 1)


def _cells(line: Line, edges: Sequence[Span]) -> _Row:
    canvas = canvas_of([line], 0)
    found = (canvas.pieces(0, 1, left, right) for left, right in edges)
    spans = (cell[0] if cell else (line.end, line.end) for cell in found)
    return tuple((_piece(line, start - line.offset, end - line.offset),) for start, end in spans)


def _joined(rows: Sequence[_Row]) -> list[_Row]:
    """Return `rows` with what goes on below the text of one cell joined to it; [] where it is open what a row belongs
    to, because its first cell is empty or begins small under a name alone."""
    joined: list[_Row] = []
    for row in rows:
        filled = [column for column, cell in enumerate(row) if cell[0].text]
        above = joined[-1] if joined else None
        is_over = len(joined) < _MOST_OVER and not any(one[0][0].text for one in joined)
        if (
            above is None
            or (filled[0] == 0 and not _goes_on(above, row))
            or (filled[0] and len(filled) > 1 and is_over)
        ):
            joined.append(row)
        elif len(filled) == 1 and filled[0] and above[filled[0]][0].text and not is_value(above[filled[0]][0].text):
            joined[-1] = tuple((*cell, *row[c]) if c == filled[0] else cell for c, cell in enumerate(above))
        else:
            return []
    return joined


def _goes_on(above: _Row, row: _Row) -> bool:
    alone = not any(cell[0].text for cell in above[1:]) and not above[0][0].text.endswith(":")
    return alone and row[0][0].text[0].islower()


def _is_other(words: Sequence[Sequence[str]]) -> bool:
    """Whether the cells are a list with its markers, prose in two columns, or columns that are hardly ever filled."""
    columns = list(zip(*words, strict=True))
    if len(columns) > _MOST_COLUMNS or any(2 * sum(map(bool, column)) < len(column) for column in columns):
        return True
    if len(columns) == 2 and all(_MARKER.fullmatch(cell) for cell in columns[0] if cell):
        return True
    lengths = [sum(len(cell.split()) for cell in column) / len(column) for column in columns]
    return sum(length >= _PROSE for length in lengths) > 1


def _are_heads(over: Sequence[Sequence[str]], under: Sequence[Sequence[str]]) -> bool:
    """Whether the rows over the first rule name the columns: a sum has a rule over it too."""
    is_named = not any(letter.isdigit() for row in over for cell in row for letter in cell)
    return 0 < len(over) <= _MOST_HEADS and bool(under) and (is_named or (len(over) == 1 and len(under) > 1))


def _heads(words: Sequence[Sequence[str]]) -> int:
    """Return how many rows name the columns. A name and its value beside it, line by line, have no such row: of two
    columns the first row is one only over values of one unit."""
    found = header_rows_of(words)
    if len(words[0]) > 2 or not words[0][0]:
        return found
    if len(words) == 2:
        return 0
    units = {_AMOUNT.sub("", row[1]).casefold() for row in words[1:] if row[1]}
    return found if found == 1 and len(units) == 1 and all(is_value(row[1]) for row in words[1:] if row[1]) else 0


def _node(rows: Sequence[_Row], heads: int, stub: int, extent: tuple[int, int]) -> Node:
    cells = tuple(
        Cell(row=r, column=c, start=piece.start, end=piece.end, is_header=r < heads or c < stub)
        for r, row in enumerate(rows)
        for c, cell in enumerate(row)
        for piece in cell
    )
    table = Table(number=1, rows=len(rows), columns=len(rows[0]), header_rows=heads, header_columns=stub, cells=cells)
    return Node(kind=BlockKind.TABLE, start=extent[0], end=extent[1], table=table)
