"""What the strategies share that look at the text and not at its structure.

They see the text in runs between what is left out (A8) and know neither sections nor tables.
"""

from __future__ import annotations

from aver.stages.chunking.cuts import trimmed
from aver.stages.chunking.ruler import Ruler
from aver.stages.outline import outline, page_at
from aver.values.chunks import Chunk, ChunkKind
from aver.values.documents import Document


def runs(document: Document) -> list[tuple[int, int]]:
    """Return the stretches of text between furniture, reference lists and tables of contents, in order."""
    text = document.text
    spans = [trimmed(text, start, end) for start, end in outline(document).free(0, len(text))]
    return [span for span in spans if span[0] < span[1]]


def flat_chunk(document: Document, ruler: Ruler, start: int, end: int) -> Chunk:
    """Return `[start, end)` as a chunk of no section, whose parent is the whole text."""
    return Chunk(
        start=start,
        end=end,
        kind=ChunkKind.PROSE,
        section=(),
        parent=(0, len(document.text)),
        tokens=ruler.tokens(start, end),
        page=page_at(document, start),
    )
