"""Sliding windows: fixed windows that overlap, so that what one cuts in two stands whole in the next.

Anything of at most `overlap_tokens` word pieces is whole in some window; everything else is as in `fixed`.
"""

from __future__ import annotations

from collections.abc import Iterator

from aver.ports import Tokenizer
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.cuts import trimmed
from aver.stages.chunking.flat import flat_chunk, runs
from aver.stages.chunking.ruler import Ruler, measure
from aver.values.chunks import Chunk
from aver.values.documents import Document


def sliding(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return windows of `window_tokens` word pieces, each `overlap_tokens` (at most half of it) into the last."""
    ruler = measure(document, tokenizer)
    return tuple(
        flat_chunk(document, ruler, *trimmed(document.text, start, end))
        for run in runs(document)
        for start, end in windows(ruler, run, options.window_tokens, options.overlap_tokens)
    )


def windows(ruler: Ruler, run: tuple[int, int], size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Yield the windows of one run; the last one ends where the run does."""
    start, last = run
    step = size - min(overlap, size // 2)
    while True:
        end = ruler.reach(start, size, last)
        yield start, max(end, start + 1)
        if end >= last:
            return
        start = max(ruler.reach(start, step, last), start + 1)
