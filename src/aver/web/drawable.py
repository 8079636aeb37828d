"""Which versions of documents can be shown as pictures of their pages: PDFs that lie where they were ingested from."""

from __future__ import annotations

from collections.abc import Sequence

from aver.errors import NotFound
from aver.flows.documents import versions_of
from aver.flows.ingested_files import ingested_file
from aver.service.desk import Desk
from aver.stages.transcript import transcript_of
from aver.store.versions import StoredVersion
from aver.values.events import Event
from aver.values.governance import Caller

_PDF = "application/pdf"


def file_of(desk: Desk, version: StoredVersion) -> bytes | None:
    """Return the PDF that a version was made from, None where there is none to draw from."""
    if version.media_type != _PDF:
        return None
    return ingested_file(desk.app.store, version, most=desk.app.settings.limits.max_bytes)


def drawable(desk: Desk, caller: Caller, events: Sequence[Event]) -> frozenset[str]:
    """Return those versions in the evidence of a run that the caller may read now and that can be drawn."""
    paged = {(p.passage.document, p.passage.version) for p in transcript_of(events).packets if p.passage.page}
    return frozenset(version for document, version in paged if _can_draw(desk, caller, document, version))


def _can_draw(desk: Desk, caller: Caller, document: str, version: str) -> bool:
    try:
        found = versions_of(desk.app.store, caller, document)
    except NotFound:
        return False
    return any(one.id == version and file_of(desk, one) is not None for one in found)
