"""Code, kept line for line with its numbers, so that a line can be cited and indentation survives."""

from __future__ import annotations

from aver.stages.injection.escaping import element, escape
from aver.stages.injection.raw_span import coordinates
from aver.values.evidence import EvidencePacket


def code(packet: EvidencePacket) -> str:
    """Return `<evidence>` with one `<line n="...">` per line of the passage, counted from 1 in the passage."""
    passage = packet.passage
    around = [("header", str(passage.header)), ("lead_in", str(passage.lead_in)), ("qualifier", str(passage.qualifier))]
    beside = "".join(element(name, escape(text)) for name, text in around if text)
    body = "".join(
        element("line", escape(line), (("n", number),)) for number, line in enumerate(str(passage.text).split("\n"), 1)
    )
    return element("evidence", beside + body, coordinates(packet))
