"""How every sentence of a document stands to what is asked and to the passage that matched.

Relevance is half cosine, half the share of the question's terms (weighted by rarity in the document)
that the sentence, its section's title and the sentence it points back to cover: a lifeline passes on
what it is about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from aver.stages.analyser import term_keys
from aver.stages.stance.lexicon import FUNCTION_WORDS
from aver.stages.stance.signals import SIGNALS, signals_of
from aver.values.stance import Lifelines

Floats = NDArray[np.float64]
Encode = Callable[[Sequence[str]], NDArray[np.float32]]
Span = tuple[int, int]

PASSED_ON = 0.85
"""Share of its relevance that a sentence passes on to one that points back to it."""

FUNCTION_TERMS = frozenset(term_keys(FUNCTION_WORDS))


@dataclass(frozen=True, slots=True, eq=False)
class Voted:
    """What an entailment model says of each mention, probabilities in [0, 1]; 0 where it wasn't asked."""

    for_claim: Floats
    against_claim: Floats
    against_focus: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Related:
    """One row per mention: relations to the question (`to_claim`, ...) and to the passage (`to_passage`, ...).

    `signals` is (mentions, signals) of 0 and 1; `inside` marks the mentions of the passage and `focus` is
    the one of them nearest to the question. `claim_negated` says whether what is asked is negative,
    `known` the share of the question's terms that the document knows. `claim` is its vector.
    """

    lifelines: Lifelines
    vectors: Floats
    titles: Floats
    claim: Floats
    signals: Floats
    cosine: Floats
    coverage: Floats
    relevance: Floats
    to_focus: Floats
    shared: Floats
    inside: NDArray[np.bool_]
    focus: int
    claim_negated: bool
    known: float
    entailed: Voted


def relate(claim: str, passages: Sequence[Span], lifelines: Lifelines, text: str, encode: Encode) -> Related | None:
    """Return the relations, None where the document has no sentence; `text` is its canonical text."""
    if not lifelines.mentions:
        return None
    vectors, titles = vectors_of(lifelines)
    asked = np.asarray(encode([claim])[0], dtype=np.float64)
    terms = [frozenset(term_keys(text[one.start : one.end])) - FUNCTION_TERMS for one in lifelines.mentions]
    weights = _weights(terms)
    wanted = frozenset(term_keys(claim)) - FUNCTION_TERMS
    cosine = vectors @ asked
    coverage, around = _coverage(wanted, terms, weights, lifelines)
    own = 0.5 * np.maximum(cosine, 0.0) + 0.5 * np.maximum(coverage, 0.8 * around)
    relevance = _passed_on(own, lifelines)
    inside = _inside(passages, lifelines)
    focus = int(np.argmax(np.where(inside, own, -1.0)))
    return Related(
        lifelines=lifelines,
        vectors=vectors,
        titles=titles,
        claim=asked,
        signals=signal_matrix(lifelines),
        cosine=cosine,
        coverage=coverage,
        relevance=relevance,
        to_focus=vectors @ vectors[focus],
        shared=_shared(terms, weights, focus),
        inside=inside,
        focus=focus,
        claim_negated="negated" in signals_of(claim),
        known=sum(1 for term in wanted if term in weights) / max(1, len(wanted)),
        entailed=Voted(*(np.zeros(len(terms)) for _ in range(3))),
    )


def vectors_of(lifelines: Lifelines) -> tuple[Floats, Floats]:
    """Return the unit vectors of the mentions and those of the sections' titles."""
    rows = np.frombuffer(lifelines.vectors, dtype=np.int8).reshape(-1, lifelines.dimension).astype(np.float64)
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    return rows[: len(lifelines.mentions)], rows[len(lifelines.mentions) :]


def signal_matrix(lifelines: Lifelines) -> Floats:
    """Return (mentions, signals) of 0 and 1."""
    matrix = np.zeros((len(lifelines.mentions), len(SIGNALS)))
    for number, one in enumerate(lifelines.mentions):
        matrix[number, list(one.signals)] = 1.0
    return matrix


def _weights(terms: Sequence[frozenset[int]]) -> dict[int, float]:
    spread = Counter(term for one in terms for term in one)
    return {term: log(1 + len(terms) / count) for term, count in spread.items()}


def _coverage(
    wanted: frozenset[int], terms: Sequence[frozenset[int]], weights: dict[int, float], lifelines: Lifelines
) -> tuple[Floats, Floats]:
    """Return the covered share of the wanted weight by each sentence, and with its title and antecedent."""
    total = sum(weights.get(term, 0.0) for term in wanted) or 1.0
    titled = [frozenset(term_keys(" ".join(scope.titles[-1:]))) for scope in lifelines.sections]
    own, around = np.zeros(len(terms)), np.zeros(len(terms))
    for number, (present, one) in enumerate(zip(terms, lifelines.mentions, strict=True)):
        wider = present | titled[one.section] | (terms[one.about] if one.about is not None else frozenset())
        own[number] = sum(weights.get(term, 0.0) for term in wanted & present) / total
        around[number] = sum(weights.get(term, 0.0) for term in wanted & wider) / total
    return own, around


def _passed_on(own: Floats, lifelines: Lifelines) -> Floats:
    found = own.copy()
    for number, one in enumerate(lifelines.mentions):
        if one.about is not None:
            found[number] = max(found[number], PASSED_ON * found[one.about])
    return found


def _inside(passages: Sequence[Span], lifelines: Lifelines) -> NDArray[np.bool_]:
    """Mark the mentions that the passage touches; where it touches none (code, a table), the nearest one."""
    starts = np.array([one.start for one in lifelines.mentions])
    ends = np.array([one.end for one in lifelines.mentions])
    found = np.zeros(len(starts), dtype=bool)
    for start, end in passages:
        found |= (starts < end) & (ends > start)
    if not found.any() and passages:
        gaps = np.maximum(starts - passages[0][1], passages[0][0] - ends)
        found[int(np.argmin(gaps))] = True
    return found if found.any() else np.ones(len(starts), dtype=bool)


def _shared(terms: Sequence[frozenset[int]], weights: dict[int, float], focus: int) -> Floats:
    own = terms[focus]
    total = sum(weights[term] for term in own) or 1.0
    return np.array([sum(weights[term] for term in own & one) / total for one in terms])
