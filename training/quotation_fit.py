"""From recorded runs to the three models of quotation answering, through the stages that answer users.

Relevance is fitted on the fused candidates, the order on the units of the packets that relevance picks, support on the
unit that the order puts first; so each model learns from what the one before really does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from quotation_models import Matrix, fit_choice, fit_logistic, named, sigmoid
from quotation_runs import FETCHED, KnownVectors, Run, contained

from aver.stages.fusion import reciprocal_rank
from aver.stages.packets import packet_of
from aver.stages.quotation import QuotedUnit, rank_units, support_features
from aver.stages.relevance import Logistic, passage_features
from aver.stages.selection import Blend, Place, Scored, choose, score_candidates
from aver.values.evidence import EvidencePacket
from aver.values.pairs import Reading
from aver.values.sealed import Sealed

RELEVANCE = ("coverage", "nearness", "cosine", "named")
ORDER = ("context_coverage", "run_in_coverage", "cosine", "relevance", "expected_type")
SUPPORT = ("context_coverage", "run_in_coverage", "cosine", "relevance", "share")
PENALTY = 3.0
PACKETS = 4
MOST_LOST = 0.01
"""Share of answerable questions that may lose their last answering packet to the relevance threshold."""

LEAST_SEEN = 50
"""Answers above `CONFIDENT` that a source needs before it may shift the calibration."""

CONFIDENT = 0.5

ANSWERABLE = 0.5
"""What is assumed of the questions asked, per source: this share has its answer in the corpus.

The rest is shared equally by the kinds of unanswerable questions that the source has.
"""

Best = tuple[Run, dict[str, float], bool]
"""A run, the signals of its best unit, and whether that unit is right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """The support model, and by source how far a model that never saw it is off, in logits, over how many answers."""

    model: Logistic
    shifts: tuple[tuple[str, float, int], ...]


def answers(run: Run, chunk: str) -> bool:
    """Whether a candidate passage answers the run's question."""
    return not run.case.without and bool(contained(run.passages[chunk], run.case))


def fit_relevance(runs: Sequence[Run], k: int) -> Logistic:
    """Return P(a fused candidate answers), from every candidate of every run."""
    rows, labels = [], []
    for run in runs:
        for one in reciprocal_rank(run.results, k=k)[:FETCHED]:
            features = passage_features(run.passages[one.chunk], run.terms, dict(one.scores))
            rows.append([features[name] for name in RELEVANCE])
            labels.append(answers(run, one.chunk))
    return named(RELEVANCE, *fit_logistic(np.array(rows), np.array(labels, dtype=float), penalty=PENALTY))


def scored_of(run: Run, blend: Blend) -> tuple[Scored, ...]:
    """Return the run's candidates as selection scores them."""
    fused = reciprocal_rank(run.results, k=blend.k, weights=blend.weights)[:FETCHED]
    return score_candidates(fused, run.passages, run.terms, blend)


def packets_of(run: Run, scored: Sequence[Scored], threshold: float) -> tuple[EvidencePacket, ...]:
    """Return the packets of a run as asking makes them."""
    _, chosen = choose(scored, place=Place(k=PACKETS, depth=PACKETS, threshold=threshold))
    return tuple(
        packet_of(
            one.passage,
            rank=rank,
            score=one.relevance,
            selected=selected,
            sub_question=0,
            rationale="",
            tenant=run.case.part,
        )
        for rank, (one, selected) in enumerate(chosen, start=1)
    )


def threshold_of(runs: Sequence[tuple[Run, tuple[EvidencePacket, ...]]]) -> float:
    """Return the largest relevance threshold that takes at most `MOST_LOST` of the answered questions' evidence."""
    best = [
        max((one.score for one in packets if answers(run, one.passage.chunk)), default=None)
        for run, packets in runs
        if run.case.answers and not run.case.without
    ]
    found = sorted(score for score in best if score is not None)
    return float(f"{found[int(MOST_LOST * len(best))]:.1g}")


def right(run: Run, one: QuotedUnit) -> bool:
    """Whether a unit holds an accepted answer where it was marked."""
    unit = one.unit
    spans = () if run.case.without else contained(unit.packet.passage, run.case)
    return any(start < unit.end and end > unit.start for start, end in spans)


Ranked = Callable[[Run, Logistic], tuple[QuotedUnit, ...]]


