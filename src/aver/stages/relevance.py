"""How likely a passage bears on the question: three signals, one logistic curve.

The signals are the share of the question's weight (idf over the eligible chunks) that the passage
covers, its cosine with the question, and its BM25 score as a share of the highest attainable. The
weights were fitted on labelled question/passage pairs by `training/fit_quotation.py`; figures and data
stand in docs/decisions/0006-quotation.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aver.stages.analyser import term_keys
from aver.values.evidence import Passage

ATTAINABLE = 2.2
"""BM25's term frequency factor never exceeds k1 + 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Logistic:
    """A logistic model: one weight per named feature, and a bias."""

    weights: tuple[tuple[str, float], ...]
    bias: float

    def probability(self, features: Mapping[str, float]) -> float:
        """Return the probability in (0, 1), rounded to 6 decimals; every named feature must be given."""
        total = self.bias + sum(weight * features[name] for name, weight in self.weights)
        return round(1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, total)))), 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionTerms:
    """The distinct terms of a question with their idf over the eligible chunks."""

    weights: Mapping[int, float]

    @property
    def total(self) -> float:
        """The weight of the whole question."""
        return sum(self.weights.values())

    def covered(self, present: frozenset[int]) -> float:
        """Return the share of the question's weight that the terms `present` cover, in [0, 1]."""
        found = sum(weight for term, weight in self.weights.items() if term in present)
        return found / self.total if self.total else 0.0

    def heaviest_missing(self, present: frozenset[int]) -> float:
        """Return the largest weight that `present` lacks, as a share of the largest weight of all."""
        highest = max(self.weights.values(), default=0.0)
        missing = max((weight for term, weight in self.weights.items() if term not in present), default=0.0)
        return missing / highest if highest else 0.0


def question_terms(question: str, weights: Sequence[float]) -> QuestionTerms:
    """Return the distinct terms of `question` with their `weights`, given in rising order of key."""
    return QuestionTerms(weights=dict(zip(sorted(set(term_keys(question))), weights, strict=True)))


def terms_of(*texts: str) -> frozenset[int]:
    """Return the distinct term keys of `texts`."""
    return frozenset(key for text in texts for key in term_keys(text))


def passage_terms(passage: Passage) -> frozenset[int]:
    """Return the terms of a passage and of everything that accompanies it."""
    shown: Iterable[str] = (
        passage.title.text,
        passage.section_path.text,
        passage.lead_in.text,
        passage.header.text,
        passage.text.text,
    )
    return terms_of(*shown)


def passage_features(passage: Passage, question: QuestionTerms, scores: Mapping[str, float]) -> dict[str, float]:
    """Return the signals of one passage; `scores` are its best scores by channel."""
    return {
        "coverage": question.covered(passage_terms(passage)),
        "cosine": max(0.0, scores.get("dense", 0.0)),
        "lexical": scores.get("lexical", 0.0) / (ATTAINABLE * question.total) if question.total else 0.0,
    }
