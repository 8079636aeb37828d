"""Which thresholds a tenant's gate works with now: calibrated ones from the settings, tightened by drift alarms."""

from __future__ import annotations

from aver.config import Settings
from aver.stages.drift import tightened
from aver.stages.gate import PROSE, TABLE, Thresholds
from aver.store.feedback import FeedbackLog
from aver.tenant_settings import CalibrationSettings


def calibration_of(settings: Settings, tenant: str) -> CalibrationSettings | None:
    """Return the tenant's calibration, None where there is none."""
    return dict(settings.calibrations).get(tenant)


def thresholds_of(calibration: CalibrationSettings | None) -> Thresholds:
    """Return the thresholds a calibration sets; without one, the floors."""
    if calibration is None:
        return Thresholds()
    own = ((TABLE, calibration.table), (PROSE, calibration.prose))
    return Thresholds(
        release=calibration.release,
        computed=calibration.computed,
        groups=tuple((name, threshold) for name, threshold in own if threshold > 0),
        source=calibration.version,
    )


def in_force(settings: Settings, feedback: FeedbackLog, tenant: str) -> Thresholds:
    """Return the thresholds of the tenant's gate at this moment; every run records them with its effects."""
    calibration = calibration_of(settings, tenant)
    alarms = feedback.alarms(tenant, "" if calibration is None else calibration.version)
    return tightened(thresholds_of(calibration), alarms)
