"""Taking a caller's verdict on an answer of theirs: stored with what the answer promised, and watched for drift."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aver.errors import BadInput
from aver.flows.thresholds import thresholds_of
from aver.stages.drift import promised_share, tightened
from aver.stages.gate import Thresholds, evidence_form
from aver.stages.wire import outcome_of
from aver.store.feedback import FeedbackLog, Verdict
from aver.store.run_log import RunLog
from aver.tenant_settings import CalibrationSettings
from aver.values.events import Decided
from aver.values.governance import Caller

NOTE_LIMIT = 2000
"""Code points of a note that are kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What became of a verdict: how many drift alarms are in force before and after it, and the thresholds now."""

    verdict: Verdict
    alarms_before: int
    alarms: int
    thresholds: Thresholds

    @property
    def alarmed(self) -> bool:
        """Whether this verdict set off an alarm."""
        return self.alarms > self.alarms_before

    def as_json(self) -> dict[str, Any]:
        """Return the `aver feedback --json` object."""
        thresholds = {"release": self.thresholds.release, "computed": self.thresholds.computed}
        return {
            "run_id": self.verdict.run,
            "correct": self.verdict.correct,
            "outcome": self.verdict.outcome,
            "watched": self.verdict.promised > 0,
            "drift": {"alarm": self.alarmed, "alarms": self.alarms, "thresholds": thresholds},
        }


def give_feedback(
    log: RunLog,
    caller: Caller,
    run: str,
    *,
    correct: bool,
    note: str,
    at: str,
    calibration: CalibrationSettings | None,
) -> Heard:
    """Store a verdict on the caller's own run; `calibration` is the tenant's, if any, `at` the moment (ISO, UTC).

    Raises NotFound, NotAllowed at somebody else's run, and BadInput for a run that decided nothing or a note too long.
    """
    feedback = FeedbackLog(write=log.write, read=log.read)
    if len(note) > NOTE_LIMIT:
        raise BadInput(f"the note has {len(note)} characters", hint=f"keep it under {NOTE_LIMIT}")
    events = log.events(caller, run)
    decided = next((one.event for one in events if isinstance(one.event, Decided)), None)
    if decided is None:
        raise BadInput(f"run {run} ended without a decision", hint="`aver runs list` shows how each run ended")
    confidence = decided.decision.confidence.answer
    promised = promised_share(confidence=confidence, max_wrong=None if calibration is None else calibration.max_wrong)
    version = "" if calibration is None else calibration.version
    before = feedback.alarms(caller.tenant, version)
    verdict = Verdict(
        tenant=caller.tenant,
        run=run,
        user=caller.user,
        at=at,
        correct=correct,
        note=note,
        outcome=outcome_of(decided.decision),
        confidence=confidence,
        form=evidence_form(decided.released),
        promised=promised if decided.released else 0.0,
        calibration=version,
    )
    alarms = feedback.add(verdict)
    now = tightened(thresholds_of(calibration), alarms)
    return Heard(verdict=verdict, alarms_before=before, alarms=alarms, thresholds=now)
