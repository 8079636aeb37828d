"""One chunk with what stands above it: the sections it lies in, from the document down (A3)."""

from __future__ import annotations

from typing import Any

from aver.errors import NotFound
from aver.flows.documents import versions_of
from aver.stages.eligibility import eligibility_of
from aver.store.store import Store
from aver.values.documents import BlockKind, Document, Named
from aver.values.evidence import Passage
from aver.values.governance import Caller
from aver.values.identity import is_chunk_id


def chunk_with_ancestors(store: Store, caller: Caller, chunk: str, *, today: str) -> dict[str, Any]:
    """Return a chunk that `caller` may read `today` as plain JSON, its ancestors outermost first.

    Raises NotFound, the same for what is not there and for what is not the caller's.
    """
    eligible = eligibility_of(caller, as_of=today)
    found = store.passages([chunk], eligible=eligible) if is_chunk_id(chunk) else ()
    if not found:
        raise NotFound(f"no chunk {chunk!r}", hint="`aver search QUESTION --json` shows the ids of chunks")
    passage = found[0]
    version = next(one for one in versions_of(store, caller, passage.document) if one.id == passage.version)
    return chunk_json(passage) | {"ancestors": ancestors_of(store.document(version), passage.start, passage.end)}


def ancestors_of(document: Document, start: int, end: int) -> list[dict[str, Any]]:
    """Return the document and every section that holds `[start, end)` whole; a made-up name is null (A3)."""
    whole = {"kind": "document", "title": document.title, "level": 0, "span": {"start": 0, "end": len(document.text)}}
    sections = [
        {
            "kind": block.kind.value,
            "title": block.ref.title if isinstance(block.ref, Named) else None,
            "level": block.level,
            "span": {"start": block.start, "end": block.end},
        }
        for block in document.blocks
        if block.kind is BlockKind.SECTION and block.start <= start and end <= block.end
    ]
    return [whole, *sections]


def chunk_json(passage: Passage) -> dict[str, Any]:
    """Return a chunk as plain JSON: its words, where they stand, and what must accompany them."""
    return {
        "chunk_id": passage.chunk,
        "document_id": passage.document,
        "version_id": passage.version,
        "uri": passage.uri,
        "title": str(passage.title),
        "kind": passage.kind.value,
        "text": str(passage.text),
        "span": {"start": passage.start, "end": passage.end},
        "page": passage.page,
        "section_path": str(passage.section_path),
        "header": str(passage.header),
        "lead_in": str(passage.lead_in),
        "qualifier": str(passage.qualifier),
        "status": passage.freshness.value,
        "valid_from": passage.valid_from,
        "valid_until": passage.valid_until,
        "content_hash": passage.content_hash,
    }
