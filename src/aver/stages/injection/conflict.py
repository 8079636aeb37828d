"""Sides that disagree, kept apart: nothing here says who is right (E5)."""

from __future__ import annotations

from collections.abc import Sequence

from aver.stages.injection.escaping import element, escape
from aver.values.conflicts import ConflictPacket, Side
from aver.values.evidence import EvidencePacket


def conflict(one: ConflictPacket, packets: Sequence[EvidencePacket]) -> str:
    """Return `<conflict>` with a `<side>` per value: the sentence it stands in, from those of `packets` it names."""
    known = {packet.packet: packet for packet in packets}
    sides = (_side(side, known.get(side.packet)) for side in one.sides)
    attributes = (("kind", one.kind.value), ("attribute", one.attribute), ("part", one.sub_question))
    return element("conflict", "\n".join(sides), attributes)


def _side(side: Side, packet: EvidencePacket | None) -> str:
    base = 0 if packet is None else packet.passage.start
    sentence = "" if packet is None else packet.passage.text.text[side.start - base : side.end - base]
    return element(
        "side",
        escape(sentence),
        (
            ("value", str(side.value)),
            ("label", str(side.label) or None),
            ("evidence", side.packet),
            ("start", side.start),
            ("end", side.end),
            ("origins", side.origins),
            ("authority", f"{side.authority:g}"),
            ("valid_from", side.valid_from),
        ),
    )
