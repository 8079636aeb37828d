"""From a labelled run, or from feedback, to thresholds with their evidence and their price in coverage.

Samples are released answers. One that was withheld below the floor says nothing about thresholds, which never go
there; one that a stricter threshold withheld above it hides what lies below, so the ladder ends above it. A conflict
or a redirect is released whatever its confidence and counts at every rung; a lost row is a wrong answer of full
confidence.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from aver.evals.measures import Measure, figures, share
from aver.evals.questions import UNANSWERED_IS_RIGHT
from aver.evals.risk import area_under, curve_json, excess_area, risk_coverage
from aver.evals.rows import row_line
from aver.evals.score import Judged, Judgement, Scored
from aver.stages.calibration import Calibrated, Kept, NoneKept, Promise, Sample, TooFew, Walk, calibrated
from aver.stages.gate import RELEASE_FLOOR, Thresholds
from aver.store.feedback import Verdict

UNCONDITIONAL = frozenset({"CONFLICT", "REDIRECT"})
"""Outcomes that leave before the gate looks at a confidence."""

EDGE = 1e-9
"""Makes "from this threshold up" of "above"; confidences have six decimals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """A calibration with what it does to the labelled set: four measures `before`, at the floors, and `after`."""

    found: Calibrated
    before: tuple[Measure, ...]
    after: tuple[Measure, ...]
    evidence: str
    curve: tuple[dict[str, Any], ...]
    aurc: float | None
    excess_aurc: float | None


def samples_of(scored: Scored) -> tuple[Sample, ...]:
    """Return a sample per released labelled answer."""
    return tuple(_sample(one) for one in scored.judged if one.answered)


def _sample(one: Judged) -> Sample:
    given, wrong = one.released, one.judgement is Judgement.WRONG
    if given is None or one.twice or given.outcome in UNCONDITIONAL:
        return Sample(confidence=1.0, wrong=wrong, group="prose" if given is None else given.form)
    return Sample(confidence=given.confidence, wrong=wrong, group=given.form)


def seen_from(scored: Scored) -> float:
    """Return the least confidence from which the run shows every answer: above the surest one withheld for its own."""
    withheld = (
        one.released.confidence
        for one in scored.judged
        if one.released is not None and "low_confidence" in one.released.reasons
    )
    return max((confidence for confidence in withheld if confidence >= RELEASE_FLOOR), default=0.0)


def samples_of_feedback(verdicts: Iterable[Verdict]) -> tuple[Sample, ...]:
    """Return a sample per released answer that somebody judged."""
    return tuple(
        Sample(
            confidence=1.0 if one.outcome in UNCONDITIONAL else one.confidence, wrong=not one.correct, group=one.form
        )
        for one in verdicts
        if one.promised > 0
    )


def priced(scored: Scored, promise: Promise) -> Priced:
    """Calibrate on a labelled run and say what the thresholds cost."""
    samples = samples_of(scored)
    found = calibrated(samples, promise, above=seen_from(scored))
    curve = risk_coverage(scored)
    digest = hashlib.sha256("\n".join(sorted(row_line(row) for row in scored.rows)).encode()).hexdigest()
    return Priced(
        found=found,
        before=_measures(scored, Thresholds()),
        after=() if found.thresholds is None else _measures(scored, found.thresholds),
        evidence=f"{words_of(found.pooled)}; {len(scored.judged)} labelled questions, rows sha256 {digest[:16]}",
        curve=tuple(curve_json(curve)),
        aurc=area_under(curve),
        excess_aurc=excess_area(curve),
    )


def priced_feedback(verdicts: Sequence[Verdict], promise: Promise, *, thresholds: Thresholds) -> Priced:
    """Calibrate on what callers said while `thresholds` were in force, which the new ones can only be stricter than.

    There is no coverage to price, since nobody judges what wasn't released.
    """
    strictest = max(thresholds.release, *(threshold for _, threshold in thresholds.groups), 0.0)
    above = strictest - EDGE if strictest > RELEASE_FLOOR else 0.0
    found = calibrated(samples_of_feedback(verdicts), promise, above=above)
    evidence = f"{words_of(found.pooled)}; feedback on {len(verdicts)} runs"
    return Priced(found=found, before=(), after=(), evidence=evidence, curve=(), aurc=None, excess_aurc=None)


def leaves(one: Judged, thresholds: Thresholds) -> bool:
    """Tell whether an answer that was released at the floors still leaves at `thresholds`."""
    given = one.released
    if given is None or one.twice:
        return True
    return given.answered and (given.outcome in UNCONDITIONAL or thresholds.keeps(given.confidence, given.form))


def _measures(scored: Scored, thresholds: Thresholds) -> tuple[Measure, ...]:
    judged = scored.judged
    out = [one for one in judged if leaves(one, thresholds)]
    answerable = [one for one in judged if one.kind not in UNANSWERED_IS_RIGHT]
    deflectable = [one for one in judged if one.kind in UNANSWERED_IS_RIGHT]
    return (
        share("wrong_of_released", (one.judgement is Judgement.WRONG for one in out)),
        share("wrong_of_all", (one.judgement is Judgement.WRONG and leaves(one, thresholds) for one in judged)),
        share("coverage_of_answerable", (leaves(one, thresholds) for one in answerable)),
        share("correct_deflection", (not leaves(one, thresholds) for one in deflectable)),
    )


def words_of(walk: Walk) -> str:
    """Return what a walk came to, in words."""
    match walk:
        case Kept(rung=rung):
            return f"{rung.wrong} wrong of {rung.released} at {rung.threshold:.2f}, at most {rung.upper:.2%}"
        case TooFew(needed=needed, given=given):
            return f"{given} released answers where even without an error it takes {needed}"
        case NoneKept(rung=rung):
            return f"{rung.wrong} wrong of {rung.released} at {rung.threshold:.2f} may be {rung.upper:.2%}"


def priced_json(given: Priced) -> dict[str, Any]:
    """Return the calibration as one JSON object."""
    thresholds = given.found.thresholds
    return {
        "promise": {"max_wrong": given.found.promise.max_wrong, "confidence": given.found.promise.confidence},
        "thresholds": None
        if thresholds is None
        else {"release": thresholds.release, "computed": thresholds.computed, "groups": dict(thresholds.groups)},
        "evidence": given.evidence,
        "groups": {name: words_of(walk) for name, walk in given.found.groups},
        "at_the_floors": {one.name: figures(one) for one in given.before},
        "at_the_thresholds": {one.name: figures(one) for one in given.after},
        "aurc": given.aurc,
        "excess_aurc": given.excess_aurc,
        "risk_coverage": list(given.curve),
    }


def priced_lines(given: Priced) -> tuple[str, ...]:
    """Return the calibration as lines of text."""
    thresholds = given.found.thresholds
    if thresholds is None:
        return (f"no threshold keeps the promise: {given.evidence}",)
    own = "".join(f", {name} {threshold:.2f}" for name, threshold in thresholds.groups)
    pairs = zip(given.before, given.after, strict=True)
    return (
        f"release at {thresholds.release:.2f}{own} ({given.evidence})",
        *(f"  {name}: {words_of(walk)}" for name, walk in given.found.groups),
        *(f"  {old.name:<24}{_percent(old)} at the floors, {_percent(new)} now" for old, new in pairs),
    )


def _percent(one: Measure) -> str:
    if one.value is None or one.low is None or one.high is None:
        return "-"
    return f"{100 * one.value:.1f} % [{100 * one.low:.1f}, {100 * one.high:.1f}] of {one.count}"
