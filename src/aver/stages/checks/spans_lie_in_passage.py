"""Every cited span is a non-empty part of the passage that was packaged."""

from __future__ import annotations

from aver.stages.checks.cited import passage_of
from aver.stages.checks.profiles import Context, Packets, finding
from aver.values.answers import Claim, ClaimKind, Finding, Verdict


def spans_lie_in_passage(claim: Claim, packets: Packets, _: Context) -> Finding:
    """Fail where `[start, end)` is empty, reversed or leaves the passage; not run where nothing resolves."""
    if not claim.citations and claim.kind is ClaimKind.COMPUTED:
        return finding(claim, "spans_lie_in_passage", Verdict.PASS, "no span is claimed")
    passages = [passage_of(citation, packets) for citation in claim.citations]
    if not passages or None in passages:
        return finding(claim, "spans_lie_in_passage", Verdict.NOT_RUN, "a citation doesn't resolve")
    outside = sum(
        not (passage.start <= citation.start < citation.end <= passage.end)
        for citation, passage in zip(claim.citations, passages, strict=True)
        if passage is not None
    )
    if outside:
        return finding(claim, "spans_lie_in_passage", Verdict.FAIL, f"{outside} spans leave their passage")
    return finding(claim, "spans_lie_in_passage", Verdict.PASS, "every span lies in its passage")
