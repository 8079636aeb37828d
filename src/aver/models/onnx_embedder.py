"""A local sentence encoder of one's own: an ONNX folder, one text a run (M4).

What the graph gives is either one vector per text, shape (1, d), taken as it is, or one per token, shape (1, t, d),
which are averaged or of which the first is taken. Rows leave at length 1. The id holds the hash of both files and
everything else that a vector depends on, so vectors of two settings are never mixed either.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from aver.errors import ModelFailed
from aver.models.embedder import COUNT_SLICE
from aver.models.onnx_folder import OnnxFolder, open_folder
from aver.models.server_embedder import MOST_DIMENSION, unit
from aver.models.weights import encodable, named_pool

SECTION = "models.embedder"
_NAMED = "sentence_embedding"
"""The output that exporters of sentence encoders name so goes before the first."""


class OnnxEmbedder:
    """The port `Embedder` on the folder; a text's vector is a function of that text alone, to the bit.

    `window` is the most word pieces read, special ones included; `pooling` is "mean" or "cls". Nothing is read before
    the first call. Raises BadConfiguration from every member where the folder can't be used, ModelFailed where a run
    fails.
    """

    def __init__(self, folder: Path, *, window: int, pooling: str = "mean", workers: int = 2) -> None:
        self._folder, self._window, self._pooling, self._workers = folder, window, pooling, workers
        self._lock = threading.Lock()
        self._engine: tuple[OnnxFolder, Tokenizer, Tokenizer, ThreadPoolExecutor] | None = None
        self._dimension: int | None = None

    @property
    def encoder_id(self) -> str:
        """Names the folder, the hash of its files, what they are run with, and the dimension."""
        model = self._loaded()[0]
        return f"onnx:{model.name}:{model.digest[:12]}:{self._pooling},{self._window}:{self.dimension}"

    @property
    def dimension(self) -> int:
        """Components of a vector, found by one run."""
        if self._dimension is None:
            self._dimension = self._pooled("How long is a vector?").shape[1]
        return self._dimension

    @property
    def max_tokens(self) -> int:
        """Word pieces of a text that are read; the rest is cut off."""
        return self._window - self._loaded()[1].num_special_tokens_to_add(False)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return unit rows (n, dimension), in the order of `texts`."""
        rows = np.empty((len(texts), self.dimension), dtype=np.float32)
        for place, vector in enumerate(self._loaded()[3].map(self._vector, texts)):
            rows[place] = vector
        return rows

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of word pieces of each text, special ones left out."""
        cutter, counts = self._loaded()[1], list[int]()
        for start in range(0, len(texts), COUNT_SLICE):
            part = [encodable(text) for text in texts[start : start + COUNT_SLICE]]
            counts += [len(one) for one in cutter.encode_batch_fast(part, add_special_tokens=False)]
        return counts

    def token_offsets(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return the code-point range of each word piece."""
        return tuple(self._loaded()[1].encode(encodable(text), add_special_tokens=False).offsets)

    def _vector(self, text: str) -> NDArray[np.float32]:
        try:
            vector: NDArray[np.float32] = unit(self._pooled(text))[0]
        except ValueError as error:
            raise self._unusable(self._loaded()[0]) from error
        return vector

    def _pooled(self, text: str) -> NDArray[np.float64]:
        """Return what the model makes of a text, (1, d)."""
        model, _, truncating, _ = self._loaded()
        found = model.run(truncating.encode(encodable(text)))
        output = found.get(_NAMED, next(iter(found.values())))
        if output.ndim == 3 and output.shape[0] == 1 and output.shape[1]:
            output = output[:, 0] if self._pooling == "cls" else output.mean(axis=1)
        if output.ndim != 2 or output.shape[0] != 1 or not 1 <= output.shape[1] <= MOST_DIMENSION:
            raise self._unusable(model)
        return output

    def _unusable(self, model: OnnxFolder) -> ModelFailed:
        return model.failure("gives no sentence vector", hint="export it with one vector per text or per token")

    def _loaded(self) -> tuple[OnnxFolder, Tokenizer, Tokenizer, ThreadPoolExecutor]:
        with self._lock:
            if self._engine is None:
                model = open_folder(self._folder, section=SECTION)
                truncating = model.cutter()
                truncating.enable_truncation(self._window)
                self._engine = model, model.cutter(), truncating, named_pool("embed-worker", self._workers)
            return self._engine
