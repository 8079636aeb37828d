"""The tables on a sheet: islands of neighbouring cells in the sea of empty ones, with titles and notes apart.

Two filled places belong together when they touch, corners included; islands whose rectangles overlap are one. A lone
text above a table is its caption, a line of notes below it a footnote.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from aver.patterns import regex

Place = tuple[int, int]

_MOST = 300
_NOTE = regex(
    r"\s*(?:[*†‡¹²³]|\(?[0-9a-z]\)\s|(?:notes?|sources?|quellen?|anmerkung(?:en)?|hinweise?|stand)\b\s*:?)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Island:
    """A rectangle of the sheet, bounds included, rows and columns from 0."""

    top: int
    left: int
    bottom: int
    right: int

    def touches(self, other: Island) -> bool:
        """Return whether the rectangles share a place."""
        apart = self.right < other.left or other.right < self.left or self.bottom < other.top or other.bottom < self.top
        return not apart

    def joined(self, other: Island) -> Island:
        """Return the rectangle around both."""
        return Island(
            top=min(self.top, other.top),
            left=min(self.left, other.left),
            bottom=max(self.bottom, other.bottom),
            right=max(self.right, other.right),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """An island with the lone lines above and below its table; `table` is None where only lines are there."""

    titles: tuple[Place, ...]
    table: Island | None
    notes: tuple[Place, ...]


def islands(filled: Iterable[Place]) -> list[Island]:
    """Return the islands of the filled places, by their top and left edge; a sheet of hundreds is one sparse table."""
    left = set(filled)
    found: list[Island] = []
    while left:
        pending = [left.pop()]
        top = bottom = pending[0][0]
        west = east = pending[0][1]
        while pending:
            row, column = pending.pop()
            top, bottom, west, east = min(top, row), max(bottom, row), min(west, column), max(east, column)
            for r in (row - 1, row, row + 1):
                for c in (column - 1, column, column + 1):
                    if (r, c) in left:
                        left.remove((r, c))
                        pending.append((r, c))
        found.append(Island(top=top, left=west, bottom=bottom, right=east))
    if len(found) > _MOST:
        whole = found[0]
        for island in found:
            whole = whole.joined(island)
        return [whole]
    return sorted(_united(found), key=lambda island: (island.top, island.left))


def _united(found: list[Island]) -> list[Island]:
    """Join islands whose rectangles overlap until none do; sorted by rows, only neighbours can meet."""
    changed = True
    while changed:
        changed = False
        kept: list[Island] = []
        active: list[Island] = []
        for island in sorted(found, key=lambda one: one.top):
            kept += [other for other in active if other.bottom < island.top]
            active = [other for other in active if other.bottom >= island.top]
            meeting = [other for other in active if other.touches(island)]
            for other in meeting:
                island = island.joined(other)
                changed = True
            active = [other for other in active if other not in meeting] + [island]
        found = kept + active
    return found


def parted(island: Island, texts: Mapping[Place, str], wide: frozenset[Place]) -> Parted:
    """Take lone lines off an island; `wide` are the places of merged cells that span columns."""
    rows: dict[int, list[Place]] = {row: [] for row in range(island.top, island.bottom + 1)}
    for row in rows:
        rows[row] = [(row, c) for c in range(island.left, island.right + 1) if texts.get((row, c))]
    titles: list[Place] = []
    notes: list[Place] = []
    top, bottom = island.top, island.bottom
    if island.left < island.right:
        while top < bottom and len(rows[top]) <= 1:
            titles += rows[top]
            top += 1
        while bottom > top and (
            not rows[bottom] or (len(rows[bottom]) == 1 and _is_note(rows[bottom][0], texts, wide))
        ):
            notes = rows[bottom] + notes
            bottom -= 1
        if bottom == top and len(rows[top]) <= 1:
            return Parted(titles=(*titles, *rows[top]), table=None, notes=tuple(notes))
    elif island.top == island.bottom or _is_prose(rows, texts):
        return Parted(titles=tuple(place for row in rows.values() for place in row), table=None, notes=())
    kept = Island(top=top, left=island.left, bottom=bottom, right=island.right)
    return Parted(titles=tuple(titles), table=kept, notes=tuple(notes))


def _is_note(place: Place, texts: Mapping[Place, str], wide: frozenset[Place]) -> bool:
    return place in wide or _NOTE.match(texts[place]) is not None


def _is_prose(rows: Mapping[int, list[Place]], texts: Mapping[Place, str]) -> bool:
    """One column of sentences is text, one of words or numbers a table."""
    words = [len(texts[place].split()) for row in rows.values() for place in row]
    return bool(words) and sum(words) / len(words) > 6
