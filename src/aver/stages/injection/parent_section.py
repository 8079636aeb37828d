"""The passage inside the section it was cut from, so that its argument stays visible."""

from __future__ import annotations

from aver.stages.injection.escaping import element, escape
from aver.stages.injection.raw_span import accompanied, coordinates
from aver.values.evidence import EvidencePacket
from aver.values.sealed import Sealed


def parent_section(packet: EvidencePacket, *, section: Sealed) -> str:
    """Return `<evidence>` with the passage first and the whole text of its `section` as context.

    `section` must have been read under the same eligibility as the packet. Only `<text>` may be cited.
    """
    context = element("context", escape(str(section)))
    return element("evidence", accompanied(packet, "text") + context, coordinates(packet))
