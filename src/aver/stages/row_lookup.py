"""The row of a table that a question asks for by name: every word of the question stands in it or above it.

A plain specified value ("Which order number has the NS-C300-P?") needs no model: one row holds what the header and the
titles leave of the question, no other row does, and the header names something that is asked. A question that counts,
orders or compares ("the first", "more than", "after") is never looked up. What becomes of it is measured by
`benchmarks/row_lookup.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from aver.stages.planning.words import LIMITS, NEGATIONS, content, folded
from aver.stages.quotation import Unit, header_rows, units_of
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.inquiry import SubQuestion

LOOKED_UP = 0.90
"""How likely a row looked up answers: the lower end of the exact 95 % interval (docs/decisions/0014-row-lookup.md)."""

_HOW_GREAT = re.compile(r"^\s*wie\s+(?:hoch|groß)\s+(?=(?:ist|sind|war|waren)\b)", re.IGNORECASE)
_COUNTS = frozenset({"total", "sum", "average", "difference", "summe", "insgesamt", "durchschnitt", "unterschied"})


def row_asked_for(question: str, packets: Sequence[EvidencePacket]) -> Unit | None:
    """Return the one row of the current tables that `question` asks for, None where there is none or several.

    Rows that say the same, such as those of two copies, count as one.
    """
    asked = _HOW_GREAT.sub("", question)
    if not (LIMITS | NEGATIONS | _COUNTS).isdisjoint(folded(asked)):
        return None
    found: dict[str, Unit] = {}
    for one in packets:
        if one.passage.kind is ChunkKind.TABLE and one.passage.freshness is Freshness.ACTIVE:
            for row in _rows_with(content(asked), one):
                found.setdefault(" ".join(row.text.split()), row)
    return next(iter(found.values())) if len(found) == 1 else None


def with_rows_selected(packets: Sequence[EvidencePacket], parts: Sequence[SubQuestion]) -> tuple[EvidencePacket, ...]:
    """Return `packets` with those selected that hold the row which one of the `parts` asks for."""
    rows = [row_asked_for(part.text.text, packets) for part in parts]
    held = {row.packet.packet for row in rows if row is not None}
    return tuple(replace(one, selected=one.selected or one.packet in held) for one in packets)


def _rows_with(asked: frozenset[str], packet: EvidencePacket) -> Iterator[Unit]:
    """Yield the rows of a table that hold all of what its header and titles leave of the words asked."""
    passage = packet.passage
    spans = ((start - passage.start, end - passage.start) for start, end in header_rows(passage))
    header = content(" ".join((*(passage.text.text[start:end] for start, end in spans), passage.header.text)))
    around = content(" ".join((passage.title.text, passage.section_path.text, passage.lead_in.text)))
    left = asked - header - around
    if left and header & asked:
        yield from (row for row in units_of(packet) if left <= content(row.text))
