"""Whether the cell that a question asks for is empty: its row is there, and says nothing (E6).

"Votes | 11.8 | 42" names the party and every column; where a dash stands under "Votes", the table doesn't know them.
"""

from __future__ import annotations

import re

from aver.stages.planning.words import content
from aver.values.answers import Citation
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage

_BLANK = re.compile(r"\W*(?:n\s?/\s?a|n\.\s?a|tb[dc]|k\.\s?a)?\W*", re.IGNORECASE)
"""Dashes and the usual words for nothing; "Na" is sodium."""


def empty_cell(asked: str, citation: Citation, passage: Passage) -> bool:
    """Whether the column whose header fits best what is `asked` has no value in the cited row of a table.

    Words of the row's name ask for the row, not for a column. Columns that fit as well are all asked for.
    """
    if passage.kind is not ChunkKind.TABLE:
        return False
    row, headers = _row(citation, passage), _headers(passage)
    if not row:
        return False
    if not headers:
        titles = [title.strip() for title in passage.header.text.strip().strip("|").split("\n")[0].split("|")]
        headers = dict(zip(sorted(row), titles, strict=False)) if len(titles) == len(row) else {}
    wanted = content(asked) - content(row[min(row)])
    said = {column: _fit(wanted, content(title)) for column, title in headers.items() if column in row}
    best = max(said.values(), default=(0, 0))
    return best[0] > 0 and all(_BLANK.fullmatch(row[column]) for column, fit in said.items() if fit == best)


def _fit(wanted: frozenset[str], title: frozenset[str]) -> tuple[int, int]:
    """Return how well a column's title is what is wanted: the words they share, then how few others it has."""
    return len(wanted & title), -len(title - wanted)


def _row(citation: Citation, passage: Passage) -> dict[int, str]:
    """Return the values of the cited row by column; of several rows nothing."""
    cells = [
        (row, column, start, end)
        for row, column, start, end, head in passage.table_cells
        if not head and citation.start <= start <= end <= citation.end and passage.start <= start <= end <= passage.end
    ]
    return {column: _text(passage, a, b) for _, column, a, b in cells} if len({cell[0] for cell in cells}) == 1 else {}


def _headers(passage: Passage) -> dict[int, str]:
    """Return what stands above each column, several header rows joined."""
    found: dict[int, str] = {}
    for _, column, start, end, head in passage.table_cells:
        if head and passage.start <= start <= end <= passage.end:
            found[column] = f"{found.get(column, '')} {_text(passage, start, end)}"
    return found


def _text(passage: Passage, start: int, end: int) -> str:
    return passage.text.text[start - passage.start : end - passage.start]
