"""Evidence for a prompt within a budget of tokens: by rank, nothing twice, the strongest at the edges (F4).

What lies in the middle of a long context is read worst (Liu et al. 2023, "Lost in the Middle").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import itemgetter
from typing import TypeVar

from aver.stages.injection.code import code
from aver.stages.injection.raw_span import raw_span
from aver.stages.injection.table import table
from aver.values.chunks import ChunkKind
from aver.values.evidence import EvidencePacket

_RENDERERS = {ChunkKind.PROSE: raw_span, ChunkKind.TABLE: table, ChunkKind.CODE: code}
_BYTES_PER_TOKEN = 3

Part = TypeVar("Part")


def tokens_of(text: str) -> int:
    """Return an upper estimate of a text's tokens: a token per three bytes of UTF-8.

    No tokeniser of the model is at hand; byte-pair encoders take about four bytes of English a token.
    """
    return -(-len(text.encode("utf-8", "surrogatepass")) // _BYTES_PER_TOKEN)


def rendered(packet: EvidencePacket) -> str:
    """Return `<evidence>` as fits what the passage is: prose, table or code."""
    return _RENDERERS[packet.passage.kind](packet)


def within(
    packets: Sequence[EvidencePacket], budget: int | None
) -> tuple[tuple[tuple[EvidencePacket, str], ...], tuple[str, ...]]:
    """Return the selected packets that fit into `budget` tokens, each as rendered, by rank, and the ids of the others.

    None sets no bound. What a stronger packet already shows whole is left out before anything that fits.
    """
    ranked = sorted((p for p in packets if p.selected), key=lambda p: (p.rank, p.packet))
    distinct = _not_repeated(ranked)
    kept, left = fitting([(p, rendered(p)) for p in distinct], budget, text=itemgetter(1))
    repeated = (p.packet for p in ranked if p not in distinct)
    return kept, (*(p.packet for p, _ in left), *repeated)


def fitting(
    parts: Iterable[Part], budget: int | None, *, text: Callable[[Part], str]
) -> tuple[tuple[Part, ...], tuple[Part, ...]]:
    """Return the parts whose texts fit one after the other into `budget` tokens, and the others, both in order."""
    kept: list[Part] = []
    left: list[Part] = []
    for part in parts:
        cost = 0 if budget is None else tokens_of(text(part))
        if budget is None or cost <= budget:
            kept.append(part)
            budget = None if budget is None else budget - cost
        else:
            left.append(part)
    return tuple(kept), tuple(left)


def at_edges(ranked: Sequence[Part]) -> tuple[Part, ...]:
    """Return the parts with the best first, the second best last, and so on inwards."""
    return (*ranked[0::2], *reversed(ranked[1::2]))


def _not_repeated(ranked: Sequence[EvidencePacket]) -> list[EvidencePacket]:
    """Leave out what a stronger packet of the same document already shows whole."""
    kept: list[EvidencePacket] = []
    for packet in ranked:
        own = packet.passage
        if not any(
            k.passage.version == own.version and k.passage.start <= own.start and own.end <= k.passage.end for k in kept
        ):
            kept.append(packet)
    return kept
