"""The built-in sentence encoder: int8 ONNX on the CPU, one text a run.

Dynamic int8 quantisation scales activations per tensor, so in a batch each text's vector depends on its companions:
up to 0.03 in a component, cosine 0.986 (docs/decisions/0001-embedder.md). A hidden document could thus move a visible
one's vector, and an index could not be rebuilt to the bit. Therefore a run holds exactly one text, without padding, and
parallelism comes from worker threads over one single-threaded session. On this hardware that is also the fastest way
for passages.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from aver.models.weights import embedder_spec, encodable, named_pool, open_session, open_tokenizer

if TYPE_CHECKING:
    from aver_models import EmbedderSpec

MODEL = "embedder/model.onnx"
TOKENIZER = "embedder/tokenizer.json"
COUNT_SLICE = 256
"""Texts tokenised at once when counting; bounds memory."""


class BuiltinEmbedder:
    """Text to unit vectors, each a pure function of its text alone, to the bit (one onnxruntime, one kind of CPU).

    Nothing is read before the first call. Instances may be used from many threads; together these share `workers`
    threads, named `embed-worker-0` and up. Every method raises WeightsMissing if the package `aver-models` is not
    installed and WeightsCorrupt if a file of it differs from its manifest.
    """

    def __init__(self, *, workers: int = 2) -> None:
        self._workers = workers
        self._lock = threading.Lock()
        self._spec: EmbedderSpec | None = None
        self._tokenizer: Tokenizer | None = None
        self._engine: tuple[onnxruntime.InferenceSession, ThreadPoolExecutor] | None = None

    @property
    def encoder_id(self) -> str:
        """Names the exact weights; vectors of different ids are not comparable."""
        return self._loaded_spec().encoder_id

    @property
    def dimension(self) -> int:
        """Length of a vector: 384."""
        return self._loaded_spec().dimension

    @property
    def max_tokens(self) -> int:
        """Most tokens of a text that reach its vector, counted as `count_tokens` does: 254. The rest is ignored."""
        return self._loaded_spec().max_tokens

    def encode(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """(n, 384) float32 rows of length 1, in the order of `texts`; the empty text has a vector too."""
        _refuse_single(texts)
        spec, tokenizer, (session, pool) = self._loaded_spec(), self._loaded_tokenizer(), self._loaded_engine()
        rows = np.empty((len(texts), spec.dimension), dtype=np.float32)
        longest_first = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
        vectors = pool.map(partial(_vector, session, tokenizer, spec.window), (texts[i] for i in longest_first))
        for index, vector in zip(longest_first, vectors, strict=True):
            rows[index] = vector
        return rows

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens in each text, without the two special ones that the encoder adds."""
        _refuse_single(texts)
        tokenizer = self._loaded_tokenizer()
        counts: list[int] = []
        for start in range(0, len(texts), COUNT_SLICE):
            batch = [encodable(text) for text in texts[start : start + COUNT_SLICE]]
            counts.extend(len(found) for found in tokenizer.encode_batch_fast(batch, add_special_tokens=False))
        return counts

    def token_offsets(self, text: str) -> tuple[tuple[int, int], ...]:
        """Half-open spans in code points of `text`, one per token, ascending; as many as `count_tokens` says."""
        found = self._loaded_tokenizer().encode_batch([encodable(text)], add_special_tokens=False)[0]
        return tuple(found.offsets)

    def _loaded_spec(self) -> EmbedderSpec:
        if self._spec is None:
            self._spec = embedder_spec()
        return self._spec

    def _loaded_tokenizer(self) -> Tokenizer:
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = open_tokenizer(TOKENIZER)
            return self._tokenizer

    def _loaded_engine(self) -> tuple[onnxruntime.InferenceSession, ThreadPoolExecutor]:
        with self._lock:
            if self._engine is None:
                self._engine = open_session(MODEL), named_pool("embed-worker", self._workers)
            return self._engine


def _vector(
    session: onnxruntime.InferenceSession, tokenizer: Tokenizer, window: int, text: str
) -> npt.NDArray[np.float32]:
    ids = tokenizer.encode(encodable(text)).ids
    if len(ids) > window:
        ids = ids[: window - 1] + ids[-1:]
    row = np.array([ids], dtype=np.int64)
    vector: npt.NDArray[np.float32] = session.run(None, {"input_ids": row, "attention_mask": np.ones_like(row)})[0][0]
    return vector


def _refuse_single(texts: Sequence[str]) -> None:
    if isinstance(texts, str):
        raise TypeError("a sequence of texts is needed, not one text")
