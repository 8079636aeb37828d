"""The thresholds of a pack on the gate: a domain may ask for more confidence than its tenant, never for less (I2)."""

from __future__ import annotations

from aver.stages.gate import Thresholds
from aver.values.inquiry import Parameters


def with_thresholds_of(read: Parameters, thresholds: Thresholds) -> Thresholds:
    """Return `thresholds` raised to those of the pack that read an inquiry, for every form of evidence.

    `source` names the pack.
    """
    if read.release <= thresholds.for_group("") and read.computed <= thresholds.computed and not thresholds.groups:
        return thresholds
    return Thresholds(
        release=max(read.release, thresholds.release),
        computed=max(read.computed, thresholds.computed),
        groups=tuple((name, max(read.release, threshold)) for name, threshold in thresholds.groups),
        source=", ".join(part for part in (thresholds.source, f"pack {read.pack}") if part),
    )
