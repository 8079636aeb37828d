"""From a span of a packet to the citation that proves it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aver.stages.packets import cell_range
from aver.values.answers import Citation, Claim
from aver.values.claims import CLAIMS
from aver.values.evidence import EvidencePacket, Passage
from aver.values.sealed import Sealed

LEVELS = ("document", "section", "chunk", "span", "version")
"""The levels every citation of a packet has (H3)."""


def citation_of(packet: EvidencePacket, start: int, end: int) -> Citation:
    """Return the citation of `[start, end)` of a packet's passage."""
    passage = packet.passage
    cells = cell_range(passage, start=start, end=end)
    return Citation(
        packet=packet.packet,
        document=passage.document,
        version=passage.version,
        chunk=passage.chunk,
        uri=passage.uri,
        title=passage.title,
        section_path=passage.section_path,
        start=start,
        end=end,
        quote=Sealed(passage.text.text[start - passage.start : end - passage.start], passage.document),
        page=passage.page,
        cell_range=cells,
        levels=(*LEVELS, *(("cell",) if cells else ()), *(("claim",) if passage.uri.startswith(CLAIMS) else ())),
    )


def place_of(of: Citation | Passage, *, below: str = " > ") -> str:
    """Return where a citation or passage stands, as one says it: title, headings, page and cells.

    A title that is the first heading too is said once; `below` joins the headings.
    """
    title, path = str(of.title) or of.uri, str(of.section_path)
    named = () if path.split(" > ")[0] == title else (title,)
    page = "" if of.page is None else f"page {of.page}"
    cells = str(of.cell_range or "") if isinstance(of, Citation) else ""
    return ", ".join(part for part in (*named, path.replace(" > ", below), page, cells) if part)


def as_they_stand(citations: Sequence[Citation]) -> tuple[Citation, ...]:
    """Return citations as they are read: passage by passage as first cited, within each in the order of its text."""
    packets = list(dict.fromkeys(one.packet for one in citations))
    return tuple(sorted(citations, key=lambda one: (packets.index(one.packet), one.start)))


def passage_quoted(claim: Claim, packets: Iterable[EvidencePacket]) -> Passage | None:
    """Return the passage of the first citation of `claim`, None where it cites nothing or no packet holds that."""
    first = claim.citations[0].packet if claim.citations else None
    return next((one.passage for one in packets if one.packet == first), None)
