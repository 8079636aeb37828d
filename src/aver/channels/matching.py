"""Which of a handful of eligible texts a question is about: BM25 over those texts and nothing else.

The formula and constants are those of `aver.index.lexical`; N, df and the average length are counted over what was
given, so that a row which the caller may not read changes no bit of a score (C5).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from aver.index.lexical import K1, B
from aver.stages.analyser import term_keys
from aver.stages.planning.words import FUNCTION_WORDS, tokens


def asked_terms(asked: str) -> frozenset[int]:
    """Return the term keys of the content words of a question; of all its words where it has no others."""
    words = [word for word in tokens(asked) if word.casefold() not in FUNCTION_WORDS]
    return frozenset(key for word in words or tokens(asked) for key in term_keys(word))


def best_matching(asked: str, texts: Sequence[str], k: int) -> tuple[int, ...]:
    """Return the positions of the `k` best of `texts` that share a term with `asked`, best first, ties as given."""
    wanted = sorted(asked_terms(asked))
    counts = [Counter(term_keys(text)) for text in texts]
    lengths = [sum(one.values()) for one in counts]
    average = sum(lengths) / len(lengths) if lengths else 0.0
    scores = [0.0] * len(texts)
    for term in wanted:
        holders = [position for position, one in enumerate(counts) if term in one]
        idf = math.log(1.0 + (len(texts) - len(holders) + 0.5) / (len(holders) + 0.5))
        for position in holders:
            tf = counts[position][term]
            norm = K1 * (1.0 - B + B * lengths[position] / average)
            scores[position] += idf * (tf * (K1 + 1.0)) / (tf + norm)
    found = [position for position, score in enumerate(scores) if score > 0.0]
    return tuple(sorted(found, key=lambda position: (-round(scores[position], 6), position))[:k])
