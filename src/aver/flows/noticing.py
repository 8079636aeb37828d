"""Looking for notices that a quoted document was replaced or changed, wherever they stand (C3).

"These rules replace the Travel policy 2019" and "In section 3, for 40 substitute 45" resemble no question about meals.
They are looked for by the names of the document, under the same eligibility as everything else.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from aver.flows.gathering import GatherTools
from aver.stages.notices import has_newer, notices_in, says_edition, wording_of_changes, wordings
from aver.stages.packets import packed_behind
from aver.stages.quotation import changes_in
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
    """Return packets, behind `packets`, of what says that a document quoted in `claims` was replaced, and of what
    changes a value that is quoted.

    What one of `packets` holds isn't packed again. A question to one document is answered from it, whatever others say.
    """
    if eligibility.documents is not None:
        return ()
    by_id = {packet.packet: packet.passage for packet in packets}
    known = {passage.chunk for passage in by_id.values()}
    found: dict[str, Passage] = {}
    looked_at: set[str] = set()
    for claim in claims:
        own = by_id.get(claim.citations[0].packet) if claim.citations else None
        if own is None or own.freshness is not Freshness.ACTIVE:
            continue
        if own.document not in looked_at:
            told, heads, newer = notices_about(own, eligibility, tools)
            found.update((one.chunk, one) for one in (*newer, *told, *(heads if told else ())))
        looked_at.add(own.document)
        changed = _changes(claim, own, eligibility, tools)
        found.update((one.chunk, one) for one in changed)
    rationale = "says that what is quoted was replaced"
    fresh = tuple(one for chunk, one in found.items() if chunk not in known)
    return packed_behind(fresh, len(packets), rationale=rationale, tenant=eligibility.tenant)


def _changes(claim: Claim, own: Passage, eligibility: Eligibility, tools: GatherTools) -> tuple[Passage, ...]:
    """Return the passages that change what `claim` quotes from `own`, of those most like an amendment of its text."""
    alike = _alike((wording_of_changes(own),), own, eligibility, tools)
    return tuple(one for one in alike if any(True for _ in changes_in(one, claim, own)))


def notices_about(
    own: Passage, eligibility: Eligibility, tools: GatherTools
) -> tuple[tuple[Passage, ...], tuple[Passage, ...], tuple[Passage, ...]]:
    """Return the passages which say that the document of `own` was replaced, those which say what edition it is, and
    one of a later edition."""
    alike = _alike(wordings(own), own, eligibility, tools)
    heads = tuple(one for one in alike if one.document == own.document and says_edition(one))
    newer = (one for one in alike if has_newer(own, [one]))
    told = tuple(one for one in alike if any(True for _ in notices_in(one, own, heads=heads)))
    return told, heads, tuple(newer)[:1]


def _alike(texts: Sequence[str], own: Passage, eligibility: Eligibility, tools: GatherTools) -> tuple[Passage, ...]:
    """Return the passages most like `texts` about the document of `own`; nothing outside the store is asked."""
    parts = (SubQuestion(number=0, text=Sealed(text, own.document), from_model=True) for text in texts)
    orders = [tools.tuning.blend.fused(tools.search(eligibility, part, LOOKED_AT))[:LOOKED_AT] for part in parts]
    chunks = tuple(dict.fromkeys(one.chunk for one in chain.from_iterable(orders)))
    return tools.fetch(eligibility, chunks) if chunks else ()
