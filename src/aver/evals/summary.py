"""Every figure of a run that rows and labels alone can give (N1), per kind of question and over all.

The headline is the share of released answers that are wrong: it is the promise the system makes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from aver.evals.citing import citation_accuracy, support_rate
from aver.evals.measures import SEED, Measure, figures, mean, percentile, share
from aver.evals.questions import UNANSWERED_IS_RIGHT
from aver.evals.retrieval import Ranking, ranking
from aver.evals.risk import confidence_of
from aver.evals.rows import released
from aver.evals.run import FAILED_STAGE
from aver.evals.score import Judged, Judgement, Scored
from aver.stages import metrics

ALL = "ALL"
"""Name of the group of all labelled questions."""

HEADLINE = "wrong_of_released"

HIT_DEPTHS = (1, 4, 10)
RECALL_DEPTHS = (4, 10)
"""Depths reported; 4 is what the vanilla path hands over, 10 the usual depth of nDCG."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The figures of one kind of question, or of all labelled ones (`ALL`); `size` counts questions."""

    name: str
    size: int
    measures: tuple[Measure, ...]

    def measure(self, name: str) -> Measure:
        """Return the figure of that name. Raises KeyError where the group has none."""
        return {measure.name: measure for measure in self.measures}[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """`groups` starts with `ALL`, then one per kind in file order; `run` holds the figures of the run as a whole.

    `variants` has a group per kind of question surgery, where questions name one.

    The counts are rows and questions: without a row, with a row too many or unknown, without labels, and those whose
    answering raised.
    """

    groups: tuple[Group, ...]
    run: Group
    missing: int
    unknown_or_duplicate: int
    unlabelled: int
    failed: int
    variants: tuple[Group, ...] = ()

    def group(self, name: str) -> Group:
        """Return the group of a kind or `ALL`. Raises KeyError where there is none."""
        return {group.name: group for group in self.groups}[name]


def summarise(scored: Scored) -> Summary:
    """Return every figure of a scored run."""
    kinds = dict.fromkeys(one.kind for one in scored.judged)
    by_kind = (_group(kind, [one for one in scored.judged if one.kind == kind]) for kind in kinds)
    variants = dict.fromkeys(one.question.variant for one in scored.judged if one.question.variant is not None)
    by_variant = (_group(name, [one for one in scored.judged if one.question.variant == name]) for name in variants)
    return Summary(
        variants=tuple(by_variant),
        groups=(_group(ALL, scored.judged), *by_kind),
        run=_run_group(scored),
        missing=scored.missing,
        unknown_or_duplicate=scored.unknown_or_duplicate,
        unlabelled=scored.unlabelled,
        failed=sum(FAILED_STAGE in released(row).degraded for row in scored.rows),
    )


def _group(name: str, judged: Sequence[Judged]) -> Group:
    judgements = (share(kind.value, (one.judgement is kind for one in judged)) for kind in Judgement)
    measures = (*judgements, _wrong_of_released(judged), *_retrieval_measures(judged))
    return Group(name=name, size=len(judged), measures=measures)


def _wrong_of_released(judged: Sequence[Judged]) -> Measure:
    return share(HEADLINE, (one.judgement is Judgement.WRONG for one in judged if one.answered))


def _retrieval_measures(judged: Sequence[Judged]) -> tuple[Measure, ...]:
    """Return the ranking figures over the questions that have gold spans and a row."""
    rankings = [
        ranking(one.question, one.row.packets) for one in judged if one.row is not None and one.question.gold_spans
    ]
    over_rankings: dict[str, Callable[[Ranking], float]] = {
        **{f"recall@{k}": _recall_at(k) for k in RECALL_DEPTHS},
        "precision@4": lambda one: metrics.precision_at_k(one.gains, 4),
        "mrr": lambda one: metrics.reciprocal_rank(one.gains),
        "ndcg@10": lambda one: metrics.ndcg_at_k(one.gains, 10, ideal=one.ideal),
    }
    hits = (share(f"hit@{k}", (one.hit_within(k) for one in rankings)) for k in HIT_DEPTHS)
    return (*hits, *(mean(name, [figure(one) for one in rankings]) for name, figure in over_rankings.items()))


def _recall_at(k: int) -> Callable[[Ranking], float]:
    return lambda one: metrics.recall_at_k(one.new_spans, k, total=one.spans)


def _run_group(scored: Scored) -> Group:
    judged, given = scored.judged, [released(row) for row in scored.rows]
    latencies = [row.latency_ms for row in scored.rows]
    measures = (
        _wrong_of_released(judged),
        share("released", (one.answered for one in given)),
        share("trap_rejection", (one.judgement is Judgement.CORRECT for one in judged if one.kind == "trap")),
        share("control_assertion", (one.judgement is Judgement.CORRECT for one in judged if one.kind == "control")),
        _stance_accuracy(judged),
        share("coverage_of_answerable", (one.answered for one in judged if one.kind not in UNANSWERED_IS_RIGHT)),
        share("wrong_of_all", (one.judgement is Judgement.WRONG for one in judged)),
        share("freshness", (one.judgement is Judgement.CORRECT for one in judged if one.kind == "superseded")),
        mean("truthfulness", [_worth(one) for one in judged]),
        *_areas(scored),
        share("correct_deflection", (not one.answered for one in judged if one.kind in UNANSWERED_IS_RIGHT)),
        mean("citation_accuracy", citation_accuracy(judged)),
        mean("support_rate", support_rate(given)),
        share("conflict_outcome", (one.outcome == "CONFLICT" for one in given)),
        share("degraded", (bool(one.degraded) for one in given)),
        percentile("latency_p50_ms", latencies, 50),
        percentile("latency_p95_ms", latencies, 95),
        mean("tokens", [float(one.tokens) for one in given]),
    )
    return Group(name="run", size=len(given), measures=measures)


def _worth(one: Judged) -> float:
    """Return +1 for a correct answer, -1 for a wrong one, 0 for none: CRAG's automatic score (Yang et al. 2024)."""
    return {Judgement.CORRECT: 1.0, Judgement.WRONG: -1.0, Judgement.ABSTAINED: 0.0}[one.judgement]


def _areas(scored: Scored) -> tuple[Measure, ...]:
    """Return AURC and E-AURC over the released answers."""
    answers = [(confidence_of(one), one.judgement is Judgement.WRONG) for one in scored.judged if one.answered]
    if not answers:
        return tuple(Measure(name=name, value=None, count=0) for name in ("aurc", "excess_aurc"))
    confidences, wrong = [confidence for confidence, _ in answers], [is_wrong for _, is_wrong in answers]
    values = metrics.risk_areas(confidences, wrong)
    intervals = metrics.risk_area_intervals(confidences, wrong, seed=SEED)
    return tuple(
        Measure(name=name, value=value, count=len(answers), low=min(low, value), high=max(high, value))
        for name, value, (low, high) in zip(("aurc", "excess_aurc"), values, intervals, strict=True)
    )


def _stance_accuracy(judged: Sequence[Judged]) -> Measure:
    """Return how often the stance is the expected one, over traps and controls that expect one and have a row."""
    tested = (one for one in judged if one.kind in ("trap", "control") and one.question.expected_stance)
    return share(
        "stance_accuracy",
        (one.released.stance == one.question.expected_stance for one in tested if one.released is not None),
    )


def summary_json(summary: Summary) -> dict[str, Any]:
    """Return the summary as one JSON object; every figure is `{"value", "n", "ci95"}`."""
    return {
        "headline": {HEADLINE: figures(summary.run.measure(HEADLINE))},
        "counts": {
            "rows": summary.run.size,
            "missing": summary.missing,
            "unknown_or_duplicate": summary.unknown_or_duplicate,
            "unlabelled": summary.unlabelled,
            "failed": summary.failed,
        },
        "run": {measure.name: figures(measure) for measure in summary.run.measures},
        "variants": {
            group.name: {"n": group.size, **{measure.name: figures(measure) for measure in group.measures}}
            for group in summary.variants
        },
        "kinds": {
            group.name: {"n": group.size, **{measure.name: figures(measure) for measure in group.measures}}
            for group in summary.groups
        },
    }
