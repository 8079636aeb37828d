"""What the evidence affirms the claim does not negate, nor the reverse; no opposite word stands for another (H1)."""

from __future__ import annotations

from aver.stages.checks.cited import evidence_of
from aver.stages.checks.profiles import Context, Packets, finding
from aver.stages.force.compare import compare
from aver.values.answers import Claim, ClaimKind, Finding, Verdict

_NAME = "negations_kept"


def negations_kept(claim: Claim, packets: Packets, _: Context) -> Finding:
    """Fail where polarity differs, doubt where the two texts have too little in common to tell.

    A quoting claim says nothing but its quotes, which `quotes_are_verbatim` recomputes.
    """
    if claim.kind is ClaimKind.QUOTE:
        return finding(claim, _NAME, Verdict.PASS, "the claim is a quote")
    evidence = evidence_of(claim, packets)
    if evidence is None:
        verdict = Verdict.PASS if claim.kind is ClaimKind.COMPUTED and not claim.citations else Verdict.NOT_RUN
        return finding(claim, _NAME, verdict, "there is no cited text to compare")
    force = compare(claim.text.text, evidence)
    if force.contradictions:
        places = ", ".join(f"{found.kind} at characters {found.start}-{found.end}" for found in force.contradictions)
        return finding(claim, _NAME, Verdict.FAIL, f"turned against the evidence: {places} of the claim")
    if not force.comparable:
        return finding(claim, _NAME, Verdict.DOUBT, "claim and evidence share too little to compare")
    return finding(claim, _NAME, Verdict.PASS, "negations and opposites agree")
