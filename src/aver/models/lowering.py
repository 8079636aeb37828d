"""An entailment scorer that nobody calibrated, beside the built-in one: it may lower what that says, never raise it.

Every number that is fitted on entailment was fitted on the built-in scorer's calibrated probabilities. Another model's
are on a scale of their own, so until its calibration is configured the lower support and the higher contradiction of
the two count (docs/models.md).
"""

from __future__ import annotations

from collections.abc import Sequence

from aver.ports import Entailment
from aver.values.pairs import Entailed


class LoweringEntailment:
    """The port `Entailment` of two scorers; raises what either raises."""

    def __init__(self, vouching: Entailment, doubting: Entailment) -> None:
        self._vouching, self._doubting = vouching, doubting

    @property
    def entailment_id(self) -> str:
        """Names both."""
        return f"{self._vouching.entailment_id} lowered by {self._doubting.entailment_id}"

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        """Return one judgement per text of evidence."""
        said = self._vouching.judge(claim, evidence)
        return tuple(map(lowered, said, self._doubting.judge(claim, evidence)))


def lowered(one: Entailed, other: Entailed) -> Entailed:
    """Return the lower support and the higher contradiction of two judgements, as far as both have room in 1."""
    entailed = min(one.entailed, other.entailed)
    contradicted = min(max(one.contradicted, other.contradicted), 1.0 - entailed)
    return Entailed(
        entailed=entailed, neutral=round(1.0 - entailed - contradicted, 6), contradicted=round(contradicted, 6)
    )
