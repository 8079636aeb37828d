"""Ways to tell whether a passage is for or against a claim, Aver's and simpler ones, with their figures (G1, G2).

A way may take no side: balanced accuracy counts that as wrong, and how often a way is right where it takes one is a
figure of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from benchmarks.further import Way
from numpy.typing import NDArray

from aver.evals.measures import SEED, Measure, share
from aver.flows.quick import quick_scores
from aver.index.vectors import to_fixed
from aver.models.entailment import BuiltinEntailment
from aver.models.reader import BuiltinReader
from aver.ports import Embedder, Entailment, StanceReader
from aver.stages.asserting import negated, proposition_of
from aver.stages.planning.words import content, negations
from aver.stages.stance.judge import STATED, DocumentView, judge
from aver.stages.stance.relating import Span
from aver.stages.summaries import summarise
from aver.values.documents import Document
from aver.values.stance import DocumentStance, Lifelines, Stance

HALF = 0.5
"""Cosine, and share of a claim's words, below which a document is unrelated; set before anything was measured."""

RESAMPLES = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A claim and a passage of a document; `label` is for, against, or None for neither.

    `apart` is the text that the quick score sums up.
    """

    claim: str
    document: Document
    lines: Lifelines
    passage: Span
    apart: Document
    label: bool | None
    related: bool = True
    german: bool = False

    @property
    def words(self) -> str:
        """The words of the passage."""
        return self.document.text[slice(*self.passage)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """The side a way takes, None for neither, and how far it leans to that of the claim."""

    side: bool | None
    leaning: float


NEITHER = Told(side=None, leaning=0.0)


def side_ways(cases: Sequence[Case], embedder: Embedder) -> tuple[Way, ...]:
    """Return the figures of every way to tell for from against."""
    read, bare = (verdicts(cases, embedder, reader) for reader in (BuiltinReader().insight.stance, None))
    entailment = BuiltinEntailment()
    told = {
        "Aver's validation": [taken(one) for one in read],
        "its verdicts that are sure enough to state": [taken(one, above=STATED) for one in read],
        "structure alone": [taken(one) for one in bare],
        "sign of the quick score": [quick(one, embedder) for one in cases],
        "entailment alone": [entailed(one, entailment) for one in cases],
        "a difference in negation": [denied(one) for one in cases],
        "always the more frequent side": [Told(side=most_frequent(cases), leaning=0.0) for _ in cases],
    }
    return _ways({name: side_figures(cases, found) for name, found in told.items()})


def related_ways(cases: Sequence[Case], cosines: Sequence[float], embedder: Embedder) -> tuple[Way, ...]:
    """Return the figures of every way to tell related from unrelated; `cosines` are those of the nearest sentences."""
    read, bare = (verdicts(cases, embedder, reader) for reader in (BuiltinReader().insight.stance, None))
    told = {
        "Aver's validation": [on_topic(one) for one in read],
        "structure alone": [on_topic(one) for one in bare],
        "cosine of the nearest sentence": [limited(one) for one in cosines],
        "words of the headline in the story": [limited(named(one)) for one in cases],
        "always related": [Told(side=True, leaning=0.0) for _ in cases],
    }
    return _ways({name: related_figures(cases, found) for name, found in told.items()})


def _ways(found: Mapping[str, tuple[Measure, ...]]) -> tuple[Way, ...]:
    return tuple(Way(name=name, figures=figures, ours=not place) for place, (name, figures) in enumerate(found.items()))


def verdicts(cases: Sequence[Case], embedder: Embedder, reader: StanceReader | None) -> list[Stance]:
    """Return the judge's verdict on every passage."""
    views = (DocumentView(id="text", text=one.document.text) for one in cases)
    return [
        judge(one.claim, [one.passage], one.lines, view, encode=embedder.encode, reader=reader)
        for one, view in zip(cases, views, strict=True)
    ]


def taken(stance: Stance, *, above: float = 0.0) -> Told:
    """Return the side of a verdict that is surer than `above`; all but SUPPORTS and REJECTS take none."""
    if stance.confidence <= above:
        return NEITHER
    shares = dict(stance.probabilities)
    side = {DocumentStance.SUPPORTS: True, DocumentStance.REJECTS: False}.get(stance.document_stance)
    leaning = shares.get(DocumentStance.SUPPORTS, 0.0) - shares.get(DocumentStance.REJECTS, 0.0)
    return Told(side=side, leaning=leaning)


