"""A model's statements as claims whose citations can be checked like anybody's.

Nothing a model says is believed: a quote is looked up in the passage it names. Where it does not stand
there, or the packet does not exist, the citation is made all the same, so that the checks fail it by name
and the log shows it. What is found is cited as the whole sentence around it, so that nobody quotes "X" out
of "it is not true that X", with what must accompany it (header rows, exceptions: E6).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from aver.stages.citing import citation_of
from aver.stages.deliberation.replies import Cited, DraftReply, Stated
from aver.stages.quotation import Unit, accompanying
from aver.stages.sentences import split
from aver.values.answers import Citation, Claim, ClaimKind
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Passage
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed, drawn_from

UNKNOWN_PACKET = "unknown"
"""Stands for a packet id that a model made up; the words it wrote there are never kept."""


def claims_of(
    reply: DraftReply, packets: Sequence[EvidencePacket], questions: Sequence[SubQuestion], *, source: str | None
) -> tuple[Claim, ...]:
    """Return the claims of a draft, numbered from 0; `source` names the documents that the model was shown."""
    return tuple(
        claim_of(stated, number, packets, questions, source=source) for number, stated in enumerate(reply.claims)
    )


def claim_of(
    stated: Stated,
    number: int,
    packets: Sequence[EvidencePacket],
    questions: Sequence[SubQuestion],
    *,
    source: str | None,
) -> Claim:
    """Return one statement as a claim of kind `extracted` with no support.

    A part of the question that there isn't counts as the first, which is the question itself.
    """
    known = [part.number for part in questions]
    return Claim(
        number=number,
        text=Sealed(stated.text, source),
        kind=ClaimKind.EXTRACTED,
        citations=citations_of(stated.citations, packets, source=source),
        sub_question=stated.sub_question if stated.sub_question in known else known[0],
    )


def citations_of(
    cited: Iterable[Cited], packets: Sequence[EvidencePacket], *, source: str | None
) -> tuple[Citation, ...]:
    """Return the citations with what must accompany them, each once, in order."""
    by_id = {packet.packet: packet for packet in packets if packet.selected}
    found: list[Citation] = []
    for one in cited:
        packet = by_id.get(one.packet)
        found += [_nowhere(one, source)] if packet is None else _located(one.quote, packet, source)
    return tuple(dict.fromkeys(found))


def located(quote: str, packet: EvidencePacket) -> Citation | None:
    """Return the citation of the first place where `quote` stands in the packet, None where it does not."""
    place = packet.passage.text.text.find(quote) if quote and not packet.passage.text.erased else -1
    if place < 0:
        return None
    start = packet.passage.start + place
    return citation_of(packet, start, start + len(quote))


def _located(quote: str, packet: EvidencePacket, source: str | None) -> list[Citation]:
    found = located(quote, packet)
    if found is None:
        return [_altered(quote, packet, source)]
    start, end = whole_span(packet.passage, found.start, found.end)
    beside = accompanying(Unit(packet=packet, start=start, end=end))
    return [citation_of(packet, *span) for span in ((start, end), *beside)]


def whole_span(passage: Passage, start: int, end: int) -> tuple[int, int]:
    """Return `[start, end)` widened to whole sentences, in tables and code to whole lines (canonical offsets)."""
    if passage.kind is ChunkKind.PROSE:
        touched = [one for one in split(passage.text.text, start=passage.start) if one[0] < end and one[1] > start]
        return min([start, *(one[0] for one in touched)]), max([end, *(one[1] for one in touched)])
    text, base = passage.text.text, passage.start
    last = text.find("\n", end - base)
    return base + text.rfind("\n", 0, start - base) + 1, base + (last if last >= 0 else len(text))


def _altered(quote: str, packet: EvidencePacket, source: str | None) -> Citation:
    """Words that do not stand in the packet, at its beginning: `quotes_are_verbatim` fails them there."""
    passage = packet.passage
    return Citation(
        packet=packet.packet,
        document=passage.document,
        version=passage.version,
        chunk=passage.chunk,
        uri=passage.uri,
        title=passage.title,
        section_path=passage.section_path,
        start=passage.start,
        end=min(passage.start + max(len(quote), 1), passage.end),
        quote=Sealed(quote, drawn_from((passage.document, source))),
        page=passage.page,
    )


def _nowhere(cited: Cited, source: str | None) -> Citation:
    nothing = Sealed("")
    return Citation(
        packet=UNKNOWN_PACKET,
        document="",
        version="",
        chunk="",
        uri="",
        title=nothing,
        section_path=nothing,
        start=0,
        end=0,
        quote=Sealed(cited.quote, source),
    )
