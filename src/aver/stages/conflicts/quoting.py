"""One claim per side of a conflict, so that every value that is shown is cited and checked like any other (E5)."""

from __future__ import annotations

from collections.abc import Sequence

from aver.stages.quotation import Unit, quoted_claim
from aver.values.answers import Claim
from aver.values.conflicts import ConflictPacket
from aver.values.evidence import EvidencePacket


def sides_quoted(conflicts: Sequence[ConflictPacket], packets: Sequence[EvidencePacket]) -> tuple[Claim, ...]:
    """Return one claim per side, in the order of the sides, all numbered 0; its support is the packet's relevance."""
    by_id = {packet.packet: packet for packet in packets}
    return tuple(
        quoted_claim(
            Unit(packet=by_id[side.packet], start=side.start, end=side.end),
            support=by_id[side.packet].score,
            sub_question=conflict.sub_question,
        )
        for conflict in conflicts
        for side in conflict.sides
    )


def opposed(packets: Sequence[EvidencePacket]) -> tuple[tuple[str, ...], ...]:
    """Return the packet ids of each conflict among `packets`, as their marks say."""
    groups = {
        tuple(sorted((packet.packet, *packet.contradicted_by))): None for packet in packets if packet.contradicted_by
    }
    return tuple(groups)
