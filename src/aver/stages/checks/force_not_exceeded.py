"""A claim has no more force than its evidence: relation, modality, scope, temporal validity, numbers (H4)."""

from __future__ import annotations

from aver.stages.checks.cited import evidence_of, names_around
from aver.stages.checks.numbers_stand_in_evidence import without_named
from aver.stages.checks.profiles import Context, Packets, finding
from aver.stages.force.compare import compare
from aver.stages.force.raises import Raise
from aver.values.answers import Claim, ClaimKind, Finding, Verdict

_NAME = "force_not_exceeded"


def force_not_exceeded(claim: Claim, packets: Packets, _: Context) -> Finding:
    """Fail on any raise, naming axis and place; doubt where the two texts have too little in common to tell.

    `aver.stages.force.weaker` has the offending words and the wording to offer instead; a finding holds no words
    of a document. A quoting claim says nothing but its quotes, which `quotes_are_verbatim` recomputes.
    """
    if claim.kind is ClaimKind.QUOTE:
        return finding(claim, _NAME, Verdict.PASS, "the claim is a quote")
    evidence = evidence_of(claim, packets)
    if evidence is None:
        verdict = Verdict.PASS if claim.kind is ClaimKind.COMPUTED and not claim.citations else Verdict.NOT_RUN
        return finding(claim, _NAME, verdict, "there is no cited text to compare")
    force = compare(without_named(claim.text.text, names_around(claim, packets)), evidence)
    if force.raises:
        verdict = Verdict.DOUBT if claim.kind is ClaimKind.COMPUTED else Verdict.FAIL
        return finding(claim, _NAME, verdict, "; ".join(map(_said, force.raises)))
    if not force.comparable:
        return finding(claim, _NAME, Verdict.DOUBT, "claim and evidence share too little to compare")
    return finding(claim, _NAME, Verdict.PASS, "no axis is raised")


def _said(found: Raise) -> str:
    if found.start == found.end:
        return f"{found.axis} raised: a limit is missing at character {found.start} of the claim"
    return f"{found.axis} raised at characters {found.start}-{found.end} of the claim"
