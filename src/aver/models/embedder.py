"""The built-in sentence encoder: int8 ONNX on the CPU, one text a run.

Dynamic int8 quantisation scales activations per tensor, so in a batch each text's vector depends on its companions:
up to 0.03 in a component, cosine 0.986 (docs/decisions/0001-embedder.md). A hidden document could thus move a visible
one's vector, and an index could not be rebuilt to the bit. Therefore a run holds exactly one text, without padding, and
parallelism comes from worker threads over one single-threaded session. On this hardware that is also the fastest way
for passages.
"""

from __future__ import annotations

import itertools
import re
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from aver.errors import WeightsCorrupt, WeightsMissing

if TYPE_CHECKING:
    from aver_models import EmbedderSpec

MODEL = "embedder/model.onnx"
TOKENIZER = "embedder/tokenizer.json"
COUNT_SLICE = 256
"""Texts tokenised at once when counting; bounds memory."""

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


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
            batch = [_encodable(text) for text in texts[start : start + COUNT_SLICE]]
            counts.extend(len(found) for found in tokenizer.encode_batch_fast(batch, add_special_tokens=False))
        return counts

    def token_offsets(self, text: str) -> tuple[tuple[int, int], ...]:
        """Half-open spans in code points of `text`, one per token, ascending; as many as `count_tokens` says."""
        found = self._loaded_tokenizer().encode_batch([_encodable(text)], add_special_tokens=False)[0]
        return tuple(found.offsets)

    def _loaded_spec(self) -> EmbedderSpec:
        if self._spec is None:
            self._spec = _read_spec()
        return self._spec

    def _loaded_tokenizer(self) -> Tokenizer:
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = _open_tokenizer()
            return self._tokenizer

    def _loaded_engine(self) -> tuple[onnxruntime.InferenceSession, ThreadPoolExecutor]:
        with self._lock:
            if self._engine is None:
                self._engine = _open_session(), _named_pool(self._workers)
            return self._engine


def _vector(
    session: onnxruntime.InferenceSession, tokenizer: Tokenizer, window: int, text: str
) -> npt.NDArray[np.float32]:
    ids = tokenizer.encode(_encodable(text)).ids
    if len(ids) > window:
        ids = ids[: window - 1] + ids[-1:]
    row = np.array([ids], dtype=np.int64)
    vector: npt.NDArray[np.float32] = session.run(None, {"input_ids": row, "attention_mask": np.ones_like(row)})[0][0]
    return vector


def _encodable(text: str) -> str:
    """The text with lone surrogates, which have no UTF-8 form, replaced one for one so that offsets hold."""
    return _LONE_SURROGATE.sub("\ufffd", text)


def _refuse_single(texts: Sequence[str]) -> None:
    if isinstance(texts, str):
        raise TypeError("a sequence of texts is needed, not one text")


def _read_spec() -> EmbedderSpec:
    try:
        import aver_models
    except ModuleNotFoundError as error:
        raise _missing() from error
    try:
        return aver_models.embedder()
    except aver_models.WeightsDamaged as error:
        raise _corrupt(error) from error


def _verified(name: str) -> bytes:
    try:
        import aver_models
    except ModuleNotFoundError as error:
        raise _missing() from error
    try:
        return aver_models.verify(name)
    except aver_models.WeightsDamaged as error:
        raise _corrupt(error) from error


def _missing() -> WeightsMissing:
    return WeightsMissing(
        "The built-in embedder needs the package aver-models, which is not installed.",
        hint="Install it: pip install 'aver[models]'. Without it, retrieval is by words only.",
    )


def _corrupt(error: Exception) -> WeightsCorrupt:
    return WeightsCorrupt(
        f"The model weights cannot be trusted: {error}.",
        hint="Reinstall them: pip install --force-reinstall aver-models.",
    )


def _open_tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_str(_verified(TOKENIZER).decode("utf-8"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _open_session() -> onnxruntime.InferenceSession:
    """One thread a run; no arena, which would keep the largest run's memory for ever; no spinning beside other work."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(_verified(MODEL), options, providers=["CPUExecutionProvider"])


def _named_pool(workers: int) -> ThreadPoolExecutor:
    numbers = itertools.count()

    def name_thread() -> None:
        threading.current_thread().name = f"embed-worker-{next(numbers)}"

    return ThreadPoolExecutor(workers, initializer=name_thread)
