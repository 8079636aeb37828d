"""Table-aware chunks: every row of a table by itself, with caption and header rows named beside it.

A question about one cell then meets a text about that row and no other. The parent of a row is its whole
table; rows under a cell that spans them stay together. Everything else is cut as in `structure`.
"""

from __future__ import annotations

from dataclasses import replace

from aver.ports import Tokenizer
from aver.stages.chunking.assembly import assemble
from aver.stages.chunking.atoms import atoms, plan
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.packing import bundles, pack
from aver.values.chunks import Chunk
from aver.values.documents import BlockKind, Document


def table(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return the chunks of `document` in order, table rows one by one, with the span of their table as parent."""
    of = plan(document, tokenizer, options, apart=frozenset({BlockKind.TABLE}))
    found = tuple(atoms(of))
    spans = {block.table.number: (block.start, block.end) for block in document.blocks if block.table is not None}
    return tuple(_within(chunk, spans) for chunk in assemble(of, found, pack(of, bundles(of, found))))


def _within(chunk: Chunk, tables: dict[int, tuple[int, int]]) -> Chunk:
    if chunk.table_number is None:
        return chunk
    start, end = tables[chunk.table_number]
    return replace(chunk, parent=(min(start, chunk.start), max(end, chunk.end)))
