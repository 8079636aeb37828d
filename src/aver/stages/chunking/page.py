"""One chunk per page: what begins on the same page stands together, whatever section it is in.

A block that runs over the end of a page belongs to the page it begins on. A table stands alone, and a page
of more than the window is cut between blocks. A document without pages is one page.
"""

from __future__ import annotations

from aver.ports import Tokenizer
from aver.stages.chunking.assembly import assemble
from aver.stages.chunking.atoms import Plan, atoms, plan
from aver.stages.chunking.contract import ChunkOptions
from aver.stages.chunking.packing import Bundle, bundles, pack
from aver.stages.outline import page_at
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document


def page(document: Document, tokenizer: Tokenizer, options: ChunkOptions) -> tuple[Chunk, ...]:
    """Return the pages of `document` in order, each of at most `window_tokens` word pieces."""
    of = plan(document, tokenizer, options.coarse)
    found = tuple(atoms(of))
    return assemble(of, found, pack(of, bundles(of, found), joins=_same_page, overlap=False))


def _same_page(of: Plan, current: Bundle, bundle: Bundle) -> bool:
    if ChunkKind.TABLE in (current.kind, bundle.kind):
        return False
    return page_at(of.document, current.start) == page_at(of.document, bundle.start)
