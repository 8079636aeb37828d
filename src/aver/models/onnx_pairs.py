"""Local pair models of one's own: a cross-encoder that says how relevant, or whether evidence entails a claim (M4).

A text too long for the window is read in overlapping windows that the tokenizer cuts; the shorter of the two, a
question or a claim, stands in each of them whole. A claim too long for that is left open, never judged by a part.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver.errors import BadConfiguration
from aver.models.onnx_folder import OnnxFolder, open_folder
from aver.models.pair_model import FIRST_MAX, OVERLAP, Calibration
from aver.models.server_reader import UNCALIBRATED, reading_of
from aver.models.weights import encodable, named_pool
from aver.values.pairs import Entailed, Reading

LABELS = ("entailment", "neutral", "contradiction")

Result = TypeVar("Result")

OPEN = Entailed(entailed=0.0, neutral=1.0, contradicted=0.0)


class OnnxReader:
    """The port `Reader` on a cross-encoder with one logit for (question, passage); a long passage counts as its best.

    Raises BadConfiguration from every member where the folder can't be used, ModelFailed where a run fails.
    """

    def __init__(self, folder: Path, *, window: int, workers: int = 2) -> None:
        self._pairs = _Pairs(folder, section="models.reader", window=window, cut="only_second", workers=workers)

    @property
    def reader_id(self) -> str:
        """Names the folder, the hash of its files and the window."""
        return self._pairs.id

    def read(self, question: str, passages: Sequence[str]) -> tuple[Reading, ...]:
        """Return the relevance of each passage; of a question its first `FIRST_MAX` word pieces are read."""
        if not passages:
            return ()
        asked = self._pairs.beginning(question, FIRST_MAX)
        return self._pairs.mapped(partial(self._reading, asked), passages)

    def _reading(self, asked: str, passage: str) -> Reading:
        logits = self._pairs.logits(asked, passage, count=1)
        return reading_of(UNCALIBRATED.probability(max(float(one[0]) for one in logits)))


class OnnxEntailment:
    """The port `Entailment` on a classifier of (evidence, claim) with three logits, in the order of `labels`.

    `labels` are `LABELS` in the model's order, empty where the folder's config.json says it. Raises BadConfiguration
    from every member where the folder can't be used or the order isn't known, ModelFailed where a run fails.
    """

    def __init__(
        self, folder: Path, *, window: int, labels: Sequence[str], calibration: Calibration, workers: int = 2
    ) -> None:
        self._pairs = _Pairs(folder, section="models.entailment", window=window, cut="only_first", workers=workers)
        self._folder, self._labels, self._calibration = folder, tuple(labels), calibration
        self._longest = window // 2

    @property
    def entailment_id(self) -> str:
        """Names the folder, the hash of its files, the window, the order of labels and the calibration."""
        order = ",".join(str(place) for place in self._order())
        return f"{self._pairs.id}:{order}:{self._calibration.slope:g},{self._calibration.shift:g}"

    def judge(self, claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        """Return one judgement per text; a long text counts as the window that leaves least open."""
        order = self._order()
        if self._pairs.beginning(claim, self._longest) != encodable(claim):
            return (OPEN,) * len(evidence)
        return self._pairs.mapped(partial(self._judgement, claim, order), evidence) if evidence else ()

    def _judgement(self, claim: str, order: tuple[int, ...], text: str) -> Entailed:
        windows = [_softmax(one)[list(order)] for one in self._pairs.logits(text, claim, count=3)]
        entail, neutral, contradict = min(windows, key=lambda one: (float(one[1]), -float(one[0])))
        odds = float(np.log(max(entail, 1e-9) / max(1.0 - entail, 1e-9)))
        supported = self._calibration.probability(odds)
        open_share = float(neutral / max(neutral + contradict, 1e-9))
        left = 1.0 - supported
        return Entailed(
            entailed=supported, neutral=round(left * open_share, 6), contradicted=round(left * (1 - open_share), 6)
        )

    def _order(self) -> tuple[int, ...]:
        labels = self._labels or _labels_in(self._folder / "config.json")
        if sorted(labels) != sorted(LABELS):
            raise BadConfiguration(
                f"[models.entailment] the order of the labels of {self._folder.name} isn't known",
                hint=f"set labels to {', '.join(LABELS)} in the order of the model's outputs",
            )
        return tuple(labels.index(label) for label in LABELS)


class _Pairs:
    """A pair classifier; `cut` is which of the two texts is read in windows."""

    def __init__(self, folder: Path, *, section: str, window: int, cut: str, workers: int) -> None:
        self._folder, self._section, self._window, self._cut, self._workers = folder, section, window, cut, workers
        self._lock = threading.Lock()
        self._engine: tuple[OnnxFolder, Tokenizer, Tokenizer, ThreadPoolExecutor] | None = None

    @property
    def id(self) -> str:
        model = self._loaded()[0]
        return f"onnx:{model.name}:{model.digest[:12]}:{self._window}"

    def mapped(self, judged: Callable[[str], Result], texts: Sequence[str]) -> tuple[Result, ...]:
        """Return what `judged` makes of each text, on the worker threads."""
        return tuple(self._loaded()[3].map(judged, texts))

    def beginning(self, text: str, most: int) -> str:
        """Return the text up to its `most`-th word piece."""
        text = encodable(text)
        offsets = self._loaded()[1].encode(text, add_special_tokens=False).offsets
        return text if len(offsets) <= most else text[: offsets[most - 1][1]]

    def logits(self, first: str, second: str, *, count: int) -> list[NDArray[np.float64]]:
        """Return the `count` logits of each window of the pair. Raises ModelFailed."""
        model, _, windowing, _ = self._loaded()
        try:
            whole = windowing.encode(encodable(first), encodable(second))
        except Exception as error:  # tokenizers raises Exception itself
            raise model.failure("cannot cut the texts into windows", hint="raise max_tokens") from error
        found = []
        for window in (whole, *whole.overflowing):
            outputs = model.run(window)
            logits = outputs.get("logits", next(iter(outputs.values()))).ravel()
            if len(logits) != count:
                raise model.failure(f"gives {len(logits)} scores, not {count}", hint="choose a model made for this")
            found.append(logits)
        return found

    def _loaded(self) -> tuple[OnnxFolder, Tokenizer, Tokenizer, ThreadPoolExecutor]:
        with self._lock:
            if self._engine is None:
                model = open_folder(self._folder, section=self._section)
                windowing = model.cutter()
                windowing.enable_truncation(self._window, stride=OVERLAP, strategy=self._cut)
                self._engine = model, model.cutter(), windowing, named_pool("pair-worker", self._workers)
            return self._engine


def _labels_in(path: Path) -> tuple[str, ...]:
    """Return the labels that a config.json names, in order; none where it names none."""
    try:
        named = json.loads(path.read_text(encoding="utf-8"))["id2label"]
        return tuple(str(named[str(place)]).lower() for place in range(len(named)))
    except (OSError, ValueError, KeyError, TypeError):
        return ()


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(logits - logits.max())
    shares: NDArray[np.float64] = raised / raised.sum()
    return shares
