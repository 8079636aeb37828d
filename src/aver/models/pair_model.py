"""A pair model of the package: two texts through one int8 ONNX graph, one pair a run.

A pair's scores depend on that pair alone, for the reason `aver.models.embedder` gives. A second text too long for the
window is read in overlapping windows; what they say is put together by whoever asked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver.errors import WeightsCorrupt, WeightsMissing
from aver.models.weights import REINSTALL, encodable, named_pool, open_session, open_tokenizer, pair_model_spec

if TYPE_CHECKING:
    from aver_models import PairModelSpec

MARKS = (("[CLS]", "[SEP]"), ("<s>", "</s>"))
"""What stands before the first text, and between and behind both, by the vocabulary."""
FIRST_MAX = 64
"""Most tokens of the first text that are read, as in training."""
OVERLAP = 48
"""Tokens that neighbouring windows share: an answer of up to `MAX_ANSWER` tokens stands whole in one of them."""

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """One pair as ids (1, t) with the place where the second text begins and the code-point span of its tokens."""

    ids: NDArray[np.int64]
    second: int
    offsets: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """From a logit to a probability: Platt's curve, or straight lines between rising knots."""

    slope: float = 1.0
    shift: float = 0.0
    scores: tuple[float, ...] = ()
    probabilities: tuple[float, ...] = ()

    def probability(self, logit: float) -> float:
        """Return the probability in [0, 1] with 6 decimals."""
        if self.scores:
            return round(float(np.interp(logit, self.scores, self.probabilities)), 6)
        return round(0.5 * (1.0 + float(np.tanh(0.5 * (self.slope * logit + self.shift)))), 6)


def calibration_of(row: Mapping[str, Any]) -> Calibration:
    """Return the calibration that an entry of the manifest describes: its kind, and that kind's numbers."""
    match row["kind"]:
        case "platt":
            return Calibration(slope=float(row["platt"]["slope"]), shift=float(row["platt"]["shift"]))
        case "isotonic":
            knots = row["isotonic"]
            return Calibration(scores=tuple(knots["scores"]), probabilities=tuple(knots["probabilities"]))
        case kind:
            raise WeightsCorrupt(
                f"The manifest of aver-models names an unknown calibration: {kind}.",
                hint="Upgrade Aver, or reinstall the weights: pip install --force-reinstall aver-models.",
            )


class PairModel:
    """The pair model `kind`; nothing is read before the first run, and many threads may use it at once.

    Every method raises WeightsMissing where the package or this model is not installed, WeightsCorrupt where a file
    differs from its manifest.
    """

    def __init__(self, kind: str, *, workers: int) -> None:
        self._kind, self._workers = kind, workers
        self._lock = threading.Lock()
        self._engine: tuple[onnxruntime.InferenceSession, Tokenizer, ThreadPoolExecutor] | None = None

    @property
    def spec(self) -> PairModelSpec:
        """The model's entry in the manifest."""
        found = pair_model_spec(self._kind)
        if found is None:
            raise WeightsMissing(
                f"The installed aver-models has no {self._kind}.",
                hint="Upgrade it: pip install --upgrade aver-models.",
            )
        return found

    def over(
        self,
        first: str,
        seconds: Sequence[str],
        combine: Callable[[list[tuple[Window, list[NDArray[np.float32]]]]], Result],
    ) -> tuple[Result, ...]:
        """Return, for each of `seconds`, what `combine` makes of its windows and the model's outputs for them."""
        session, tokenizer, pool = self._loaded()
        ids = tokenizer.encode(encodable(first), add_special_tokens=False).ids[:FIRST_MAX]
        wanted = [one.name for one in session.get_outputs() if one.name != self.spec.states]
        read = partial(_read, session, tokenizer, self.spec.window, wanted, ids)
        return tuple(combine(windows) for windows in pool.map(read, seconds))

    def states(self, window: Callable[[Tokenizer], Window]) -> NDArray[np.float32]:
        """Return the model's states (tokens, width) over one window. Raises ValueError where its entry names none."""
        session, tokenizer, pool = self._loaded()
        if not self.spec.states:
            raise ValueError(f"the {self._kind} gives no states")
        [states] = pool.submit(_run, session, window(tokenizer), [self.spec.states]).result()
        return np.asarray(states[0])

    def _loaded(self) -> tuple[onnxruntime.InferenceSession, Tokenizer, ThreadPoolExecutor]:
        with self._lock:
            if self._engine is None:
                spec = self.spec
                pool = named_pool(f"{self._kind}-worker", self._workers)
                session = open_session(spec.name, states=spec.states)
                self._engine = session, open_tokenizer(spec.tokenizer), pool
            return self._engine


def _read(
    session: onnxruntime.InferenceSession,
    tokenizer: Tokenizer,
    most: int,
    wanted: Sequence[str],
    first: Sequence[int],
    second: str,
) -> list[tuple[Window, list[NDArray[np.float32]]]]:
    return [(window, _run(session, window, wanted)) for window in windows_of(tokenizer, most, first, second)]


def windows_of(tokenizer: Tokenizer, most: int, first: Sequence[int], second: str) -> list[Window]:
    """Return `[CLS] first [SEP] part of second [SEP]` for parts that cover `second`, each at most `most` tokens.

    Raises WeightsCorrupt where the vocabulary has no such marks."""
    before, between = marks_of(tokenizer)
    found = tokenizer.encode(encodable(second), add_special_tokens=False)
    room = most - len(first) - 3
    starts = range(0, max(1, len(found.ids) - OVERLAP), room - OVERLAP)
    return [
        Window(
            ids=np.array([[before, *first, between, *found.ids[start : start + room], between]], dtype=np.int64),
            second=len(first) + 2,
            offsets=tuple(found.offsets[start : start + room]),
        )
        for start in starts
    ]


def marks_of(tokenizer: Tokenizer) -> tuple[int, int]:
    """Return the ids of the vocabulary's `MARKS`. Raises WeightsCorrupt where it has none of them."""
    for names in MARKS:
        before, between = (tokenizer.token_to_id(name) for name in names)
        if before is not None and between is not None:
            return before, between
    raise WeightsCorrupt(
        "The tokenizer in aver-models has no marks for a pair of texts.",
        hint=REINSTALL,
    )


def _run(session: onnxruntime.InferenceSession, window: Window, wanted: Sequence[str]) -> list[NDArray[np.float32]]:
    types = np.zeros_like(window.ids)
    types[0, window.second :] = 1
    given = {"input_ids": window.ids, "attention_mask": np.ones_like(window.ids), "token_type_ids": types}
    outputs: list[NDArray[np.float32]] = session.run(wanted, given)
    return outputs
