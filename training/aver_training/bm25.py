"""BM25 over a few thousand passages, to find the wrong ones that look right.

Terms are those of the product's own analyser, so that a hard negative is hard for the retriever it will meet. Formula:
Robertson and Zaragoza 2009 with k1 = 1.2, b = 0.75 and idf = ln(1 + (N - df + 0.5) / (df + 0.5)).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aver.stages.analyser import term_keys

K1 = 1.2
B = 0.75


class PassageIndex:
    """Postings over `passages`, held in memory."""

    def __init__(self, passages: Sequence[str]) -> None:
        self.passages = tuple(passages)
        counts = [Counter(term_keys(text)) for text in self.passages]
        lengths = np.array([max(1, sum(count.values())) for count in counts], dtype=np.float64)
        self._norm = K1 * (1 - B + B * lengths / (lengths.mean() if lengths.size else 1.0))
        postings: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
        for row, count in enumerate(counts):
            for key, frequency in count.items():
                postings[key].append((row, frequency))
        self._postings = {key: np.array(rows, dtype=np.int64) for key, rows in postings.items()}

    def scores(self, query: str) -> NDArray[np.float64]:
        """One score per passage, 0 where no term is shared."""
        total = np.zeros(len(self.passages))
        for key in set(term_keys(query)):
            if (rows := self._postings.get(key)) is not None:
                places, frequency = rows[:, 0], rows[:, 1]
                idf = np.log1p((len(self.passages) - len(rows) + 0.5) / (len(rows) + 0.5))
                total[places] += idf * frequency * (K1 + 1) / (frequency + self._norm[places])
        return total

    def best(self, query: str, count: int) -> list[int]:
        """Places of the `count` best passages that share a term, best first, ties by place."""
        found = self.scores(query)
        order = np.lexsort((np.arange(found.size), -found))[:count]
        return [int(place) for place in order if found[place] > 0]
