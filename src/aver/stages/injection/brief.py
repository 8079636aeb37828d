"""The whole of the evidence, one part of the question after the other."""

from __future__ import annotations

from collections.abc import Sequence

from aver.stages.injection.compiling import at_edges, within
from aver.stages.injection.escaping import element
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import SubQuestion


def evidence_brief(
    packets: Sequence[EvidencePacket], questions: Sequence[SubQuestion], *, budget: int | None = None
) -> str:
    """Return `<evidence_brief>` with a `<part>` per sub-question; only selected packets are shown.

    `budget` bounds the evidence in tokens; what didn't fit is named in the attribute `left_out`.
    """
    kept, left = within(packets, budget)
    written = [
        element("part", _part(kept, question.number), (("question", str(question.text)), ("number", question.number)))
        for question in questions
    ]
    return element("evidence_brief", "\n".join(written), (("left_out", " ".join(left) or None),))


def _part(kept: Sequence[tuple[EvidencePacket, str]], number: int) -> str:
    return "\n".join(at_edges([text for one, text in kept if one.sub_question == number]))
