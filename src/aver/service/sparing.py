"""An encoder for work that can wait: it hands over a few texts at a time, so that no question waits for a batch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from aver.ports import Embedder

AT_ONCE = 4
"""Texts that are handed over together; a text's vector depends on the text alone, so nothing else changes."""


@dataclass(frozen=True, slots=True)
class SparingEmbedder:
    """The encoder `of`, asked in small parts."""

    of: Embedder

    @property
    def encoder_id(self) -> str:
        """That of the encoder."""
        return self.of.encoder_id

    @property
    def dimension(self) -> int:
        """That of the encoder."""
        return self.of.dimension

    @property
    def max_tokens(self) -> int:
        """That of the encoder."""
        return self.of.max_tokens

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return what the encoder returns for all of them."""
        parts = [self.of.encode(texts[start : start + AT_ONCE]) for start in range(0, len(texts), AT_ONCE)]
        return np.concatenate(parts) if parts else self.of.encode(texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return what the encoder returns."""
        return self.of.count_tokens(texts)

    def token_offsets(self, text: str) -> tuple[tuple[int, int], ...]:
        """Return what the encoder returns."""
        return self.of.token_offsets(text)
