"""The built-in reader: is the passage on topic, does it answer, and where (trained by `training/`).

It proposes an order and a span. What is released is decided by checks and gate; the card in the weights package says
what it cannot do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from aver.models.examination import EXAMINATION_WEIGHTS, BuiltinExamination
from aver.models.factuality import FACTUALITY_WEIGHTS, BuiltinFactuality
from aver.models.pair_model import Calibration, PairModel, Window, calibration_of
from aver.models.stance_reader import STANCE_WEIGHTS, BuiltinStanceReader
from aver.models.weights import listed
from aver.ports import Insight
from aver.values.pairs import Reading

MAX_ANSWER = 40
"""Most tokens of an answer span, as in training."""


class BuiltinReader:
    """Question and passages to readings, each a pure function of its pair, to the bit (one onnxruntime, one CPU kind).

    Raises WeightsMissing and WeightsCorrupt from every member.
    """

    def __init__(self, *, workers: int = 2) -> None:
        self._model = PairModel("reader", workers=workers)

    @property
    def reader_id(self) -> str:
        """Names weights, quantisation and calibration."""
        return self._model.spec.model_id

    @cached_property
    def insight(self) -> Insight:
        """The same model's say on where a document stands, on what is told as a fact and on what a text goes on to
        examine, as far as something is fitted to its states."""
        return Insight(
            stance=BuiltinStanceReader(self._model) if listed(STANCE_WEIGHTS) else None,
            factuality=BuiltinFactuality(self._model) if listed(FACTUALITY_WEIGHTS) else None,
            examination=BuiltinExamination(self._model) if listed(EXAMINATION_WEIGHTS) else None,
        )

    def read(self, question: str, passages: Sequence[str]) -> tuple[Reading, ...]:
        """Return one reading per passage; a long passage counts as its best window."""
        return self._model.over(question, passages, self._reading) if passages else ()

    @cached_property
    def _calibrations(self) -> tuple[Calibration, Calibration]:
        rows = self._model.spec.calibration
        return calibration_of(rows["relevance"]), calibration_of(rows["answerable"])

    def _reading(self, windows: list[tuple[Window, list[NDArray[np.float32]]]]) -> Reading:
        relevance, answerable = self._calibrations
        found = [_best_span(window, outputs) for window, outputs in windows]
        start, end, margin = max(found, key=lambda one: one[2])
        answers = margin > 0 and start < end
        return Reading(
            relevance=relevance.probability(max(float(outputs[0][0]) for _, outputs in windows)),
            answerable=answerable.probability(max(float(outputs[1][0]) for _, outputs in windows)),
            start=start if answers else None,
            end=end if answers else None,
            margin=round(margin, 6),
        )


def _best_span(window: Window, outputs: list[NDArray[np.float32]]) -> tuple[int, int, float]:
    """Return the span with the highest start + end logit, in code points, and how far it beats the null span.

    Ties go to the earliest, then the shortest. A window without tokens has the empty span and beats nothing.
    """
    start, end = outputs[2][0], outputs[3][0]
    count, second = len(window.offsets), window.second
    if not count:
        return 0, 0, -30.0
    sums = start[second : second + count, None] + end[None, second : second + count]
    length = np.arange(count)[None, :] - np.arange(count)[:, None]
    sums = np.where((length >= 0) & (length < MAX_ANSWER), sums, -np.inf)
    place = int(np.argmax(sums))
    first, last = place // count, place % count
    null = float(start[0]) + float(end[0])
    return window.offsets[first][0], window.offsets[last][1], float(sums.flat[place]) - null
