"""Evidence that disagrees, kept apart: one packet per conflict, one side per value (E5).

Nothing here says who is right. A side carries what a reader needs to judge: where the value stands, under which
name or condition, how many independent sources hold it, how current and how authoritative they are.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.sealed import Sealed


class ConflictKind(StrEnum):
    """What is incompatible."""

    VALUE = "value"
    INTERVAL = "interval"
    POLARITY = "polarity"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One value and the sentence it stands in: `[start, end)` of the packet's document, canonical code points.

    `label` is what sets this side apart (a row, a heading, the name of the thing); `packets` are all packets that
    say the same, `origins` how many of them are independent (copies of one text count once).
    """

    value: Sealed
    label: Sealed
    packet: str
    start: int
    end: int
    packets: tuple[str, ...]
    origins: int
    authority: float
    valid_from: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ConflictPacket:
    """Sides about the same subject and attribute that cannot all hold, the weightiest first.

    The order is validity, then authority, then independent origins; it ranks and decides nothing.
    """

    kind: ConflictKind
    sub_question: int
    attribute: str
    sides: tuple[Side, ...]
