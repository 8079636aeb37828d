"""The whole of the evidence, one part of the question after the other.

The strongest packet of each part stands first and the second strongest last: what lies in the middle of a
long context is read worst (Liu et al. 2023, "Lost in the Middle").
"""

from __future__ import annotations

from collections.abc import Sequence

from aver.stages.injection.code import code
from aver.stages.injection.escaping import element
from aver.stages.injection.raw_span import raw_span
from aver.stages.injection.table import table
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import SubQuestion

_RENDERERS = {ChunkKind.PROSE: raw_span, ChunkKind.TABLE: table, ChunkKind.CODE: code}


def evidence_brief(packets: Sequence[EvidencePacket], questions: Sequence[SubQuestion]) -> str:
    """Return `<evidence_brief>` with a `<part>` per sub-question; only selected packets are shown."""
    written = [
        element(
            "part", _part(packets, question.number), (("question", str(question.text)), ("number", question.number))
        )
        for question in questions
    ]
    return element("evidence_brief", "\n".join(written))


def _part(packets: Sequence[EvidencePacket], number: int) -> str:
    shown = _strongest_at_edges(_of(packets, number))
    return "\n".join(_RENDERERS[packet.passage.kind](packet) for packet in shown)


def _of(packets: Sequence[EvidencePacket], number: int) -> list[EvidencePacket]:
    return sorted((p for p in packets if p.selected and p.sub_question == number), key=lambda p: (p.rank, p.packet))


def _strongest_at_edges(ranked: list[EvidencePacket]) -> list[EvidencePacket]:
    return ranked[:1] + ranked[2:] + ranked[1:2]
