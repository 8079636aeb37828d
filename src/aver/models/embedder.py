"""The built-in sentence encoder: int8 ONNX on the CPU, one text a run.

Dynamic int8 quantisation scales activations per tensor, so in a batch each text's vector depends on its companions:
up to 0.03 in a component, cosine 0.986 (docs/decisions/0001-embedder.md). A hidden document could thus move a visible
one's vector, and an index could not be rebuilt to the bit. Therefore a run holds exactly one text, without padding, and
parallelism comes from worker threads over one single-threaded session. On this hardware that is also the fastest way
for passages.

An English text is cut by the pieces that the encoder was made with, any other by these and German ones (A11,
docs/decisions/0011-german.md): small words tell, so that no English text gets other vectors for the sake of German.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import onnxruntime
from tokenizers import Tokenizer

from aver.models.weights import embedder_spec, encodable, named_pool, open_session, open_tokenizer, verified
from aver.patterns import regex

if TYPE_CHECKING:
    from aver_models import EmbedderSpec

MODEL = "embedder/model.onnx"
ENGLISH_TOKENIZER = "base/tokenizer.json"
TOKENIZER = "embedder/tokenizer.json"
SMALL_WORDS = "embedder/small_words.json"
COUNT_SLICE = 256
"""Texts tokenised at once when counting; bounds memory."""

_WORD = regex(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cutter:
    """Both tokenizers and the small words that choose between them."""

    english: Tokenizer
    other: Tokenizer
    english_words: frozenset[str]
    german_words: frozenset[str]

    def of(self, text: str) -> Tokenizer:
        """Return the tokenizer for `text`: the English one where English small words outnumber German ones."""
        words = [word.lower() for word in _WORD.findall(text)]
        english = sum(word in self.english_words for word in words)
        german = sum(word in self.german_words for word in words)
        return self.english if english > german else self.other


def _cutter() -> _Cutter:
    words = json.loads(verified(SMALL_WORDS))
    return _Cutter(
        english=open_tokenizer(ENGLISH_TOKENIZER),
        other=open_tokenizer(TOKENIZER),
        english_words=frozenset(words["en"]),
        german_words=frozenset(words["de"]),
    )


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
        self._cutter: _Cutter | None = None
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
        spec, cutter, (session, pool) = self._loaded_spec(), self._loaded_cutter(), self._loaded_engine()
        rows = np.empty((len(texts), spec.dimension), dtype=np.float32)
        longest_first = sorted(range(len(texts)), key=lambda i: -len(texts[i]))
        vectors = pool.map(partial(_vector, session, cutter, spec.window), (texts[i] for i in longest_first))
        for index, vector in zip(longest_first, vectors, strict=True):
            rows[index] = vector
        return rows

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Tokens in each text, without the two special ones that the encoder adds."""
        _refuse_single(texts)
        cutter = self._loaded_cutter()
        counts = [0] * len(texts)
        tokenizers = [cutter.of(text) for text in texts]
        for tokenizer in (cutter.english, cutter.other):
            places = [place for place, own in enumerate(tokenizers) if own is tokenizer]
            for start in range(0, len(places), COUNT_SLICE):
                part = places[start : start + COUNT_SLICE]
                batch = [encodable(texts[place]) for place in part]
                found = tokenizer.encode_batch_fast(batch, add_special_tokens=False)
                for place, one in zip(part, found, strict=True):
                    counts[place] = len(one)
        return counts

    def token_offsets(self, text: str) -> tuple[tuple[int, int], ...]:
        """Half-open spans in code points of `text`, one per token, ascending; as many as `count_tokens` says."""
        found = self._loaded_cutter().of(text).encode_batch([encodable(text)], add_special_tokens=False)[0]
        return tuple(found.offsets)

    def _loaded_spec(self) -> EmbedderSpec:
        if self._spec is None:
            self._spec = embedder_spec()
        return self._spec

    def _loaded_cutter(self) -> _Cutter:
        with self._lock:
            if self._cutter is None:
                self._cutter = _cutter()
            return self._cutter

    def _loaded_engine(self) -> tuple[onnxruntime.InferenceSession, ThreadPoolExecutor]:
        with self._lock:
            if self._engine is None:
                self._engine = open_session(MODEL), named_pool("embed-worker", self._workers)
            return self._engine


def _vector(session: onnxruntime.InferenceSession, cutter: _Cutter, window: int, text: str) -> npt.NDArray[np.float32]:
    ids = cutter.of(text).encode(encodable(text)).ids
    if len(ids) > window:
        ids = ids[: window - 1] + ids[-1:]
    row = np.array([ids], dtype=np.int64)
    vector: npt.NDArray[np.float32] = session.run(None, {"input_ids": row, "attention_mask": np.ones_like(row)})[0][0]
    return vector


def _refuse_single(texts: Sequence[str]) -> None:
    if isinstance(texts, str):
        raise TypeError("a sequence of texts is needed, not one text")
