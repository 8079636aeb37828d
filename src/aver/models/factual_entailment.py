"""Entailment that no sentence carries unless it tells a fact: the scorer's word, where the reader lets it stand (H2).

"Most tourists believe that the tunnel is 9 kilometres long" entails that it is, as the scorer sees it: it was taught
contradictions and changed details, not who says what. Asked with the claim in the place of a question, the reader's
states tell such evidence apart (decision 0029), and whether the text goes on to examine it (0030). German goes by the
scorer alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.models.entailment import BuiltinEntailment
from aver.models.factuality import SURE
from aver.models.reader import BuiltinReader
from aver.ports import Entailment, Examination, Factuality, Insight
from aver.stages.atoms.language import language_of
from aver.stages.planning.words import content
from aver.stages.sentences import split
from aver.values.pairs import Entailed

LEAST = 0.5
"""Below this nothing is called entailed anyway."""


class FactualEntailment:
    """An entailment scorer beside what tells of factuality and examination, as one scorer."""

    def __init__(self, entailment: Entailment, factuality: Factuality, examination: Examination | None = None) -> None:
        self._entailment = entailment
        self._factuality = factuality
        self._examination = examination

    @property
    def entailment_id(self) -> str:
        """Names the entailment scorer; the other one belongs to the weights package."""
        return self._entailment.entailment_id

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        """Return one judgement per text of evidence; the sentence most like the claim has to tell it as a fact."""
        found = self._entailment.judge(claim, evidence)
        if language_of(claim) == "de":
            return found
        return tuple(self._as_fact(claim, text, one) for text, one in zip(evidence, found, strict=True))

    def examined(self, question: str, quotes: Sequence[tuple[str, str]]) -> tuple[float, ...]:
        """Return how likely the text after each quote examines it; 0 for German, and where nothing tells."""
        return tuple(self._examined(question, *one) for one in quotes)

    def _examined(self, question: str, quote: str, after: str) -> float:
        if self._examination is None or "de" in (language_of(question), language_of(f"{quote} {after}")):
            return 0.0
        return self._examination.examined(question, [(quote, after)])[0]

    def _as_fact(self, claim: str, text: str, found: Entailed) -> Entailed:
        if found.entailed < LEAST:
            return found
        sentences = [text[start:end] for start, end in split(text)] or [text]
        wanted = content(claim)
        nearest = max(sentences, key=lambda one: len(content(one) & wanted))
        [fact] = self._factuality.factual(claim, [nearest])
        if fact >= SURE:
            return found
        entailed = min(found.entailed, fact)
        return replace(found, entailed=entailed, neutral=round(found.neutral + found.entailed - entailed, 6))


def shipped_entailment(*, workers: int = 2) -> Entailment:
    """Return the built-in scorer as an answer is held against it; raises WeightsMissing when first asked."""
    return with_insight(BuiltinEntailment(workers=workers), BuiltinReader(workers=workers).insight)


def with_insight(scorer: Entailment, insight: Insight) -> Entailment:
    """Return a scorer beside what the reader's states say, as far as they say of facts."""
    return scorer if insight.factuality is None else FactualEntailment(scorer, insight.factuality, insight.examination)
