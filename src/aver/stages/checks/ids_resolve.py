"""Every cited id stands in the packet set of this run, for this caller (H1)."""

from __future__ import annotations

from aver.stages.checks.cited import passage_of
from aver.stages.checks.profiles import Context, Packets, finding
from aver.values.answers import Claim, ClaimKind, Finding, Verdict


def ids_resolve(claim: Claim, packets: Packets, _: Context) -> Finding:
    """Fail where a packet, document, version, chunk or uri is unknown, or where a claim cites nothing.

    A computed value may cite nothing: the gate asks for a person or for more confidence instead (step 6).
    """
    if not claim.citations:
        if claim.kind is ClaimKind.COMPUTED:
            return finding(claim, "ids_resolve", Verdict.DOUBT, "a computed value without a source")
        return finding(claim, "ids_resolve", Verdict.FAIL, "nothing is cited")
    unknown = sum(passage_of(citation, packets) is None for citation in claim.citations)
    if unknown:
        return finding(
            claim, "ids_resolve", Verdict.FAIL, f"{unknown} of {len(claim.citations)} citations don't resolve"
        )
    return finding(claim, "ids_resolve", Verdict.PASS, f"{len(claim.citations)} citations resolve")
