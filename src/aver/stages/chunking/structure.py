"""Structure-aware chunks, the default: follow the block tree, keep whole what is read as a whole (A4, A5).

A chunk never crosses a section boundary, except that headings with no text of their own stand at the
head of the first chunk below them. Page furniture, reference lists and tables of contents are left out
(A8); every other leaf of the tree is in at least one chunk. A rule stays beside its exception, or names
it as its qualifier (E6); a long table is cut between rows and each later part names its header rows.
"""

from __future__ import annotations

from aver.ports import Tokenizer
from aver.stages.chunking.assembly import assemble
from aver.stages.chunking.atoms import atoms, plan
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.packing import bundles, pack
from aver.values.chunks import Chunk
from aver.values.documents import Document


def structure(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return the chunks of `document` in order; time is linear in the text, tokenising included."""
    of = plan(document, tokenizer, options)
    found = tuple(atoms(of))
    return assemble(of, found, pack(of, bundles(of, found)))
