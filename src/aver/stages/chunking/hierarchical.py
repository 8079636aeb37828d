"""Hierarchical chunks: sections, passages and sentences in one index, each naming the one it lies in.

A broad question meets a section, a narrow one a sentence; the same words are stored up to three times. The
parent of a sentence group is its passage, of a passage its section chunk, of that the whole section.
"""

from __future__ import annotations

from dataclasses import replace

from aver.ports import Tokenizer
from aver.stages.chunking.assembly import assemble
from aver.stages.chunking.atoms import atoms, plan
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.levels import SMALLEST, coarsest, within
from aver.values.chunks import Chunk
from aver.values.documents import Document


def hierarchical(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return chunks of `window_tokens`, `target_tokens` and `fine_tokens`, larger before smaller where both start."""
    of = plan(document, tokenizer, options, apart=SMALLEST)
    found = tuple(atoms(of))
    top = coarsest(of, found)
    middle = tuple(within(of, top, options.target_tokens))
    bottom = tuple(within(of, (inner for inner, _ in middle), options.fine_tokens))
    chunks = list(assemble(of, found, top))
    for level in (middle, bottom):
        made = assemble(of, found, (inner for inner, _ in level))
        chunks += [replace(one, parent=(outer.start, outer.end)) for one, (_, outer) in zip(made, level, strict=True)]
    distinct = {(chunk.start, -chunk.end): chunk for chunk in reversed(chunks)}
    return tuple(distinct[span] for span in sorted(distinct))
