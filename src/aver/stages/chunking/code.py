"""Code-aware chunks: source code is cut where definitions begin, everything else as in `structure`.

A definition too long for one chunk is cut by the definitions inside it, and each part is led in by the line
it belongs to (`class Store:`), where `structure` cuts at blank lines only.
"""

from __future__ import annotations

from aver.ports import Tokenizer
from aver.stages.chunking.assembly import assemble
from aver.stages.chunking.atoms import Plan, atoms, plan
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.packing import Bundle, bundles, pack, within_target
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import BlockKind, Document


def code(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return the chunks of `document` in order, small definitions put together as far as they fit."""
    of = plan(document, tokenizer, options, apart=frozenset({BlockKind.CODE}))
    found = tuple(atoms(of))
    return assemble(of, found, pack(of, bundles(of, found), joins=_same_owner))


def _same_owner(of: Plan, current: Bundle, bundle: Bundle) -> bool:
    """Join as `structure` does, but never code of one definition with code of another."""
    last, first = current.atoms[-1], bundle.atoms[0]
    both = last.kind is first.kind is ChunkKind.CODE
    return within_target(of, current, bundle) and not (both and last.lead_in != first.lead_in)
