"""A run as a plain table, and two runs side by side.

`compare` is paired by question: how much the share of wrong and of correct answers changed, within what, and how
likely a change of that size is if nothing had changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aver.evals.measures import SEED, Measure
from aver.evals.questions import Question
from aver.evals.rows import Row
from aver.evals.score import Judged, Judgement, score
from aver.evals.summary import HEADLINE, Group, Summary, summarise
from aver.stages import metrics

COLUMNS = ("correct", "wrong", "abstained", HEADLINE, "hit@4", "mrr", "ndcg@10")


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """How the share of one judgement changed from run A to run B over the same questions.

    `difference` is B - A with its bootstrap interval; `only_first` and `only_second` count the questions so judged in
    one run alone; `p` is McNemar's exact two-sided p.
    """

    judgement: str
    first: float
    second: float
    difference: float
    low: float
    high: float
    only_first: int
    only_second: int
    p: float
    count: int


def report(rows: Sequence[Row], questions: Sequence[Question]) -> str:
    """Return the table of a run as plain text. Raises BadInput for a row of wrong shape."""
    return summary_text(summarise(score(rows, questions)))


def summary_text(summary: Summary) -> str:
    """Return a summary as plain text: headline, one line per kind, then the figures of the run."""
    headline = summary.run.measure(HEADLINE)
    counts = (
        f"rows {summary.run.size}   missing {summary.missing}   unknown or duplicate {summary.unknown_or_duplicate}   "
        f"unlabelled {summary.unlabelled}   failed {summary.failed}"
    )
    kinds = [("kind", "n", *COLUMNS), *(_kind_line(group) for group in (*summary.groups, *summary.variants))]
    run = [("figure", "value", "95 % interval", "n"), *(_run_line(measure) for measure in summary.run.measures)]
    return "\n".join(
        [
            f"Wrong among released answers: {_percent(headline)} {_interval(headline)} of {headline.count}",
            counts,
            "",
            *_aligned(kinds),
            "",
            *_aligned(run),
        ]
    )


def pairs_text(groups: Sequence[Group]) -> str:
    """Return the figures of claim and citation pairs as a plain table, one line per axis."""
    names = [measure.name for measure in groups[0].measures] if groups else []
    lines = [
        (group.name, str(group.size), *(f"{_percent(one)} {_interval(one)}" for one in group.measures))
        for group in groups
    ]
    return "\n".join(_aligned([("axis", "n", *names), *lines]))


def _kind_line(group: Group) -> tuple[str, ...]:
    measures = [group.measure(name) for name in COLUMNS]
    cells = (f"{_percent(one)} {_interval(one)}" if one.name in COLUMNS[:4] else _plain(one.value) for one in measures)
    return (group.name, str(group.size), *cells)


def _run_line(measure: Measure) -> tuple[str, ...]:
    return (measure.name, _plain(measure.value), f"{_plain(measure.low)} .. {_plain(measure.high)}", str(measure.count))


def _plain(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if abs(value) < 10 else f"{value:.1f}"


def _percent(measure: Measure) -> str:
    return "-" if measure.value is None else f"{100 * measure.value:.1f} %"


def _interval(measure: Measure) -> str:
    if measure.low is None or measure.high is None:
        return ""
    return f"[{100 * measure.low:.1f}, {100 * measure.high:.1f}]"


def _aligned(table: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]


def compare(first: Sequence[Row], second: Sequence[Row], questions: Sequence[Question]) -> tuple[Difference, ...]:
    """Return how the shares of wrong and of correct changed from the first run to the second, over all questions.

    A question without a row is wrong in that run. Empty where no question has labels.
    """
    return differences(score(first, questions).judged, score(second, questions).judged)


def differences(before: Sequence[Judged], after: Sequence[Judged]) -> tuple[Difference, ...]:
    """Return how wrong and how correct changed between two judged runs over the same questions; empty over none."""
    if not before:
        return ()
    return tuple(_difference(judgement, before, after) for judgement in (Judgement.WRONG, Judgement.CORRECT))


def _difference(judgement: Judgement, before: Sequence[Judged], after: Sequence[Judged]) -> Difference:
    first = [float(one.judgement is judgement) for one in before]
    second = [float(one.judgement is judgement) for one in after]
    changes = [b - a for a, b in zip(first, second, strict=True)]
    low, high = metrics.bootstrap_interval(changes, seed=SEED)
    only_first, only_second = changes.count(-1.0), changes.count(1.0)
    return Difference(
        judgement=judgement.value,
        first=sum(first) / len(first),
        second=sum(second) / len(second),
        difference=sum(changes) / len(changes),
        low=low,
        high=high,
        only_first=only_first,
        only_second=only_second,
        p=metrics.mcnemar_exact(only_first, only_second),
        count=len(changes),
    )


def comparison_json(differences: Sequence[Difference]) -> dict[str, Any]:
    """Return the comparison as one JSON object, one entry per judgement."""
    return {
        one.judgement: {
            "a": one.first,
            "b": one.second,
            "difference": one.difference,
            "ci95": [one.low, one.high],
            "only_a": one.only_first,
            "only_b": one.only_second,
            "mcnemar_p": one.p,
            "n": one.count,
        }
        for one in differences
    }


def comparison_text(differences: Sequence[Difference]) -> str:
    """Return the comparison as a plain table."""
    header = ("judgement", "A", "B", "B - A", "95 % interval", "only A", "only B", "McNemar p", "n")
    lines = [
        (
            one.judgement,
            f"{one.first:.3f}",
            f"{one.second:.3f}",
            f"{one.difference:+.3f}",
            f"{one.low:+.3f} .. {one.high:+.3f}",
            str(one.only_first),
            str(one.only_second),
            f"{one.p:.4f}",
            str(one.count),
        )
        for one in differences
    ]
    return "\n".join(_aligned([header, *lines]))
