"""A raise: where on which axis a claim says more than its evidence."""

from __future__ import annotations

from dataclasses import dataclass

from aver.stages.atoms.axes import Axis


@dataclass(frozen=True, slots=True, kw_only=True)
class Raise:
    """One excess on `axis`, from level `stated` to level `claimed`.

    `[start, end)` are the offending words in the claim; empty, it says where something is missing. `instead`
    are the evidence's own words, at `source` in the sentences compared: put in, they take the excess away.
    """

    axis: Axis
    claimed: int
    stated: int
    start: int
    end: int
    instead: str
    source: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contradiction:
    """The claim's words at `[start, end)` say the opposite of, or something else than, the evidence."""

    start: int
    end: int
    kind: str
