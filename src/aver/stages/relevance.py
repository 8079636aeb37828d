"""How likely a passage bears on the question: four signals, one logistic curve.

The signals are the share of the question's weight (idf over the eligible chunks) that the passage
covers, the share it covers within a few words, its cosine with the question, and whether the names and
numbers of the question stand in it. The weights were fitted on labelled question/passage pairs by
`training/fit_quotation.py`; figures and data stand in docs/decisions/0006-quotation.md.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aver.patterns import regex
from aver.stages.analyser import file_name, term_keys
from aver.stages.atoms.language import SURE, Language, language_of
from aver.values.evidence import Passage

NEAR = 12
"""Terms that a window of `nearness` holds: about a clause."""

_NAMED = regex(r"(?<![.!?:] )(?<!^)\b[A-ZÄÖÜ][\w'’-]+|\b\w*\d\w*|\b\w+[._]\w+")
"""Capitals inside a sentence, words with a digit, identifiers."""


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
    """The distinct terms of a question with their idf over the eligible chunks.

    `named` are its names and numbers, `language` what it is asked in, None where its small words don't tell.
    """

    weights: Mapping[int, float]
    named: frozenset[int] = frozenset()
    language: Language | None = None

    @property
    def total(self) -> float:
        """The weight of the whole question."""
        return sum(self.weights.values())

    def covered(self, present: frozenset[int]) -> float:
        """Return the share of the question's weight that the terms `present` cover, in [0, 1]."""
        found = sum(weight for term, weight in self.weights.items() if term in present)
        return found / self.total if self.total else 0.0

    def named_in(self, present: frozenset[int]) -> float:
        """Return the share of the question's names and numbers among `present`, in [0, 1]; 1 where it has none."""
        return len(self.named & present) / len(self.named) if self.named else 1.0

    def heaviest_missing(self, present: frozenset[int]) -> float:
        """Return the largest weight that `present` lacks, as a share of the largest weight of all."""
        highest = max(self.weights.values(), default=0.0)
        missing = max((weight for term, weight in self.weights.items() if term not in present), default=0.0)
        return missing / highest if highest else 0.0

    def nearness(self, terms: Sequence[int]) -> float:
        """Return the largest share of the question's weight that `NEAR` terms in a row cover, in [0, 1].

        Term proximity as in Tao and Zhai 2007, "An exploration of proximity measures in information retrieval".
        """
        held: Counter[int] = Counter()
        places = [place for place, term in enumerate(terms) if term in self.weights]
        weight = best = 0.0
        first = 0
        for place in places:
            weight += 0.0 if held[terms[place]] else self.weights[terms[place]]
            held[terms[place]] += 1
            while place - places[first] >= NEAR:
                leaving = terms[places[first]]
                held[leaving] -= 1
                weight -= 0.0 if held[leaving] else self.weights[leaving]
                first += 1
            best = max(best, weight)
        return min(1.0, best / self.total) if self.total else 0.0


def question_terms(question: str, weights: Sequence[float]) -> QuestionTerms:
    """Return the distinct terms of `question` with their `weights`, given in rising order of key."""
    return QuestionTerms(
        weights=dict(zip(sorted(set(term_keys(question))), weights, strict=True)),
        named=terms_of(*_NAMED.findall(question)),
        language=language_of(question),
    )


def crosses(question: QuestionTerms, passage: Passage) -> bool:
    """Whether question and passage are surely in two languages, so that shared words say little (A11)."""
    return question.language is not None and language_of(passage.text.text, lead=SURE) not in (None, question.language)


def terms_of(*texts: str) -> frozenset[int]:
    """Return the distinct term keys of `texts`."""
    return frozenset(key for text in texts for key in term_keys(text))


def passage_terms(passage: Passage) -> list[int]:
    """Return the terms of a passage after those of everything that accompanies it, in order."""
    shown: Iterable[str] = (
        file_name(passage.uri),
        passage.title.text,
        passage.section_path.text,
        passage.lead_in.text,
        passage.header.text,
        passage.text.text,
    )
    return [key for text in shown for key in term_keys(text)]


def passage_features(passage: Passage, question: QuestionTerms, scores: Mapping[str, float]) -> dict[str, float]:
    """Return the signals of one passage, each in [0, 1]; `scores` are its best scores by channel.

    Every channel but the lexical one scores by the cosine with the question.
    """
    terms = passage_terms(passage)
    present = frozenset(terms)
    return {
        "coverage": question.covered(present),
        "nearness": question.nearness(terms),
        "cosine": max([0.0, *(score for channel, score in scores.items() if channel != "lexical")]),
        "named": question.named_in(present),
    }
