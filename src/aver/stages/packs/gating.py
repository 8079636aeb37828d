"""The thresholds of a pack on the gate: a domain may ask for more confidence than its tenant, never for less (I2)."""

from __future__ import annotations

from aver.stages.gate import Thresholds
from aver.values.packs import Pack


def with_thresholds_of(pack: Pack, thresholds: Thresholds) -> Thresholds:
    """Return `thresholds` raised to those of `pack`, for every form of evidence; `source` names the pack."""
    own = pack.thresholds
    if own.release <= thresholds.for_group("") and own.computed <= thresholds.computed and not thresholds.groups:
        return thresholds
    return Thresholds(
        release=max(own.release, thresholds.release),
        computed=max(own.computed, thresholds.computed),
        groups=tuple((name, max(own.release, threshold)) for name, threshold in thresholds.groups),
        source=", ".join(part for part in (thresholds.source, f"pack {pack.name}") if part),
    )
