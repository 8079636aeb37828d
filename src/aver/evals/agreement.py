"""How far a chat model's opinions agree with what people labelled, before anybody reads anything into them (N3).

Only accepting and rejecting can agree or disagree. Everything else is counted on its own: a judge that refuses or
breaks on the hard half would otherwise look good on the rest. Over-strictness and leniency are told apart, and every
disagreement is listed for a person to look at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver.errors import BadInput
from aver.evals.foreign import read_lines
from aver.evals.judge import Judgment, Opinion
from aver.evals.judgments import NOTE, RULED, repeatable
from aver.evals.measures import Measure, figures, share
from aver.stages.metrics import clopper_pearson

LABELS = ("right", "wrong")
_AGREES = {"right": Opinion.ACCEPT, "wrong": Opinion.REJECT}
_LABEL_HINT = (
    'a label is {"id": ..., "label": "right" or "wrong"}, with a "category" if a person gave the judge\'s no one'
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What a person said about one answer, and how they would file the judge's rejection of it ("" for not)."""

    id: str
    label: str
    category: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Opinions held against labels.

    `table` counts by (label, opinion). `agreed` is over what both decided, `too_strict` the share of right answers
    rejected, `too_lenient` of wrong ones accepted, `undecided` of labelled answers without a ruling, `repeatable` of
    all answers asked about several times on which every opinion was the same. `kappa` is Cohen's.
    """

    table: Mapping[tuple[str, Opinion], int]
    agreed: Measure
    too_strict: Measure
    too_lenient: Measure
    undecided: Measure
    repeatable: Measure
    kappa: Measure
    disagreements: tuple[tuple[Label, Judgment], ...]
    rejections: Mapping[str, int]
    unlabelled: int
    unjudged: int


def agreement(judgments: Sequence[Judgment], labels: Sequence[Label]) -> Agreement:
    """Return how far the first judgment of each answer agrees with its label."""
    first = {one.id: one for one in judgments if one.repeat == 0}
    pairs = [(label, first[label.id]) for label in labels if label.id in first]
    ruled = [(label, one) for label, one in pairs if one.opinion in RULED]
    by_label = {name: [one for label, one in ruled if label.label == name] for name in LABELS}
    return Agreement(
        table=Counter((label.label, one.opinion) for label, one in pairs),
        agreed=share("agreed", (_agrees(label, one) for label, one in ruled)),
        too_strict=share("too_strict", (one.opinion is Opinion.REJECT for one in by_label["right"])),
        too_lenient=share("too_lenient", (one.opinion is Opinion.ACCEPT for one in by_label["wrong"])),
        undecided=share("undecided", (one.opinion not in RULED for _, one in pairs)),
        repeatable=repeatable(judgments),
        kappa=kappa([(label.label == "right", one.opinion is Opinion.ACCEPT) for label, one in ruled]),
        disagreements=tuple((label, one) for label, one in ruled if not _agrees(label, one)),
        rejections=Counter(label.category for label, one in pairs if one.opinion is Opinion.REJECT),
        unlabelled=len(first) - len(pairs),
        unjudged=len(labels) - len(pairs),
    )


def _agrees(label: Label, one: Judgment) -> bool:
    return one.opinion is _AGREES[label.label]


def kappa(pairs: Sequence[tuple[bool, bool]]) -> Measure:
    """Return Cohen's kappa (1960) of two raters' yes and no: (observed - chance) / (1 - chance) agreement.

    The interval carries the exact bounds of the observed agreement through that formula with chance held at its
    estimate, so that perfect agreement over few cases is not taken for certainty. No value where chance agrees always.
    """
    count = len(pairs)
    if not count:
        return Measure(name="kappa", value=None, count=0)
    first, second = (sum(pair[place] for pair in pairs) / count for place in (0, 1))
    chance = first * second + (1 - first) * (1 - second)
    if chance >= 1:
        return Measure(name="kappa", value=None, count=count)
    same = sum(a is b for a, b in pairs)
    value, low, high = ((one - chance) / (1 - chance) for one in (same / count, *clopper_pearson(same, count)))
    return Measure(name="kappa", value=value, count=count, low=low, high=high)


def read_labels(path: Path) -> tuple[Label, ...]:
    """Return people's labels in file order. Raises BadInput naming line and field, also for an id that comes twice."""
    found: dict[str, Label] = {}
    for record in read_lines(path, hint=_LABEL_HINT):
        one = Label(id=record.text("id"), label=record.text("label"), category=record.optional_text("category") or "")
        if one.label not in LABELS:
            raise record.fault("label", f"is `{one.label}`, not one of {', '.join(LABELS)}")
        if one.id in found:
            raise record.fault("id", f"repeats `{one.id}`")
        found[one.id] = one
    if not found:
        raise BadInput(f"{path.name} holds no labels", hint=_LABEL_HINT)
    return tuple(found.values())


def agreement_json(given: Agreement) -> dict[str, Any]:
    """Return the agreement as one JSON object."""
    measures = (given.agreed, given.kappa, given.too_strict, given.too_lenient, given.undecided, given.repeatable)
    return {
        "model_opinion": NOTE,
        "table": {label: {one.value: given.table.get((label, one), 0) for one in Opinion} for label in LABELS},
        **{one.name: figures(one) for one in measures},
        "rejections": {category or "not categorised": count for category, count in given.rejections.items()},
        "unlabelled": given.unlabelled,
        "unjudged": given.unjudged,
        "disagreements": [
            {"id": label.id, "label": label.label, "opinion": one.opinion.value, "reason": one.reason}
            for label, one in given.disagreements
        ],
    }
