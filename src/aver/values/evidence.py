"""From a hit to a packet: what retrieval found, and the form in which evidence travels.

`Hit` carries ids and scores only, so nothing can read text that wasn't fetched under an eligibility.
`EvidencePacket` holds what the source's packet schema asks for plus our exact coordinates
(definitions.md); `aver.stages.packets` renders it to the published JSON Schema.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aver.values.chunks import ChunkKind
from aver.values.graph import Step, Way
from aver.values.sealed import Sealed

NOTHING = Sealed("")


class Freshness(StrEnum):
    """How a version stands for this caller at this moment."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    ARCHIVED = "archived"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One chunk found by one channel for one sub-question; `rank` counts from 1, scores have 6 decimals."""

    chunk: str
    rank: int
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Approximation:
    """How a channel looked that need not have seen every eligible row; outside non-interference.

    `found` of the `wanted` rows or more came from the graph, None where so few are eligible that it wasn't asked;
    `exact` says that every eligible row was scored after all, for that reason or because the graph came short.
    """

    wanted: int
    found: int | None
    exact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelResult:
    """What one channel found for one sub-question, best first; `failure` names why it found nothing.

    `reach`, in [0, 1], is how much of the sub-question the channel could look for in what the caller may read: for
    words, the share of their weight in words that stand there at all. The channel's vote counts as much.
    `approximation` is None wherever every eligible row had its chance, as it is unless somebody chose otherwise.
    `ways` are the edges that led to a hit, where a graph was followed; `within` are the ids of the documents that the
    sub-question names, where only those were searched.
    """

    channel: str
    sub_question: int
    hits: tuple[Hit, ...]
    failure: str | None = None
    reach: float = 1.0
    approximation: Approximation | None = None
    ways: tuple[Way, ...] = ()
    within: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A fetched chunk with everything a packet needs; read under an eligibility, never without.

    `text` equals the version's canonical text at `[start, end)`. `header` and `lead_in` are the texts
    that must accompany it (table header rows, the sentence before a list). `section_path` joins the
    named titles with " > ". `qualifier` is the exception or note that limits what the passage says and
    stands elsewhere: both or neither (E6). `table_cells` holds `(row, column, start, end, is_header)`
    in canonical coordinates for a table chunk, `table_origin` the name of the table's first cell where the
    format names its cells (`Sheet!B3`). `items` are those of the chunk (`aver.values.chunks`).
    """

    chunk: str
    document: str
    version: str
    uri: str
    title: Sealed
    text: Sealed
    start: int
    end: int
    kind: ChunkKind
    section_path: Sealed
    header: Sealed
    lead_in: Sealed
    page: int | None
    table_number: int | None
    rows: tuple[int, int] | None
    table_cells: tuple[tuple[int, int, int, int, bool], ...]
    freshness: Freshness
    successors: tuple[str, ...]
    authority: float
    origin_system: str
    ingested_at: str
    valid_from: str | None
    valid_until: str | None
    content_hash: str
    tokens: int
    qualifier: Sealed = NOTHING
    table_origin: Sealed = NOTHING
    items: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def heading(self) -> str:
        """The named title of the innermost section, "" where none is named."""
        return self.section_path.text.rpartition(" > ")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reached:
    """A passage that a source came to along the edges of a graph, in order; none where it stands at the start."""

    passage: Passage
    way: tuple[Step, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A passage with its fused place: `ranks` are `(channel, sub-question, rank)` provenance."""

    chunk: str
    score: float
    relevance: float
    ranks: tuple[tuple[str, int, int], ...]
    selected: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidencePacket:
    """Evidence plus provenance, governance, epistemic state, citation coordinates and rationale."""

    packet: str
    rank: int
    score: float
    selected: bool
    passage: Passage
    tenant: str
    sub_question: int
    rationale: str
    exact_spans: tuple[tuple[int, int], ...] = ()
    contradicted_by: tuple[str, ...] = ()
    payload_flags: tuple[str, ...] = ()
