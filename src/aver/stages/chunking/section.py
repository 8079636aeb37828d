"""One chunk per section: its own text from the heading to the next one, as far as it fits the window.

A longer section is cut between its blocks; a table stands alone, as in `structure`. The chunks are larger
than what the built-in encoder reads at once, so their vectors stand for their beginnings.
"""

from __future__ import annotations

from aver.ports import Tokenizer
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.structure import structure
from aver.values.chunks import Chunk
from aver.values.documents import Document


def section(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return the sections of `document` in order, each of at most `window_tokens` word pieces."""
    return structure(document, tokenizer, options.coarse)
