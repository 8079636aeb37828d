"""What a fitted support model gives on questions it never saw: right, wrong and withheld, with intervals.

Proportions carry Clopper-Pearson, the rest a seeded bootstrap over questions, all at 95 %.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from quotation_fit import Best
from quotation_models import Matrix, auroc, expected_calibration_error

from aver.stages.gate import RELEASE_FLOOR
from aver.stages.metrics import clopper_pearson
from aver.stages.relevance import Logistic

RESAMPLES = 400
SEED = 7
LEVELS = (0.5, RELEASE_FLOOR, 0.65, 0.7, 0.75, 0.8)


def report(title: str, best: Sequence[Best], asked: int, support: Logistic) -> str:
    """Return a Markdown report; `asked` counts all questions, those for which no unit was found included."""
    p = np.array([support.probability(features) for _, features, _ in best])
    y = np.array([float(label) for _, _, label in best])
    lines = [
        f"### {title}: {asked} questions, best unit right {int(y.sum())}",
        f"AUROC {_with_interval(auroc, p, y)}; ECE {_with_interval(expected_calibration_error, p, y)}; "
        f"mean support {p.mean():.3f}, right {y.mean():.3f}",
        "",
        "| threshold | released | right | wrong | wrong rate (95 %) | coverage | mean support of released |",
        "|---|---|---|---|---|---|---|",
    ]
    for level in LEVELS:
        out = p >= level
        count, wrong = int(out.sum()), int((out & (y == 0)).sum())
        lines.append(
            f"| {level:.2f} | {count} | {count - wrong} | {wrong} | {_rate(wrong, count)} | {count / asked:.3f} "
            f"| {f'{p[out].mean():.3f}' if count else '-'} |"
        )
    return "\n".join([*lines, "", *_by_group(best, p, y), ""])


def _by_group(best: Sequence[Best], p: Matrix, y: Matrix) -> list[str]:
    """Return a table of what happens at the release floor by source and by whether the answer is there."""
    lines = [
        "| source | answer | questions | best unit right | released | wrong | wrong rate (95 %) |",
        "|---" * 7 + "|",
    ]
    groups = [(one.source, one.presence) for one, _, _ in best]
    for group in sorted(set(groups)):
        mine = np.array([one == group for one in groups])
        out = mine & (p >= RELEASE_FLOOR)
        count, wrong = int(out.sum()), int((out & (y == 0)).sum())
        lines.append(
            f"| {group[0]} | {group[1]} | {int(mine.sum())} | {int(y[mine].sum())} | {count} | {wrong} "
            f"| {_rate(wrong, count)} |"
        )
    return lines


def _rate(count: int, of: int) -> str:
    if not of:
        return "-"
    low, high = clopper_pearson(count, of)
    return f"{count / of:.3f} ({low:.3f}-{high:.3f})"


def _with_interval(measure: Callable[[Matrix, Matrix], float], p: Matrix, y: Matrix) -> str:
    draw = np.random.default_rng(SEED)
    samples = (draw.integers(0, len(y), len(y)) for _ in range(RESAMPLES))
    values = [measure(p[sample], y[sample]) for sample in samples]
    low, high = np.quantile(values, [0.025, 0.975])
    return f"{measure(p, y):.3f} ({low:.3f}-{high:.3f})"
