"""Scored runs over one set of questions as Markdown tables: ours beside every baseline, where we lose included.

Every share comes with its count and its exact 95 % interval. Verified is compared question by question.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from aver.evals.measures import Measure, share
from aver.evals.questions import UNANSWERED_IS_RIGHT
from aver.evals.report import Difference, differences
from aver.evals.score import Judged, Judgement, Scored
from aver.evals.summary import summarise
from aver.stages.metrics import mcnemar_exact

OURS = "verified"
RETRIEVAL = ("hit@4", "mrr")
JUDGED = ("correct", "wrong", "abstained")
MOST_WRONG, LEAST_RIGHT = 0.1, 0.9


def outcomes(runs: Mapping[str, Scored]) -> list[str]:
    """Return how each run was judged over all questions, and over those that have an answer."""
    judged = ("correct", "wrong", "withheld", "wrong of released", "right, answerable")
    header = ("run", "n", *judged, *RETRIEVAL, "tokens read")
    lines = [row(header), row(("---",) * len(header))]
    for name, scored in runs.items():
        summary = summarise(scored)
        group, read = summary.groups[0], summary.run.measure("tokens")
        shares = (_percent(group.measure(one)) for one in (*JUDGED, "wrong_of_released"))
        found = (_plain(group.measure(one)) for one in RETRIEVAL)
        tokens = "-" if read.value is None else f"{read.value:.0f} [{read.low:.0f}, {read.high:.0f}]"
        lines.append(row((_title(name), str(group.size), *shares, _right(scored), *found, tokens)))
    return lines


def brief(runs: Mapping[str, Scored]) -> list[str]:
    """Return the short form of `outcomes` that README.md shows."""
    header = ("mode", "questions", "right", "wrong", "withheld", "right, of those with an answer")
    lines = [row(header), row(("---",) * len(header))]
    for name, scored in runs.items():
        group = summarise(scored).groups[0]
        judged = (_percent(group.measure(one)) for one in JUDGED)
        lines.append(row((_title(name), str(group.size), *judged, _right(scored))))
    return lines


def aimed(runs: Mapping[str, Scored]) -> str:
    """Return in one sentence whether the aim against vanilla is reached: a tenth of its wrong, 0.9 of its right."""
    if "vanilla-4" not in runs:
        return "Vanilla was not asked."
    ours, theirs = runs[OURS], runs["vanilla-4"]
    wrong = _counts(ours.judged, theirs.judged, lambda one: one.judgement is Judgement.WRONG)
    right = _counts(ours.judged, theirs.judged, lambda one: one.judgement is Judgement.CORRECT)
    answers = _counts(_answerable(ours), _answerable(theirs), lambda one: one.judgement is Judgement.CORRECT)
    parts = (
        ("wrong answers", wrong, wrong[0] <= MOST_WRONG * wrong[1]),
        ("right outcomes", right, right[0] >= LEAST_RIGHT * right[1]),
        ("right answers to answerable questions", answers, answers[0] >= LEAST_RIGHT * answers[1]),
    )
    said = (f"{name} {_ratio(*pair)} ({_verdict(pair, held=held)})" for name, pair, held in parts)
    aim = f"Aimed at against vanilla-4: at most {MOST_WRONG} of its wrong, at least {LEAST_RIGHT} of its right."
    return f"{aim} Measured: {'; '.join(said)}."


def _verdict(pair: tuple[int, int], *, held: bool) -> str:
    """Return whether an aim is reached; against none at all there is nothing to reach or miss but more than none."""
    if pair == (0, 0):
        return "none on either side"
    return "reached" if held else "not reached"


def against(runs: Mapping[str, Scored]) -> list[str]:
    """Return wrong and right answers of the verified mode beside those of every other run; p is McNemar's exact one."""
    header = (
        "verified against",
        "wrong",
        "ratio",
        "right, all",
        "share",
        "right, answerable",
        "share",
        "McNemar p, wrong",
    )
    lines = [row(header), row(("---",) * len(header))]
    ours = runs[OURS].judged
    for name, scored in runs.items():
        if name == OURS:
            continue
        wrong = _counts(ours, scored.judged, lambda one: one.judgement is Judgement.WRONG)
        right = _counts(ours, scored.judged, lambda one: one.judgement is Judgement.CORRECT)
        answers = _counts(_answerable(runs[OURS]), _answerable(scored), lambda one: one.judgement is Judgement.CORRECT)
        pairs = list(zip(ours, scored.judged, strict=True))
        only = [
            sum(a.judgement is Judgement.WRONG and b.judgement is not Judgement.WRONG for a, b in side)
            for side in (pairs, [(b, a) for a, b in pairs])
        ]
        p = mcnemar_exact(only[0], only[1])
        cells = (f"{mine} / {theirs}" for mine, theirs in (wrong, right, answers))
        shares = (_ratio(*one) for one in (wrong, right, answers))
        both = [cell for pair in zip(cells, shares, strict=True) for cell in pair]
        lines.append(row((name, *both, f"{p:.1g}" if p < 0.001 else f"{p:.3f}")))
    return lines


