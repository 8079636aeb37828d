"""Evidence source by source, each with how current and how authoritative it is: who says what."""

from __future__ import annotations

from collections.abc import Sequence

from aver.stages.injection.compiling import within
from aver.stages.injection.escaping import element
from aver.values.evidence import EvidencePacket, Passage


def source_comparison(packets: Sequence[EvidencePacket], *, budget: int | None = None) -> str:
    """Return `<comparison>` with a `<source>` per version of a document, the source of the best packet first.

    `budget` bounds the evidence in tokens; what didn't fit is named in the attribute `left_out`.
    """
    kept, left = within(packets, budget)
    sources: dict[str, list[tuple[EvidencePacket, str]]] = {}
    for packet, text in kept:
        sources.setdefault(packet.passage.version, []).append((packet, text))
    written = (
        element("source", "\n".join(text for _, text in found), _standing(found[0][0].passage))
        for found in sources.values()
    )
    return element("comparison", "\n".join(written), (("left_out", " ".join(left) or None),))


def _standing(passage: Passage) -> tuple[tuple[str, str | int | None], ...]:
    return (
        ("uri", passage.uri),
        ("title", str(passage.title)),
        ("version", passage.version),
        ("status", passage.freshness.value),
        ("authority", f"{passage.authority:g}"),
        ("valid_from", passage.valid_from),
        ("valid_until", passage.valid_until),
        ("superseded_by", " ".join(passage.successors) or None),
    )
