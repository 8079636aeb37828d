"""From recorded runs to the three models of quotation answering, through the stages that answer users.

Relevance is fitted on the fused candidates, the order on the units of the packets that relevance picks, support on the
unit that the order puts first; so each model learns from what the one before really does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from quotation_models import Matrix, fit_choice, fit_logistic, named, sigmoid
from quotation_runs import FETCHED, KnownVectors, Run, contained

from aver.stages.fusion import reciprocal_rank
from aver.stages.packets import packet_of
from aver.stages.quotation import QuotedUnit, best_first, rank_units, support_features
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

AS_ASKED = frozenset({"peps", "site-policy", "docs", "health", "law"})
"""Sources whose questions were written together, answerable or not (`training/questions`): their own mix is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with the units that could answer it, as `rank_units` gives them, and which of them are right.

    `presence` is one of `presence`'s words, or any other kind of unanswerable question that `source` has.
    """

    source: str
    presence: str
    units: tuple[QuotedUnit, ...]
    right: tuple[bool, ...]


Best = tuple[Asked, dict[str, float], bool]
"""A question, the signals of its best unit, and whether that unit is right."""


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


def asked_of(runs: Sequence[Run], ranked: Ranked) -> list[Asked]:
    """Return the runs with their units, in no order yet."""
    blank = Logistic(weights=(), bias=0.0)
    return [
        Asked(
            source=run.case.source,
            presence=presence(run),
            units=(units := ranked(run, blank)),
            right=tuple(right(run, one) for one in units),
        )
        for run in runs
    ]


def fit_order(asked: Sequence[Asked], names: Sequence[str] = ORDER) -> Logistic:
    """Return the model that puts a right unit first; its bias makes the mean score the share of right units."""
    pairs = [(number, unit, label) for number, one in enumerate(asked) for unit, label in _labelled(one)]
    x = np.array([[dict(unit.features)[name] for name in names] for _, unit, _ in pairs])
    y = np.array([label for _, _, label in pairs], dtype=float)
    weights = fit_choice(x, y, np.array([number for number, _, _ in pairs]), penalty=PENALTY)
    return named(names, weights, level(x @ weights, float(y.mean())))


def _labelled(one: Asked) -> list[tuple[QuotedUnit, bool]]:
    return list(zip(one.units, one.right, strict=True))


def level(values: Matrix, share: float) -> float:
    """Return the bias at which the mean of sigmoid(values + bias) is `share`."""
    low, high = -60.0, 60.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if float(sigmoid(values + middle).mean()) < share else (low, middle)
    return (low + high) / 2


def best_units(asked: Sequence[Asked], order: Logistic) -> list[Best]:
    """Return the signals of each question's best unit; one without any is left out, as nothing is released for it."""
    found: list[Best] = []
    for one in asked:
        pairs = [(replace(unit, score=order.probability(dict(unit.features))), label) for unit, label in _labelled(one)]
        if pairs:
            pairs.sort(key=lambda pair: best_first(pair[0]))
            found.append((one, support_features([unit for unit, _ in pairs]), pairs[0][1]))
    return found


def table(best: Sequence[Best], names: Sequence[str] = SUPPORT) -> tuple[Matrix, Matrix]:
    """Return the support signals (n, features) and the labels (n,)."""
    x = np.array([[features[name] for name in names] for _, features, _ in best])
    return x, np.array([float(label) for _, _, label in best])


def fit_support(best: Sequence[Best], names: Sequence[str] = SUPPORT, *, caution: float = 0.0) -> Support:
    """Return P(the best unit is right) under the mix of `ANSWERABLE`, lowered as the hardest unseen source asks for.

    `caution`, in logits, lowers it further.
    """
    weights, bias = fit_logistic(*table(best, names), weight=mixed(best), penalty=PENALTY)
    shifts = source_shifts(best, names)
    hardest = min([0.0, *(value for _, value, _ in shifts)])
    return Support(model=named(names, weights, float(bias + hardest - caution)), shifts=shifts)


def mixed(best: Sequence[Best]) -> Matrix:
    """Return a weight for each question: answerable and unanswerable ones of a source in the mix of `ANSWERABLE`.

    A source of `AS_ASKED` keeps the mix it has. A source counts by the root of its size, so that the largest does
    not decide alone; the mean weight is 1.
    """
    groups = [(one.source, one.presence) for one, _, _ in best]
    sizes, totals = Counter(groups), Counter(source for source, _ in groups)
    kinds = Counter(source for source, name in sizes if name != "there")
    share = {
        (source, name): ANSWERABLE if name == "there" else (1 - ANSWERABLE) / kinds[source] for source, name in sizes
    }
    mix = {
        group: 1.0 if group[0] in AS_ASKED else share[group] * totals[group[0]] / count
        for group, count in sizes.items()
    }
    weight = np.array([mix[group] / np.sqrt(totals[group[0]]) for group in groups])
    scaled: Matrix = weight / weight.mean()
    return scaled


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
    for source in sorted({one.source for one, _, _ in best}):
        others = [one for one in best if one[0].source != source]
        weights, bias = fit_logistic(*table(others, names), weight=mixed(others), penalty=PENALTY)
        mine = [one for one in best if one[0].source == source]
        x, y = table(mine, names)
        logits = x @ weights + bias
        sure = logits >= np.log(CONFIDENT / (1 - CONFIDENT))
        if int(sure.sum()) >= LEAST_SEEN:
            share = float(np.average(y[sure], weights=mixed(mine)[sure]))
            shifts.append((source, level(logits[sure], share), int(sure.sum())))
    return tuple(shifts)
