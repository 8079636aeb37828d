"""The store confirmed every cited chunk just before packaging (C6)."""

from __future__ import annotations

from aver.stages.checks.profiles import Context, Packets, finding
from aver.values.answers import Claim, ClaimKind, Finding, Verdict


def still_eligible(claim: Claim, _: Packets, context: Context) -> Finding:
    """Fail where a cited chunk isn't among the confirmed ones: permission or version may have changed."""
    if not claim.citations:
        verdict = Verdict.PASS if claim.kind is ClaimKind.COMPUTED else Verdict.NOT_RUN
        return finding(claim, "still_eligible", verdict, "no chunk is cited")
    missing = sum(citation.chunk not in context.confirmed for citation in claim.citations)
    if missing:
        return finding(claim, "still_eligible", Verdict.FAIL, f"{missing} cited chunks were not confirmed")
    return finding(claim, "still_eligible", Verdict.PASS, "every cited chunk was confirmed")
