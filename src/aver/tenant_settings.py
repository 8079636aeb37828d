"""What was found for one tenant by measuring: the sections [calibration.TENANT] and [ranking.TENANT]."""

from __future__ import annotations

from dataclasses import dataclass

from aver.setting import setting


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationSettings:
    """Thresholds that `aver eval calibrate` found for one tenant, and what they rest on; never below the floors (I5).

    `table` and `prose` are 0 where that form of evidence has no threshold of its own. `evidence` says in words which
    answers the bound was computed on.
    """

    version: str = setting("", "Name of this calibration")
    release: float = setting(0.60, "Least answer confidence for release", least=0.60, most=1.0)
    computed: float = setting(0.85, "The same for a computed value without a source", least=0.85, most=1.0)
    table: float = setting(0.0, "The same for answers from table cells", least=0.0, most=1.0)
    prose: float = setting(0.0, "The same for answers from prose", least=0.0, most=1.0)
    max_wrong: float = setting(0.05, "The promised share of wrong answers", least=0.0001, most=0.9999)
    confidence: float = setting(0.95, "How sure the promise is", least=0.5, most=0.9999)
    at: str = setting("", "When it was calibrated")
    evidence: str = setting("", "What it was calibrated on")


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingSettings:
    """The order of candidates that `aver eval rank` learned for one tenant, and what it rests on (E1).

    `weights` are numbers in the order of `aver.stages.learning.SIGNALS`. They hold for the reader they were learned
    with, and are not used with another. `evidence` says in words what the order is worth.
    """

    version: str = setting("", "Name of this order")
    weights: str = setting("", "A weight for each signal of a candidate, apart by blanks")
    reader: str = setting("", "The reader it was learned with; empty for none")
    at: str = setting("", "When it was learned")
    evidence: str = setting("", "What it was learned on, and what it is worth")
