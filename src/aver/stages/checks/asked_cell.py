"""Whether the cell that a question asks for is empty: its row is there, and says nothing (E6).

"Votes | 11.8 | 42" names the party and every column; where a dash stands under "Votes", the table doesn't know them.
"""

from __future__ import annotations

import re

from aver.patterns import regex
from aver.stages.planning.words import content, folded
from aver.stages.table_rows import SPELT_OUT, cells_within, titles_over
from aver.values.answers import Citation
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage

_BLANK = regex(r"\W*(?:n\s?/\s?a|n\.\s?a|tb[dc]|k\.\s?a)?\W*", re.IGNORECASE)
"""Dashes and the usual words for nothing; "Na" is sodium."""

_MARK = regex(r"\s*\[[a-z\d]{1,2}\]\s*$")


def empty_cell(asked: str, citation: Citation, passage: Passage) -> bool:
    """Whether the column whose header fits best what is `asked` has no value in the cited row of a table.

    Words of the row's name ask for the row, not for a column. Columns that fit as well are all asked for.
    """
    if passage.kind is not ChunkKind.TABLE:
        return False
    row = cells_within(passage, citation.start, citation.end)
    if not row:
        return False
    titles, words = titles_over(passage, row), frozenset(folded(asked))
    if any(is_blank(row[column]) for column, title in titles.items() if not words.isdisjoint(_spelt_out(title))):
        return True
    wanted = content(asked) - content(row[min(row)])
    said = {column: _fit(wanted, content(title)) for column, title in titles.items()}
    best = max(said.values(), default=(0, 0))
    return best[0] > 0 and all(is_blank(row[column]) for column, fit in said.items() if fit == best)


def is_blank(cell: str) -> bool:
    """Whether a cell holds nothing, or a dash for it, whatever note it has."""
    return _BLANK.fullmatch(_MARK.sub("", cell)) is not None


def _spelt_out(title: str) -> frozenset[str]:
    """Return the words that ask for a column of least, usual or greatest values, none for any other title."""
    words = folded(title)
    return frozenset(SPELT_OUT.get(words[0], ())) if len(words) == 1 else frozenset()


def _fit(wanted: frozenset[str], title: frozenset[str]) -> tuple[int, int]:
    """Return how well a column's title is what is wanted: the words they share, then how few others it has."""
    return len(wanted & title), -len(title - wanted)