def glance(sets: Mapping[str, Mapping[str, Scored]]) -> list[str]:
    """Return wrong answers of all questions and right ones of the answerable, per set and run."""
    names = list(dict.fromkeys(name for runs in sets.values() for name in runs))
    lines = [row(("wrong; right", "n; answerable", *map(_title, names))), row(("---",) * (len(names) + 2))]
    for title, runs in sets.items():
        ours = runs[OURS]
        given = [runs.get(name) for name in names]
        cells = ("-" if one is None else f"{_count(one.judged, Judgement.WRONG)}; {_rightly(one)}" for one in given)
        lines.append(row((title, f"{len(ours.judged)}; {len(_answerable(ours))}", *cells)))
    return lines


def _rightly(scored: Scored) -> int:
    return _count(_answerable(scored), Judgement.CORRECT)


def ablations(ours: Scored, without: Mapping[str, Scored]) -> list[str]:
    """Return what switching each stage off changes, question by question."""
    header = ("verified", "n", "wrong", "p", "right", "p", "answers")
    released = sum(one.answered for one in ours.judged)
    lines = [row(header), row(("---",) * len(header))]
    for name, scored in without.items():
        changes = differences(ours.judged, scored.judged)
        cells = [cell for one in changes for cell in (_change(one), f"{one.p:.3f}")]
        answers = sum(one.answered for one in scored.judged) - released
        lines.append(row((name, str(len(ours.judged)), *cells, f"{answers:+d}")))
    return lines


def _change(one: Difference) -> str:
    shares = f"{100 * one.difference:+.1f} points [{100 * one.low:+.1f}, {100 * one.high:+.1f}]"
    return f"{shares} ({one.only_second} / {one.only_first})"


def kinds(runs: Mapping[str, Scored]) -> list[str]:
    """Return right / wrong counts per kind of question, or per variant where the questions were operated on."""
    names = list(dict.fromkeys(_sort_of(one) for one in runs[OURS].judged))
    lines = [row(("kind, right / wrong", "n", *runs)), row(("---",) * (len(runs) + 2))]
    for kind in names:
        of_kind = {name: [one for one in scored.judged if _sort_of(one) == kind] for name, scored in runs.items()}
        cells = (f"{_count(one, Judgement.CORRECT)} / {_count(one, Judgement.WRONG)}" for one in of_kind.values())
        lines.append(row((kind, str(len(of_kind[OURS])), *cells)))
    return lines


def _sort_of(one: Judged) -> str:
    return one.question.variant or one.kind


def lost(runs: Mapping[str, Scored]) -> str:
    """Return in one sentence where a baseline answers more questions of a kind rightly than the verified mode."""
    found: list[str] = []
    for kind in dict.fromkeys(one.kind for one in runs[OURS].judged):
        right = {
            name: _count([one for one in scored.judged if one.kind == kind], Judgement.CORRECT)
            for name, scored in runs.items()
        }
        best = max(right, key=lambda name: right[name])
        if right[best] > right[OURS]:
            found.append(f"{kind} ({best} {right[best]}, verified {right[OURS]})")
    return "Where a baseline answers more rightly: " + ("; ".join(found) or "nowhere") + "."


def frameworks(measured: Sequence[Mapping[str, Any]], runs: Mapping[str, Scored]) -> list[str]:
    """Return processor time and memory of each framework, and what its chunks answer."""
    header = ("pipeline", "version", "build, CPU s", "a question, CPU ms", "peak MB", "k", "hit@4", "right", "wrong")
    lines = [row(header), row(("---",) * len(header))]
    for one in measured:
        costs = (one["version"], str(one["build_cpu_s"]), str(one["query_cpu_ms"]), str(one["peak_mb"]))
        answered = {name: scored for name, scored in runs.items() if name.rpartition("-")[0] == one["name"]}
        for name, scored in answered.items():
            group = summarise(scored).groups[0]
            shares = (_percent(group.measure(of)) for of in ("correct", "wrong"))
            depth = name.rpartition("-")[2]
            lines.append(row((one["name"], *costs, depth, _plain(group.measure("hit@4")), *shares)))
        if not answered:
            lines.append(row((one["name"], *costs, "", "", "", "")))
    return lines


def _title(name: str) -> str:
    return f"**{name}**" if name == OURS else name


def _right(scored: Scored) -> str:
    right = share("answerable", (one.judgement is Judgement.CORRECT for one in _answerable(scored)))
    return f"{_percent(right)} of {right.count}"


def _answerable(scored: Scored) -> list[Judged]:
    return [one for one in scored.judged if one.kind not in UNANSWERED_IS_RIGHT]


def _counts(ours: Sequence[Judged], theirs: Sequence[Judged], holds: Callable[[Judged], bool]) -> tuple[int, int]:
    return sum(map(holds, ours)), sum(map(holds, theirs))


def _count(judged: Sequence[Judged], judgement: Judgement) -> int:
    return sum(one.judgement is judgement for one in judged)


def _ratio(mine: int, theirs: int) -> str:
    return f"{mine / theirs:.3f}" if theirs else "-"


def _percent(one: Measure) -> str:
    if one.value is None or one.low is None or one.high is None:
        return "-"
    return f"{100 * one.value:.1f} % [{100 * one.low:.1f}, {100 * one.high:.1f}]"


def _plain(one: Measure) -> str:
    if one.value is None or one.low is None or one.high is None:
        return "-"
    return f"{one.value:.2f} [{one.low:.2f}, {one.high:.2f}] of {one.count}"


def row(cells: Sequence[str]) -> str:
    """Return one line of a Markdown table."""
    return "| " + " | ".join(cells) + " |"
