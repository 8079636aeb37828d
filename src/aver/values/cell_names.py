"""The names that a spreadsheet gives its cells: `Sheet!B3`, and `'My sheet'!B3` where the name isn't one word.

A table in a sheet is a rectangle, so the name of its top left cell gives the names of all the others.
"""

from __future__ import annotations

import re

from aver.patterns import regex

_PLAIN = regex(r"[^\W\d]\w*")
_NAME = regex(r"(?P<sheet>.+!)(?P<letters>[A-Z]{1,7})(?P<row>[1-9][0-9]{0,9})", re.DOTALL)


def cell_name(sheet: str, row: int, column: int) -> str:
    """Return the name of the cell at a place counted from 0; a sheet name that isn't one word stands in quotes."""
    quoted = sheet if _PLAIN.fullmatch(sheet) else "'" + sheet.replace("'", "''") + "'"
    return f"{quoted}!{_letters(column)}{row + 1}"


def moved(name: str, *, rows: int, columns: int) -> str | None:
    """Return the name of the cell `rows` below and `columns` right of `name` (negative: above, left).

    None where `name` is no cell's name or the place lies outside the sheet.
    """
    match = _NAME.fullmatch(name)
    if match is None:
        return None
    row, column = int(match["row"]) - 1 + rows, column_number(match["letters"]) - 1 + columns
    return f"{match['sheet']}{_letters(column)}{row + 1}" if row >= 0 and column >= 0 else None


def in_sheet(name: str) -> str:
    """Return the part of a cell's name after the sheet: `B3`."""
    return name.rpartition("!")[2]


def _letters(column: int) -> str:
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the number from 1 of the column named `letters`, ASCII, in either case."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - 64
    return number
