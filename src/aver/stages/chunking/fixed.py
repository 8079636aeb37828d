"""Fixed windows: the vanilla baseline that pays no regard to structure.

Consecutive windows of `window_tokens` word pieces without overlap, cut wherever the count runs out: in
a table, in a sentence, in front of an exception. It is here to be compared with, and to reproduce the
failure the structure strategy prevents (../shared/sources/welded-half-truths.txt).
"""

from __future__ import annotations

from itertools import pairwise

from aver.ports import Tokenizer
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.ruler import measure
from aver.stages.outline import page_at
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document


def fixed(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return windows of `options.window_tokens` word pieces that cover the whole text in order."""
    starts = measure(document, tokenizer).starts
    cuts = [*starts[:: options.window_tokens], len(document.text)]
    return tuple(
        Chunk(
            start=start,
            end=start + len(document.text[start:end].rstrip()),
            kind=ChunkKind.PROSE,
            section=(),
            parent=(0, len(document.text)),
            tokens=min(options.window_tokens, len(starts) - number * options.window_tokens),
            page=page_at(document, start),
        )
        for number, (start, end) in enumerate(pairwise(cuts))
    )
