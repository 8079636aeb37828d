"""Builders of passages, packets and claims for the tests of the stages after selection."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from aver.stages.packets import packet_of
from aver.values.answers import Citation, Claim, ClaimKind
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.sealed import Sealed

TEXT = "Refunds take 14 days. This does not apply to gift cards."


def passage(text: str = TEXT, *, start: int = 100, **changes: Any) -> Passage:
    """Return a current prose passage that holds `text` at `start`."""
    plain = Passage(
        chunk="chk_1",
        document="doc_1",
        version="ver_1",
        uri="policy.md",
        title=Sealed("Refund policy", "doc_1"),
        text=Sealed(text, "doc_1"),
        start=start,
        end=start + len(text),
        kind=ChunkKind.PROSE,
        section_path=Sealed("Refunds > Time", "doc_1"),
        header=Sealed("", "doc_1"),
        lead_in=Sealed("", "doc_1"),
        page=3,
        table_number=None,
        rows=None,
        table_cells=(),
        freshness=Freshness.ACTIVE,
        successors=(),
        authority=0.5,
        origin_system="file",
        ingested_at="2026-01-02T03:04:05Z",
        valid_from=None,
        valid_until=None,
        content_hash="0" * 64,
        tokens=12,
    )
    return replace(plain, **changes)


def packet(of: Passage | None = None, **changes: Any) -> EvidencePacket:
    """Return the selected packet of rank 1 for `of`."""
    plain = packet_of(
        of or passage(), rank=1, score=0.5, selected=True, sub_question=0, rationale="best match", tenant="acme"
    )
    return replace(plain, **changes)


def citation(of: EvidencePacket, quote: str) -> Citation:
    """Return the citation of the first place where `quote` stands in the packet."""
    place = of.passage.text.text.index(quote)
    return Citation(
        packet=of.packet,
        document=of.passage.document,
        version=of.passage.version,
        chunk=of.passage.chunk,
        uri=of.passage.uri,
        title=of.passage.title,
        section_path=of.passage.section_path,
        start=of.passage.start + place,
        end=of.passage.start + place + len(quote),
        quote=Sealed(quote, of.passage.document),
        page=of.passage.page,
    )


def claim(
    text: str, *citations: Citation, kind: ClaimKind = ClaimKind.EXTRACTED, number: int = 0, **changes: Any
) -> Claim:
    """Return a claim with support 0.9."""
    made = Claim(number=number, text=Sealed(text), kind=kind, citations=citations, support=0.9)
    return replace(made, **changes)


def quoting(of: EvidencePacket, quote: str, **changes: Any) -> Claim:
    """Return a claim that is nothing but a quote."""
    return claim(quote, citation(of, quote), kind=ClaimKind.QUOTE, **changes)


_TEXTS = st.text(max_size=80)
_DATES = st.none() | st.dates().map(str)


@st.composite
def passages(draw: st.DrawFn) -> Passage:
    """Draw any passage: arbitrary text, tables with cells inside and outside, every state."""
    text = draw(st.text(min_size=1, max_size=120))
    start = draw(st.integers(0, 1000))
    edges = st.integers(start, start + len(text))
    cells = draw(
        st.lists(
            st.tuples(st.integers(0, 9), st.integers(0, 9), edges, edges, st.booleans()).map(
                lambda cell: (cell[0], cell[1], min(cell[2:4]), max(cell[2:4]), cell[4])
            ),
            max_size=6,
        )
    )
    return passage(
        text,
        start=start,
        kind=draw(st.sampled_from(ChunkKind)),
        title=Sealed(draw(_TEXTS), "doc_1"),
        section_path=Sealed(draw(_TEXTS), "doc_1"),
        header=Sealed(draw(_TEXTS), "doc_1"),
        lead_in=Sealed(draw(_TEXTS), "doc_1"),
        qualifier=Sealed(draw(_TEXTS), "doc_1"),
        page=draw(st.none() | st.integers(1, 900)),
        table_number=draw(st.none() | st.integers(1, 9)),
        table_cells=tuple(cells),
        freshness=draw(st.sampled_from(Freshness)),
        authority=draw(st.floats(0, 1)),
        valid_from=draw(_DATES),
        valid_until=draw(_DATES),
    )
