"""Parent and child: a few sentences are searched, the section around them is returned for context.

Small texts are found more precisely, large ones are understood better; `Chunk.parent` is the span to show.
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


def parent_child(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return children of about `options.fine_tokens`; the parent of each is at most `window_tokens` long."""
    of = plan(document, tokenizer, options, apart=SMALLEST)
    found = tuple(atoms(of))
    pairs = tuple(within(of, coarsest(of, found), options.fine_tokens))
    children = assemble(of, found, (child for child, _ in pairs))
    return tuple(
        replace(child, parent=(parent.start, parent.end)) for child, (_, parent) in zip(children, pairs, strict=True)
    )