def ranker(
    packets: dict[int, tuple[EvidencePacket, ...]],
    vectors: KnownVectors,
    readings: Mapping[int, Mapping[str, Reading]] | None = None,
) -> Ranked:
    """Return what ranks the units of a run's packets; packets and readings are kept by the identity of the run."""

    def ranked(run: Run, order: Logistic) -> tuple[QuotedUnit, ...]:
        return rank_units(
            packets[id(run)],
            asked=Sealed(run.case.question),
            question=run.terms,
            similarity=vectors.similarity,
            order=order,
            readings={} if readings is None else readings[id(run)],
        )

    return ranked


def fit_order(runs: Sequence[Run], ranked: Ranked, names: Sequence[str] = ORDER) -> Logistic:
    """Return the model that puts a right unit first; its bias makes the mean score the share of right units."""
    blank = Logistic(weights=(), bias=0.0)
    rows, labels, groups = [], [], []
    for number, run in enumerate(runs):
        for one in ranked(run, blank):
            features = dict(one.features)
            rows.append([features[name] for name in names])
            labels.append(right(run, one))
            groups.append(number)
    x, y = np.array(rows), np.array(labels, dtype=float)
    weights = fit_choice(x, y, np.array(groups), penalty=PENALTY)
    return named(names, weights, level(x @ weights, float(y.mean())))


def level(values: Matrix, share: float) -> float:
    """Return the bias at which the mean of sigmoid(values + bias) is `share`."""
    low, high = -60.0, 60.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if float(sigmoid(values + middle).mean()) < share else (low, middle)
    return (low + high) / 2


def best_units(runs: Sequence[Run], ranked: Ranked, order: Logistic) -> list[Best]:
    """Return the signals of each run's best unit; a run without any is left out, as nothing is released for it."""
    found: list[Best] = []
    for run in runs:
        units = ranked(run, order)
        if units:
            found.append((run, support_features(units), right(run, units[0])))
    return found


def table(best: Sequence[Best], names: Sequence[str] = SUPPORT) -> tuple[Matrix, Matrix]:
    """Return the support signals (n, features) and the labels (n,)."""
    x = np.array([[features[name] for name in names] for _, features, _ in best])
    return x, np.array([float(label) for _, _, label in best])


def fit_support(best: Sequence[Best], names: Sequence[str] = SUPPORT) -> Support:
    """Return P(the best unit is right) under the mix of `ANSWERABLE`, lowered as the hardest unseen source asks for."""
    weights, bias = fit_logistic(*table(best, names), weight=mixed(best), penalty=PENALTY)
    shifts = source_shifts(best, names)
    hardest = min([0.0, *(value for _, value, _ in shifts)])
    return Support(model=named(names, weights, float(bias + hardest)), shifts=shifts)


def mixed(best: Sequence[Best]) -> Matrix:
    """Return a weight for each question with which every source keeps its total and has the mix of `ANSWERABLE`."""
    groups = [(run.case.source, presence(run)) for run, _, _ in best]
    sizes, totals = Counter(groups), Counter(source for source, _ in groups)
    kinds = Counter(source for source, name in sizes if name != "there")
    share = {
        (source, name): ANSWERABLE if name == "there" else (1 - ANSWERABLE) / kinds[source] for source, name in sizes
    }
    return np.array([share[group] * totals[group[0]] / sizes[group] for group in groups])


def presence(run: Run) -> str:
    """Return whether the answer is there, its passages are withheld, or its passage answers something else."""
    if not run.case.answers:
        return "none in its passage"
    return "withheld" if run.case.without else "there"


def source_shifts(best: Sequence[Best], names: Sequence[str] = SUPPORT) -> tuple[tuple[str, float, int], ...]:
    """Return how far confident answers of each source are off, in logits, for a model that never saw the source.

    A source with fewer than `LEAST_SEEN` such answers can't tell and is left out; the count comes third.
    """
    shifts: list[tuple[str, float, int]] = []
    for source in sorted({run.case.source for run, _, _ in best}):
        others = [one for one in best if one[0].case.source != source]
        weights, bias = fit_logistic(*table(others, names), weight=mixed(others), penalty=PENALTY)
        mine = [one for one in best if one[0].case.source == source]
        x, y = table(mine, names)
        logits = x @ weights + bias
        sure = logits >= np.log(CONFIDENT / (1 - CONFIDENT))
        if int(sure.sum()) >= LEAST_SEEN:
            share = float(np.average(y[sure], weights=mixed(mine)[sure]))
            shifts.append((source, level(logits[sure], share), int(sure.sum())))
    return tuple(shifts)
