"""An embedder by feature hashing: texts that share words are near each other, and nothing has to be loaded.

Each index term adds +1 or -1 to one of 384 places (Weinberger et al. 2009, "Feature Hashing for Large
Scale Multitask Learning"); a vector depends on its own text only.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from aver.patterns import regex
from aver.ports import Tokenizer
from aver.stages.analyser import term_keys

_PIECE = regex(r"\w{1,6}|[^\w\s]")


class HashEmbedder:
    """Has the surface of `aver.models.embedder.BuiltinEmbedder`; counts the texts it was given in `encoded`."""

    encoder_id = "hash-words-384:1"
    dimension = 384
    max_tokens = 254

    def __init__(self) -> None:
        self.encoded = 0

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return (n, 384) float32 rows of length 1; a text without words points along the first axis."""
        rows = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(rows, texts, strict=True):
            keys = np.asarray(term_keys(text), dtype=np.int64)
            np.add.at(row, keys % self.dimension, np.where(keys >> 32 & 1, 1.0, -1.0).astype(np.float32))
        rows[~rows.any(axis=1), 0] = 1.0
        self.encoded += len(texts)
        unit: NDArray[np.float32] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return the number of pieces of each text: up to six word characters, or one other."""
        return [len(_PIECE.findall(text)) for text in texts]

    def token_offsets(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return the half-open span of every piece, in order."""
        return tuple(found.span() for found in _PIECE.finditer(text))

    @property
    def tokenizer(self) -> Tokenizer:
        """The pieces as chunkers want them."""
        return Tokenizer(count=self.count_tokens, spans=self.token_offsets)
