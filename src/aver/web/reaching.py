"""What evidence can be linked with and drawn from: stored documents, and PDFs that lie where they were."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reachable:
    """Of the evidence of a run: documents whose pages the caller may open now, and versions that can be drawn."""

    documents: frozenset[str] = frozenset()
    drawable: frozenset[str] = frozenset()


def reachable(desk: Desk, caller: Caller, events: Sequence[Event]) -> Reachable:
    """Return what the evidence of a run can be linked with and drawn from."""
    passages = [packet.passage for packet in transcript_of(events).packets]
    versions = {name: _readable(desk, caller, name) for name in {one.document for one in passages}}
    paged = {one.version for one in passages if one.page is not None}
    return Reachable(
        documents=frozenset(name for name, found in versions.items() if found),
        drawable=frozenset(
            one.id for found in versions.values() for one in found if one.id in paged and file_of(desk, one) is not None
        ),
    )


def _readable(desk: Desk, caller: Caller, document: str) -> tuple[StoredVersion, ...]:
    try:
        return versions_of(desk.app.store, caller, document)
    except NotFound:
        return ()
