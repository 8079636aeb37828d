"""Code-aware chunks: source code is cut where definitions begin, everything else as in `structure`.

A definition too long for one chunk is cut by the definitions inside it, and each part is led in by the line
it belongs to (`class Store:`), where `structure` cuts at blank lines only.
"""

from __future__ import annotations

from aver.ports import Tokenizer
from aver.stages.chunking.assembly import assemble
from aver.stages.chunking.atoms import atoms, plan
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.packing import bundles, pack
from aver.values.chunks import Chunk
from aver.values.documents import BlockKind, Document


def code(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return the chunks of `document` in order, small definitions put together as far as they fit."""
    of = plan(document, tokenizer, options, apart=frozenset({BlockKind.CODE}))
    found = tuple(atoms(of))
    return assemble(of, found, pack(of, bundles(of, found)))
