"""What the three retrievers share: a home that is searched as one caller, and passages with where they stand.

There is no retriever without a caller, and none finds what its caller may not read: each search is one of `aver
search`, recorded as a run.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aver.app import App, asking_tools
from aver.cli.session import Session, opened, today
from aver.errors import SourceFailed
from aver.flows.inquiring import Wanted, inquiry_of
from aver.flows.searching import search
from aver.stages.packets import cell_range
from aver.values.evidence import EvidencePacket
from aver.values.governance import Caller


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A passage: `text` is its words with what must accompany them (a table's header, a rule's exception).

    `metadata` is flat: `quote` are the passage's own words, verbatim at `start` to `end` (code points, end excluded) of
    that version's canonical text; ids, uri, section, page, cells, rank, score and run.
    """

    id: str
    text: str
    score: float
    metadata: dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """An open home as one caller searches it: `k` passages, of one document if given, valid on a day or today."""

    app: App
    caller: Caller
    k: int | None = None
    document: str | None = None
    as_of: str | None = None

    def pieces(self, query: str) -> tuple[Piece, ...]:
        """Return the passages for `query`, best first. Raises BadInput, NotFound and SourceFailed.

        A channel that failed is named in the metadata of every piece; where there is none it is an error.
        """
        wanted = Wanted(question=query, document=self.document, as_of=self.as_of, k=self.k)
        app = self.app
        inquiry = inquiry_of(app.store, self.caller, wanted, usual_k=app.settings.retrieval.k, today=today())
        found = search(app.run_log, inquiry, self.caller, asking_tools(app, tenant=self.caller.tenant))
        failed = ", ".join(one.channel for one in found.channels if one.failure is not None)
        packets = [one for one in found.packets if one.selected]
        if failed and not packets:
            raise SourceFailed(f"nothing was found, and {failed} failed", hint="`aver doctor` examines the home")
        more = {"run_id": found.run} | ({"degraded": failed} if failed else {})
        return tuple(_piece(one, more) for one in packets)


def evidence_of(
    home: Path | None = None,
    *,
    user: str | None = None,
    groups: Sequence[str] = (),
    tenant: str | None = None,
    clearance: int | None = None,
    k: int | None = None,
) -> Evidence:
    """Open a home and return it as the caller so named would search it, under the rules of the command line.

    Raises what opening a home raises, and NotAllowed where a caller may not be named.
    """
    named = ",".join(groups) or None
    app, caller = opened(Session(home=home, user=user, groups=named, tenant=tenant, clearance=clearance))
    return Evidence(app=app, caller=caller, k=k)


def _piece(packet: EvidencePacket, more: dict[str, Any]) -> Piece:
    passage = packet.passage
    cells = cell_range(passage, start=passage.start, end=passage.end)
    parts = (passage.lead_in, passage.header, passage.text, passage.qualifier)
    known = {
        "packet_id": packet.packet,
        "chunk_id": passage.chunk,
        "document_id": passage.document,
        "version_id": passage.version,
        "uri": passage.uri,
        "title": str(passage.title),
        "section_path": str(passage.section_path),
        "page": passage.page,
        "table_cell_range": None if cells is None else str(cells),
        "start": passage.start,
        "end": passage.end,
        "quote": str(passage.text),
        "freshness": passage.freshness.value,
        "valid_from": passage.valid_from,
        "valid_until": passage.valid_until,
        "payload_flags": ", ".join(packet.payload_flags) or None,
        "rank": packet.rank,
        "score": packet.score,
    }
    return Piece(
        id=packet.packet,
        text="\n".join(str(part) for part in parts if str(part)),
        score=packet.score,
        metadata={name: value for name, value in (known | more).items() if value is not None},
    )
