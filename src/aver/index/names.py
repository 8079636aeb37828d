"""Names of documents, their file names and titles, found where they stand in a text (D3).

All of a tenant's are kept, whoever may read them; but which document a name means is told by the eligible ones alone:
a hidden document neither is found nor makes a name ambiguous.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aver.index.columns import VersionRow
from aver.patterns import regex
from aver.stages.analyser import file_name
from aver.stages.graph.naming import LONGEST, Name, standing_in, tells, words_of

_ASIDE = regex(r"\s*\([^()]*\)\s*$")
"""What a title adds to tell it from another of the same name: "Mercury (planet)"."""


@dataclass(frozen=True, slots=True)
class DocumentNames:
    """The positions in `rows` of the versions that bear each name."""

    rows: Sequence[VersionRow]
    _bearers: Mapping[Name, tuple[int, ...]]

    @staticmethod
    def of(rows: Sequence[VersionRow], *, earlier: DocumentNames | None = None) -> DocumentNames:
        """Return the names of `rows`, in rising order of key; `earlier` ones that all go on aren't read again."""
        if earlier is None or not earlier._goes_on_in(rows):
            earlier = DocumentNames((), {})
        further: dict[Name, list[int]] = {}
        for position in range(len(earlier.rows), len(rows)):
            for name in _names(rows[position]):
                further.setdefault(name, []).append(position)
        both = {name: (*earlier._bearers.get(name, ()), *positions) for name, positions in further.items()}
        return DocumentNames(rows, {**earlier._bearers, **both})

    def _goes_on_in(self, rows: Sequence[VersionRow]) -> bool:
        """Whether `rows` begin with these: what a key stands for never changes, and a new one is higher."""
        count = len(self.rows)
        return count == 0 or (count <= len(rows) and rows[count - 1].key == self.rows[-1].key)

    def named_in(self, text: str, *, eligible: NDArray[np.bool_]) -> tuple[str, ...]:
        """Return the ids of the documents that `text` names, as they stand there; `eligible` is by version.

        What two eligible documents are called names neither.
        """
        found = (self._only(bearers, eligible) for bearers, _, _ in standing_in(text, self._bearers))
        return tuple(dict.fromkeys(document for document in found if document is not None))

    def _only(self, bearers: Sequence[int], eligible: NDArray[np.bool_]) -> str | None:
        documents = {self.rows[position].document for position in bearers if eligible[position]}
        return documents.pop() if len(documents) == 1 else None


def _names(row: VersionRow) -> Iterator[Name]:
    """Yield what may be said for a version's document: a title of one word is a word, a file name of one too."""
    titles = {words_of(row.title), words_of(_ASIDE.sub("", row.title))}
    file = words_of(file_name(row.uri))
    for name in {*(one for one in titles if len(one) > 1), file}:
        if len(name) <= LONGEST and tells(name):
            yield name