def on_topic(stance: Stance) -> Told:
    """Return whether a verdict takes the document to be about the claim."""
    leaning = -dict(stance.probabilities).get(DocumentStance.OFF_TOPIC, 0.0)
    return Told(side=stance.document_stance is not DocumentStance.OFF_TOPIC, leaning=leaning)


def quick(case: Case, embedder: Embedder) -> Told:
    """Return the sign of the quick score of the text for the claim, made as `aver.flows.quick` does."""
    asked, summed = proposition_of(case.claim), summarise(case.apart, encode=embedder.encode)
    if asked is None or summed is None:
        return NEITHER
    towards, away = to_fixed(embedder.encode([asked, negated(asked)]))
    score = quick_scores(towards, away, to_fixed(summed.vectors[:1]))[0]
    return Told(side=score > 0 if score else None, leaning=score)


def entailed(case: Case, entailment: Entailment) -> Told:
    """Return the likeliest of what the entailment model says: entailed, contradicted, or neither."""
    found = entailment.judge(case.claim, [case.words])[0]
    leaning = found.entailed - found.contradicted
    sides = max(found.entailed, found.contradicted)
    return Told(side=leaning > 0 if sides > found.neutral else None, leaning=leaning)


def denied(case: Case) -> Told:
    """Return 'against' where just one of claim and passage has a word of negation."""
    agree = bool(negations(case.claim)) == bool(negations(case.words))
    return Told(side=agree, leaning=float(agree))


def most_frequent(cases: Sequence[Case]) -> bool:
    """Return the side that more cases are labelled with."""
    return 2 * sum(one.label is True for one in cases) >= sum(one.label is not None for one in cases)


def limited(nearness: float) -> Told:
    """Return a story as related from the limit on."""
    return Told(side=nearness >= HALF, leaning=nearness)


def named(case: Case) -> float:
    """Return the share of the claim's content words that stand in the document."""
    wanted = content(case.claim)
    return len(wanted & content(case.document.text)) / max(1, len(wanted))


def side_figures(cases: Sequence[Case], told: Sequence[Told]) -> tuple[Measure, ...]:
    """Return how well for is told from against; more figures where cases have no side, or are German."""
    pairs = list(zip(cases, told, strict=True))
    sided = [(one.label, said) for one, said in pairs if one.label is not None]
    german = [(one.label, said) for one, said in pairs if one.label is not None and one.german]
    silent = [said.side is not None for one, said in pairs if one.label is None]
    return (
        balanced("balanced accuracy", sided),
        order("order", sided),
        share("takes a side", (said.side is not None for _, said in sided)),
        share("right where it does", (said.side is label for label, said in sided if said.side is not None)),
        *((share("takes one where there is none", silent),) if silent else ()),
        *((balanced("balanced accuracy, German", german), order("order, German", german)) if german else ()),
    )


def related_figures(cases: Sequence[Case], told: Sequence[Told]) -> tuple[Measure, ...]:
    """Return how well related stories are told from others."""
    found = [(one.related, said) for one, said in zip(cases, told, strict=True)]
    return (
        balanced("balanced accuracy", found),
        order("order", found),
        share("unrelated found", (not said.side for related, said in found if not related)),
        share("related called unrelated", (not said.side for related, said in found if related)),
    )


Labelled = Sequence[tuple[bool, Told]]


def balanced(name: str, found: Labelled) -> Measure:
    """Return the mean of the shares of either label that are found."""
    first, second = ([said.side is label for label, said in found if label is side] for side in (True, False))
    return paired(name, (np.array(first, dtype=np.float64)[:, None] + np.array(second, dtype=np.float64)) / 2)


def order(name: str, found: Labelled) -> Measure:
    """Return the area under the ROC curve: the share of pairs put in the right order, ties half."""
    first, second = (np.array([said.leaning for label, said in found if label is side]) for side in (True, False))
    return paired(name, (first[:, None] > second) + (first[:, None] == second) / 2)


def paired(name: str, pairs: NDArray[np.float64]) -> Measure:
    """Return the mean over pairs (for, against) with a bootstrap interval that draws either side by itself."""
    rows, columns = pairs.shape
    if not pairs.size:
        return Measure(name=name, value=None, count=rows + columns)
    draw = np.random.default_rng(SEED)
    some = [draw.multinomial(size, np.full(size, 1 / size), RESAMPLES) / size for size in (rows, columns)]
    low, high = np.quantile(((some[0] @ pairs) * some[1]).sum(axis=1), (0.025, 0.975))
    return Measure(name=name, value=float(pairs.mean()), count=rows + columns, low=float(low), high=float(high))
