"""Comma-, semicolon- and tab-separated values to one table whose cells point into the source.

The standard library's reader gives values without places, so the fields are scanned here by the same rules: a field
that begins with a quote runs to its closing quote, doubled quotes stand for one. The text stays as written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from aver.errors import TooLarge
from aver.parsers.decoding import decode
from aver.parsers.fields import title_of
from aver.parsers.language import language_of
from aver.parsers.limits import Limits
from aver.parsers.table_heads import header_rows_of
from aver.parsers.tree import Node, flatten, trimmed
from aver.patterns import regex
from aver.values.documents import BlockKind, Cell, Document, ParseWarning, Table

PARSER = "aver.csv/2"
MAX_CELLS = 1_000_000

_DELIMITERS = ",;\t|"
_SNIFFED = 50_000
_SNIFFED_ROWS = 60
_DECLARED = regex(r"sep=(.)[ \t]*(?:\n|$)", re.IGNORECASE)

Span = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One record: the spans of its fields, and of the line (or lines, with quoted breaks) they stand on."""

    start: int
    end: int
    fields: tuple[Span, ...]


def parse_csv(data: bytes, *, name: str, limits: Limits, delimiter: str | None = None) -> Document:
    """Return the document; without `delimiter` the most even one of comma, semicolon, tab and bar is taken.

    Raises TooLarge beyond `limits.max_columns` or a million cells.
    """
    decoded = decode(data, name=name, limits=limits)
    text = decoded.text
    declared = _DECLARED.match(text)
    begin = declared.end() if declared else 0
    mark = declared[1] if declared else delimiter or sniffed(text[begin : begin + _SNIFFED])
    rows = _bounded(rows_of(text, begin, mark), name, limits)
    nodes: tuple[Node, ...] = ()
    if declared:
        nodes = (Node(kind=BlockKind.FURNITURE, start=0, end=len(declared[0].rstrip())),)
    if rows:
        nodes += (_table_node(text, rows),)
    widths = Counter(len(row.fields) for row in rows)
    uneven = len(rows) - max(widths.values(), default=0)
    ragged = (ParseWarning(code="ragged", detail=f"{uneven} rows with another number of cells"),) if uneven else ()
    return Document(
        title=title_of((), None, name),
        text=text,
        blocks=flatten(nodes),
        media_type="text/tab-separated-values" if mark == "\t" else "text/csv",
        parser=PARSER,
        language=language_of(text),
        warnings=decoded.warnings + ragged,
    )


def sniffed(sample: str) -> str:
    """Return the delimiter that gives most rows the same number of fields, more fields first; comma for none."""
    best, best_score = ",", (0.0, 0)
    for mark in _DELIMITERS:
        if mark not in sample:
            continue
        widths: list[int] = []
        for row in rows_of(sample, 0, mark):
            widths.append(len(row.fields))
            if len(widths) == _SNIFFED_ROWS:
                break
        width, times = Counter(widths).most_common(1)[0] if widths else (1, 0)
        score = (times / len(widths), width) if width > 1 else (0.0, 0)
        if score > best_score:
            best, best_score = mark, score
    return best


def rows_of(text: str, begin: int, delimiter: str) -> Iterator[Row]:
    """Yield the spans of the fields row by row, quotes and outer white space left out; blank lines are skipped."""
    quoted = re.compile(r'[ ]*"([^"]*(?:""[^"]*)*+)"' if delimiter != "\t" else r'"([^"]*(?:""[^"]*)*+)"')
    plain = re.compile(f"[^{re.escape(delimiter)}\n]*")
    fields: list[Span] = []
    at, line = begin, begin
    while at <= len(text):
        found = quoted.match(text, at)
        if found:
            rest = plain.match(text, found.end())
            end = rest.end() if rest else found.end()
            junk = text[found.end() : end].strip()
            fields.append(trimmed(text, at, end) if junk else trimmed(text, *found.span(1)))
        else:
            rest = plain.match(text, at)
            end = rest.end() if rest else at
            fields.append(trimmed(text, at, end))
        at = end + 1
        if end < len(text) and text[end] == delimiter:
            continue
        if text[line:end].strip():
            yield Row(start=line, end=end, fields=tuple(fields))
        fields, line = [], at


def _bounded(found: Iterator[Row], name: str, limits: Limits) -> list[Row]:
    rows: list[Row] = []
    widest = 0
    for row in found:
        rows.append(row)
        widest = max(widest, len(row.fields))
        if widest > limits.max_columns or widest * len(rows) > MAX_CELLS:
            raise TooLarge(
                f"{name}: a table of {len(rows)} rows or more and {widest} columns",
                hint="Split the table or raise the limit on columns.",
            )
    return rows


def _table_node(text: str, rows: list[Row]) -> Node:
    columns = max(len(row.fields) for row in rows)
    start, end = trimmed(text, rows[0].start, rows[-1].end)
    heads = header_rows_of([[text[a:b] for a, b in row.fields] for row in rows[:_SNIFFED_ROWS]])
    cells: list[Cell] = []
    for r, row in enumerate(rows):
        missing = ((row.end, row.end),) * (columns - len(row.fields))
        for c, (first, behind) in enumerate((*row.fields, *missing)):
            place = min(max(first, start), end)
            cells.append(Cell(row=r, column=c, start=place, end=max(place, min(behind, end)), is_header=r < heads))
    table = Table(number=1, rows=len(rows), columns=columns, header_rows=heads, header_columns=0, cells=tuple(cells))
    return Node(kind=BlockKind.TABLE, start=start, end=end, table=table)
