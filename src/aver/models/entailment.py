"""The built-in entailment scorer: does evidence entail a claim (trained by `training/`).

Weak evidence beside the deterministic checks (its card gives the figures); nothing is called verified by it alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from aver.models.pair_model import Calibration, PairModel, Window, calibration_of
from aver.values.pairs import Entailed


class BuiltinEntailment:
    """Claim and texts of evidence to judgements, each a pure function of its pair, to the bit.

    Raises WeightsMissing and WeightsCorrupt from every member.
    """

    def __init__(self, *, workers: int = 2) -> None:
        self._model = PairModel("entailment", workers=workers)

    @property
    def entailment_id(self) -> str:
        """Names weights, quantisation and calibration."""
        return self._model.spec.model_id

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        """Return one judgement per text of evidence; a long text counts as the window that speaks loudest."""
        return self._model.over(claim, evidence, self._judgement) if evidence else ()

    @cached_property
    def _support(self) -> Calibration:
        return calibration_of(self._model.spec.calibration["support"])

    def _judgement(self, windows: list[tuple[Window, list[NDArray[np.float32]]]]) -> Entailed:
        """The calibrated probability of support; the rest is divided as the model divides it."""
        chances = [_softmax(outputs[0][0].astype(np.float64)) for _, outputs in windows]
        entail, neutral, contradict = min(chances, key=lambda one: (float(one[1]), -float(one[0])))
        odds = float(np.log(max(entail, 1e-9) / max(1.0 - entail, 1e-9)))
        supported = self._support.probability(odds)
        open_share = float(neutral / max(neutral + contradict, 1e-9))
        left = 1.0 - supported
        return Entailed(
            entailed=supported, neutral=round(left * open_share, 6), contradicted=round(left * (1 - open_share), 6)
        )


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(logits - logits.max())
    shares: NDArray[np.float64] = raised / raised.sum()
    return shares
