"""What the pair models say: of a question and a passage, and of a claim and its evidence."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One passage read for one question.

    `relevance` (on topic) and `answerable` (the answer stands here) are calibrated probabilities with 6
    decimals. `[start, end)` is the shortest answering span in code points of the passage as given, None
    where the model sees none; `margin` is how far its score stands above that of no answer, in logits.
    """

    relevance: float
    answerable: float
    start: int | None
    end: int | None
    margin: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Entailed:
    """Calibrated probabilities with 6 decimals, summing to 1 but for rounding, that evidence entails a claim,
    leaves it open, or contradicts it."""

    entailed: float
    neutral: float
    contradicted: float
