"""Looking for notices that a quoted document was replaced, wherever they stand (C3).

"These rules replace the Travel policy 2019" resembles no question about meals. It is looked for by the names of the
document, under the same eligibility as everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from aver.flows.gathering import GatherTools
from aver.stages.notices import has_newer, notices_in, says_edition, wordings
from aver.stages.packets import packed_behind
from aver.values.answers import Claim
from aver.values.evidence import EvidencePacket, Freshness, Passage
from aver.values.governance import Eligibility
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed

LOOKED_AT = 30
"""Passages most like each wording of a notice that are looked at: of 16 in the PEPs the last is the 18th."""


def notices(
    claims: Sequence[Claim], packets: Sequence[EvidencePacket], eligibility: Eligibility, tools: GatherTools
) -> tuple[EvidencePacket, ...]:
    """Return packets, behind `packets`, of what says that a document quoted in `claims` was replaced.

    What one of `packets` holds isn't packed again. A question to one document is answered from it, whatever others say.
    """
    if eligibility.documents is not None:
        return ()
    by_id = {packet.packet: packet.passage for packet in packets}
    quoted = (by_id.get(one.citations[0].packet) for one in claims if one.citations)
    current = {one.document: one for one in quoted if one is not None and one.freshness is Freshness.ACTIVE}
    known = {passage.chunk for passage in by_id.values()}
    found: dict[str, Passage] = {}
    for own in current.values():
        told, heads, newer = notices_about(own, eligibility, tools)
        found.update((one.chunk, one) for one in newer if one.chunk not in known)
        found.update((one.chunk, one) for one in (*told, *(heads if told else ())) if one.chunk not in known)
    rationale = "says that a quoted document was replaced"
    return packed_behind(tuple(found.values()), len(packets), rationale=rationale, tenant=eligibility.tenant)


def notices_about(
    own: Passage, eligibility: Eligibility, tools: GatherTools
) -> tuple[tuple[Passage, ...], tuple[Passage, ...], tuple[Passage, ...]]:
    """Return the passages which say that the document of `own` was replaced, those which say what edition it is, and
    one of a later edition."""
    alike = _like_notices(own, eligibility, tools)
    heads = tuple(one for one in alike if one.document == own.document and says_edition(one))
    newer = (one for one in alike if has_newer(own, [one]))
    told = tuple(one for one in alike if any(True for _ in notices_in(one, own, heads=heads)))
    return told, heads, tuple(newer)[:1]


def _like_notices(own: Passage, eligibility: Eligibility, tools: GatherTools) -> tuple[Passage, ...]:
    """Return the passages most like a notice about the document of `own`; nothing outside the store is asked."""
    parts = (SubQuestion(number=0, text=Sealed(text, own.document), from_model=True) for text in wordings(own))
    orders = [tools.tuning.blend.fused(tools.search(eligibility, part, LOOKED_AT))[:LOOKED_AT] for part in parts]
    chunks = tuple(dict.fromkeys(one.chunk for one in chain.from_iterable(orders)))
    return tools.fetch(eligibility, chunks) if chunks else ()
