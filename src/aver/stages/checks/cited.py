"""Which text a claim may lean on: what it cites, and what must accompany that (headers, lead-in, row)."""

from __future__ import annotations

from itertools import pairwise

from aver.stages.checks.profiles import Packets
from aver.stages.framing import frame_of
from aver.stages.struck import without_struck
from aver.stages.table_rows import header_rows, in_a_table
from aver.values.answers import Citation, Claim, ClaimKind
from aver.values.chunks import ChunkKind
from aver.values.evidence import Passage


def passage_of(citation: Citation, packets: Packets) -> Passage | None:
    """Return the passage a citation resolves to, or None where any of its ids differs from the packet's."""
    packet = packets.get(citation.packet)
    if packet is None:
        return None
    passage = packet.passage
    named = (citation.document, citation.version, citation.chunk, citation.uri)
    return passage if named == (passage.document, passage.version, passage.chunk, passage.uri) else None


def slice_of(citation: Citation, passage: Passage) -> str | None:
    """Return the canonical text at the citation's offsets, or None where they leave the passage or it is erased."""
    inside = passage.start <= citation.start < citation.end <= passage.end
    if not inside or passage.text.erased or len(passage.text.text) != passage.end - passage.start:
        return None
    return passage.text.text[citation.start - passage.start : citation.end - passage.start]


def evidence_of(claim: Claim, packets: Packets) -> str | None:
    """Return the text that `claim` cites with its lead-in, headers, qualifier and, in a table, the whole row.

    What is struck there is no evidence; a quote shows it as it is.

    None where a citation doesn't resolve, leaves its passage or is erased: then nothing can be compared.
    """
    pieces: list[str] = []
    for citation in claim.citations:
        passage = passage_of(citation, packets)
        cited = None if passage is None else slice_of(citation, passage)
        if passage is None or cited is None:
            return None
        is_quote = claim.kind is ClaimKind.QUOTE
        start, end = _read(citation, passage, is_quote=is_quote)
        text = passage.text.text
        read = (
            text[start:end] if is_quote else _parted(without_struck(text, start, end), passage, passage.start + start)
        )
        pieces += over(citation, passage)
        pieces += [read, passage.header.text, passage.lead_in.text, passage.qualifier.text, _headers(passage)]
    return "\n".join(dict.fromkeys(piece for piece in pieces if piece)) if claim.citations else None


def names_around(claim: Claim, packets: Packets) -> str:
    """Return the titles and section paths of what `claim` cites: they name things, they hold no values."""
    passages = (passage_of(citation, packets) for citation in claim.citations)
    return "\n".join(f"{p.title.text}\n{p.section_path.text}" for p in passages if p is not None)


def over(citation: Citation, passage: Passage) -> list[str]:
    """Return what stands over what is cited and says how it is to be read; headers come by themselves."""
    heads = header_rows(passage)
    spans = (one for one in frame_of(passage, citation.start) if one not in heads)
    outside = (one for one in spans if not citation.start <= one[0] < citation.end)
    return [passage.text.text[start - passage.start : end - passage.start] for start, end in outside]


def _read(citation: Citation, passage: Passage, *, is_quote: bool) -> tuple[int, int]:
    """Return where in its text a passage is read for a citation: there, in a table the whole row. A quote is read with
    its line beside a table too."""
    text, start, end = passage.text.text, citation.start - passage.start, citation.end - passage.start
    in_row = is_quote or in_a_table(passage, citation.start, citation.end)
    if passage.kind is not ChunkKind.TABLE or not in_row:
        return start, end
    last = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, last if last >= 0 else len(text)


def _parted(text: str, passage: Passage, start: int) -> str:
    """Return `text`, which begins at `start`, with bars where marks alone part its cells: "1936,2" are two numbers."""
    cells = sorted({(first - start, last - start) for _, _, first, last, _ in passage.table_cells})
    for (_, end), (begin, _) in reversed(list(pairwise(cells))):
        if 0 <= end < begin <= len(text) and text[end:begin].strip("\"' ") in (",", ";", "\t"):
            text = f"{text[:end]} | {text[begin:]}"
    return text


def _headers(passage: Passage) -> str:
    """Return the cells of the header rows; a label of rows further down is no other row's."""
    heads = header_rows(passage)
    cells = [(start, end) for _, _, start, end, _ in passage.table_cells]
    inside = [(a, b) for a, b in cells if any(start <= a <= b <= end for start, end in heads)]
    return "\n".join(passage.text.text[a - passage.start : b - passage.start] for a, b in inside)
