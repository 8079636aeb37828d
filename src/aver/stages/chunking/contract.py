"""The one shape of every chunking strategy: (document, tokenizer, options) -> chunks.

A strategy looks at its arguments and nothing else, so the same document always gives the same chunks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from aver.errors import BadConfiguration
from aver.ports import Tokenizer
from aver.values.chunks import Chunk
from aver.values.documents import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class ChunkOptions:
    """Sizes, all in word pieces of the encoder.

    `max_tokens` caps what is indexed for one chunk: heading path, lead-in, header rows and quotable
    text together (the built-in encoder reads 256 with its two special tokens). `target_tokens` is the
    size up to which small neighbouring blocks are packed (docs/decisions/0003-chunk-size.md).
    `overlap_tokens` is the most that is repeated where a paragraph or list has to be split.
    `window_tokens` is the window of the structure-blind baseline and the size of coarse chunks (a section,
    a page, a parent). Raises BadConfiguration.
    """

    max_tokens: int = 250
    target_tokens: int = 200
    overlap_tokens: int = 64
    window_tokens: int = 512

    def __post_init__(self) -> None:
        """Refuse sizes that no chunk could satisfy."""
        sound = 0 < self.target_tokens <= self.max_tokens and 0 <= self.overlap_tokens < self.max_tokens
        if not sound or self.max_tokens < MIN_TOKENS or self.window_tokens < 1:
            raise BadConfiguration(
                f"these chunk sizes do not fit together: {self}",
                hint=f"choose 0 < target <= max, 0 <= overlap < max, max >= {MIN_TOKENS}, window >= 1",
            )

    @property
    def coarse(self) -> ChunkOptions:
        """The same with the window as the cap, for chunks that are meant to be large."""
        cap = max(self.window_tokens, self.max_tokens)
        return replace(self, max_tokens=cap, target_tokens=cap)

    @property
    def fine_tokens(self) -> int:
        """The size small pieces are put together to: a quarter of the target, about two sentences."""
        return max(1, self.target_tokens // 4)


MIN_TOKENS = 16
"""The smallest `max_tokens`: below it not even a heading and a short sentence fit."""

Chunker: TypeAlias = Callable[[Document, Tokenizer, ChunkOptions], tuple[Chunk, ...]]
