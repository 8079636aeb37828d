"""The plainest rendering: the passage's text as it stands, with where it comes from."""

from __future__ import annotations

from aver.stages.injection.escaping import element, escape
from aver.values.evidence import EvidencePacket, Freshness


def raw_span(packet: EvidencePacket) -> str:
    """Return `<evidence>` with the lead-in, the header and the exact text of the passage."""
    return element("evidence", accompanied(packet, "text"), coordinates(packet))


def accompanied(packet: EvidencePacket, tag: str) -> str:
    """Return the passage's text in a `tag` element, between the lead-in, header and qualifier it must not lose (E6)."""
    passage = packet.passage
    parts = [
        ("lead_in", passage.lead_in),
        ("header", passage.header),
        (tag, passage.text),
        ("qualifier", passage.qualifier),
    ]
    return "".join(element(name, escape(str(text))) for name, text in parts if str(text) or name == tag)


def coordinates(packet: EvidencePacket) -> tuple[tuple[str, str | int | None], ...]:
    """Return the attributes by which a claim can cite this packet, and its state where it isn't current."""
    passage = packet.passage
    return (
        ("id", packet.packet),
        ("title", str(passage.title)),
        ("section", str(passage.section_path) or None),
        ("page", passage.page),
        ("start", passage.start),
        ("end", passage.end),
        ("status", None if passage.freshness is Freshness.ACTIVE else passage.freshness.value),
        ("contradicted_by", " ".join(packet.contradicted_by) or None),
    )
