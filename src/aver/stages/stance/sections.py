"""What each stretch of a document is for, by the titles above it and by the document's own status field."""

from __future__ import annotations

from aver.stages.outline import chains
from aver.stages.stance import lexicon as lex
from aver.values.documents import BlockKind, Document, Named, StructuralRef
from aver.values.stance import SectionScope

STATUS_FIELDS = ("status", "state", "disposition", "zustand")


def scopes_of(document: Document) -> tuple[tuple[SectionScope, ...], tuple[int, ...]]:
    """Return the scopes of a document, and for every block the position of its scope.

    The first scope is the whole document: what stands under no title.
    """
    scopes = [SectionScope(start=0, end=len(document.text), titles=(), part="")]
    positions: list[int] = []
    for block, chain in zip(document.blocks, chains(document), strict=True):
        above = 0 if block.parent is None else positions[block.parent]
        if block.kind is BlockKind.SECTION:
            titles = named(chain)
            part = part_of(titles[len(scopes[above].titles) :], scopes[above].part)
            scopes.append(SectionScope(start=block.start, end=block.end, titles=titles, part=part))
            above = len(scopes) - 1
        positions.append(above)
    return tuple(scopes), tuple(positions)


def named(chain: tuple[StructuralRef, ...]) -> tuple[str, ...]:
    """Return the titles of a chain that stand in the source."""
    return tuple(" ".join(ref.title.split()) for ref in chain if isinstance(ref, Named))


def part_of(titles: tuple[str, ...], inherited: str) -> str:
    """Return the part that the innermost telling title gives, else what is inherited from above."""
    for title in reversed(titles):
        found = next((part for part, pattern in lex.TITLE_PARTS if pattern.search(title)), None)
        if found is not None:
            stays = inherited in ("turned_down", "open") and found in ("background", "own", "others")
            return inherited if stays else found
    return inherited


def status_of(document: Document) -> str:
    """Return what the status field says became of the document: "turned_down", "open", "own" or ""."""
    value = next((found for key in STATUS_FIELDS if (found := document.field(key))), "")
    return next((part for part, pattern in lex.STATUS_PARTS if pattern.search(value)), "")
