"""How many rows at the top of a grid name its columns, told from the words alone.

A header names things; values count or date them. A row of words over a column of numbers is a header; where every
column holds words, a full first row is taken for one, because files without a header are the rarer kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aver.patterns import regex

_MOST = 3
_LOOKED_AT = 50
_VALUE = regex(
    r"[+\-−–]?[(]?[€$£¥]?\s*[+\-−]?\d[\d.,'’  ]*\s*(?:[%‰€$£¥]|[a-zµ°²³/]{1,4})?[)]?"
    r"|\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ][\d:.+Z-]*)?|\d{1,2}:\d{2}(?::\d{2})?|true|false|n/?a|nan|null|[-–—]",
    re.IGNORECASE,
)


def is_value(text: str) -> bool:
    """Return whether a cell reads as a number, an amount, a date, a time or a truth value."""
    return _VALUE.fullmatch(text.strip()) is not None


def header_rows_of(rows: Sequence[Sequence[str]]) -> int:
    """Return 0 to 3, always fewer than the rows there are; "" stands for an empty cell."""
    if fills_gaps(rows):
        return 2
    count = 0
    for row in rows[: min(_MOST, len(rows) - 1)]:
        if not any(row) or any(is_value(cell) for cell in row if cell):
            break
        count += 1
    if count == 0:
        return 0
    body = rows[count : count + _LOOKED_AT]
    if any(is_value(cell) for row in body for cell in row if cell):
        return _without_data(rows, count)
    return 1 if len(rows[0]) > 1 and sum(map(bool, rows[0])) * 2 > len(rows[0]) else 0


def _without_data(rows: Sequence[Sequence[str]], count: int) -> int:
    """Keep a second and third row only while the row above has gaps: a group name over its columns."""
    kept = 1
    while kept < count and not all(rows[kept - 1]):
        kept += 1
    return kept


def fills_gaps(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the second row goes on with a header that has gaps: it tells apart what stands under a name over
    several columns and is no row, since it has no name itself. Values only do where they come back under each name."""
    if len(rows) < _MOST or len(rows[1]) < len(rows[0]) or rows[1][0] or not rows[2] or not rows[2][0]:
        return False
    named = [(over, under) for over, under in zip(rows[0][1:], rows[1][1:], strict=False) if over or under]
    values = [under for _, under in named if is_value(under)]
    return (
        any(over for over, _ in named)
        and not any(is_value(over) for over, _ in named if over)
        and any(under for over, under in named if not over)
        and all(values.count(value) > 1 for value in values)
    )


def header_columns_of(rows: Sequence[Sequence[str]], header_rows: int) -> int:
    """Return 1 where the first column names each row, without repeating itself, and the others mostly hold values."""
    body = rows[header_rows : header_rows + _LOOKED_AT]
    names = [row[0] for row in body if row]
    others = [cell for row in body for cell in row[1:] if cell]
    if not others or len(set(names)) != len(body) or not all(name and not is_value(name) for name in names):
        return 0
    return 1 if 2 * sum(map(is_value, others)) > len(others) else 0
