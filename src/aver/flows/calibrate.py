"""A calibration as the settings of its tenant."""

from __future__ import annotations

from dataclasses import replace

from aver.errors import BadConfiguration
from aver.flows.tenant_sections import digest_of
from aver.stages.calibration import Calibrated
from aver.stages.gate import PROSE, TABLE
from aver.tenant_settings import CalibrationSettings


def settings_of(found: Calibrated, *, at: str, evidence: str) -> CalibrationSettings:
    """Return what a calibration that keeps its promise sets; `at` is the moment, `evidence` what it rests on.

    Raises BadConfiguration where it keeps none.
    """
    thresholds = found.thresholds
    if thresholds is None:
        raise BadConfiguration("there is no threshold to write", hint="calibrate with more labelled answers")
    own = dict(thresholds.groups)
    found_now = CalibrationSettings(
        release=thresholds.release,
        computed=thresholds.computed,
        table=own.get(TABLE, 0.0),
        prose=own.get(PROSE, 0.0),
        max_wrong=found.promise.max_wrong,
        confidence=found.promise.confidence,
        at=at,
        evidence=evidence,
    )
    return replace(found_now, version=f"cal_{digest_of(found_now)}")
