"""Which text a claim may lean on: what it cites, and what must accompany that (headers, lead-in, row)."""

from __future__ import annotations

from collections.abc import Mapping

from aver.stages.checks.profiles import Packets
from aver.stages.framing import frame_of, under_row
from aver.stages.scaling import counts_money, scale_for, scale_told, written_out
from aver.stages.struck import without_struck
from aver.stages.table_rows import cells_within, header_rows, in_a_table, titles_over
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
        pieces += over(citation, passage)
        if is_quote:
            read = passage.text.text[start:end]
        else:
            text = without_struck(passage.text.text, start, end)
            read = _as_read(text, passage, passage.start + start, counted=counts_money(claim.text.text))
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


def _scale_of(passage: Passage, start: int) -> str:
    """Return in what the figures of the table of the row at `start` are counted by what stands over and below it."""
    heads = header_rows(passage)
    spans = (one for one in (*frame_of(passage, start), *under_row(passage)) if one not in heads)
    told = (passage.text.text[first - passage.start : last - passage.start] for first, last in spans)
    named = (passage.title.text, passage.section_path.text, passage.qualifier.text, passage.lead_in.text)
    return scale_told((*told, *named))


def cells_read(claim: str, passage: Passage, start: int, end: int) -> Mapping[int, str]:
    """Return the cells of the one row in `[start, end)` by column; of several rows nothing. Their figures are written
    with what the table says that they are counted in, where `claim` names an amount of money."""
    row = cells_within(passage, start, end)
    if not row or not counts_money(claim):
        return row
    general, titles = _scale_of(passage, start), titles_over(passage, row)
    return {
        column: written_out(cell, scale_for(general, label=row[min(row)], title=titles.get(column, "")))
        for column, cell in row.items()
    }


def _read(citation: Citation, passage: Passage, *, is_quote: bool) -> tuple[int, int]:
    """Return where in its text a passage is read for a citation: there, in a table the whole row. A quote is read with
    its line beside a table too."""
    text, start, end = passage.text.text, citation.start - passage.start, citation.end - passage.start
    in_row = is_quote or in_a_table(passage, citation.start, citation.end)
    if passage.kind is not ChunkKind.TABLE or not in_row:
        return start, end
    last = text.find("\n", end)
    return text.rfind("\n", 0, start) + 1, last if last >= 0 else len(text)


def _as_read(text: str, passage: Passage, start: int, *, counted: bool) -> str:
    """Return `text`, which begins at `start`, with bars where marks alone part its cells, since "1936,2" are two
    numbers; where money is `counted`, with what the figures of a row are counted in."""
    within = [one for one in passage.table_cells if start <= one[2] <= one[3] <= start + len(text)]
    general = _scale_of(passage, start) if counted and within else ""
    titles = titles_over(passage, {one[1]: "" for one in within}) if counted else {}
    behind, labels = -1, {row: min(one[1:4] for one in within if one[0] == row) for row, *_ in within}
    for row, column, first, last, is_head in sorted(within, key=lambda one: one[2:4], reverse=True):
        begin, end, (labelled, a, b) = first - start, last - start, labels[row]
        if end < behind and text[end:behind].strip("\"' ") in (",", ";", "\t"):
            text = f"{text[:end]} | {text[behind:]}"
        if counted and column != labelled and not is_head:
            scale = scale_for(general, label=text[a - start : b - start], title=titles.get(column, ""))
            text = f"{text[:begin]}{written_out(text[begin:end], scale)}{text[end:]}"
        behind = begin
    return text


def _headers(passage: Passage) -> str:
    """Return the cells of the header rows; a label of rows further down is no other row's."""
    heads = header_rows(passage)
    cells = [(start, end) for _, _, start, end, _ in passage.table_cells]
    inside = [(a, b) for a, b in cells if a < b and any(start <= a <= b <= end for start, end in heads)]
    return "\n".join(passage.text.text[a - passage.start : b - passage.start] for a, b in inside)
