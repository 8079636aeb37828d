"""Evidence where it stands: text in pieces of which some are marked, or the grid of a table with its cells marked.

The pieces put together are the text again, so a template has nothing to do but write them out, each escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from aver.values.evidence import Passage

AROUND = 700
"""Code points shown on either side of what is marked."""

PlacedCell: TypeAlias = tuple[int, int, int, int, bool]
"""Row, column, start and end in canonical text, and whether it is a header."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of text."""

    text: str
    is_marked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GridCell:
    """One cell of a table as it is shown."""

    text: str
    is_header: bool
    is_marked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Evidence to look at: a table where it has `rows`, else text. `cut` says that more stands before or after it."""

    pieces: tuple[Piece, ...] = ()
    rows: tuple[tuple[GridCell, ...], ...] = ()
    cut_before: bool = False
    cut_after: bool = False


def passage_shown(passage: Passage, *spans: tuple[int, int]) -> Shown:
    """Return a passage with `spans` of its document marked; erased or withheld text as what stands for it."""
    if passage.text.erased is not None:
        return Shown(pieces=(Piece(text=str(passage.text), is_marked=False),))
    rows = grid(passage.text.text, passage.start, passage.table_cells, marked=spans)
    if any(cell.is_marked for row in rows for cell in row):
        return Shown(rows=rows)
    return around(passage.text.text, *((start - passage.start, end - passage.start) for start, end in spans))


def around(text: str, *spans: tuple[int, int], limit: int = AROUND) -> Shown:
    """Return `text` with `spans` marked and up to `limit` code points on either side of them, cut between words."""
    marked = sorted((max(0, min(start, len(text))), max(0, min(end, len(text)))) for start, end in spans)
    start, end = min(first for first, _ in marked), max(last for _, last in marked)
    since, until = _opened(text, max(0, start - limit), start), _closed(text, end, min(len(text), end + limit))
    parts, at = [], since
    for first, last in marked:
        parts += [(text[at:first], False), (text[max(at, first) : last], True)]
        at = max(at, last)
    parts.append((text[at:until], False))
    return Shown(
        pieces=tuple(Piece(text=part, is_marked=marked) for part, marked in parts if part),
        cut_before=since > 0,
        cut_after=until < len(text),
    )


def grid(
    text: str, base: int, cells: Iterable[PlacedCell], *, marked: Sequence[tuple[int, int]]
) -> tuple[tuple[GridCell, ...], ...]:
    """Return the rows of a table whose `text` begins at `base`; cells that `marked` touches are marked.

    A cell that comes in several pieces is one cell; places that no cell fills are empty.
    """
    words: dict[tuple[int, int], GridCell] = {}
    for row, column, start, end, is_header in cells:
        said = text[max(0, start - base) : max(0, end - base)]
        known = words.get((row, column))
        touched = any(start < last and first < end for first, last in marked) or (known is not None and known.is_marked)
        words[row, column] = GridCell(
            text=f"{known.text} {said}" if known else said, is_header=is_header, is_marked=touched
        )
    if not words:
        return ()
    wide = 1 + max(column for _, column in words)
    empty = GridCell(text="", is_header=False, is_marked=False)
    rows = sorted({row for row, _ in words})
    return tuple(tuple(words.get((row, column), empty) for column in range(wide)) for row in rows)


def _opened(text: str, since: int, start: int) -> int:
    """Return the first beginning of a word from `since` on."""
    while 0 < since < start and not text[since - 1].isspace():
        since += 1
    return since


def _closed(text: str, end: int, until: int) -> int:
    """Return the last end of a word up to `until`."""
    while end < until < len(text) and not text[until].isspace():
        until -= 1
    return until
