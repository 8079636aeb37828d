"""Every date and time of a claim stands in what the claim cites, however it is written (H1)."""

from __future__ import annotations

from aver.stages.atoms.dates import Date, covers, dates_in
from aver.stages.checks.cited import evidence_of
from aver.stages.checks.profiles import Context, Packets, finding
from aver.values.answers import Claim, ClaimKind, Finding, Verdict

_NAME = "dates_stand_in_evidence"


def dates_stand_in_evidence(claim: Claim, packets: Packets, _: Context) -> Finding:
    """Fail where a date isn't in the evidence or is finer than it, doubt where only one reading agrees."""
    claimed = dates_in(claim.text.text)
    if not claimed:
        return finding(claim, _NAME, Verdict.PASS, "the claim has no dates")
    evidence = evidence_of(claim, packets)
    if evidence is None and not (claim.kind is ClaimKind.COMPUTED and not claim.citations):
        return finding(claim, _NAME, Verdict.NOT_RUN, "a cited text can't be read")
    stated = dates_in(evidence or "")
    verdicts = [_best(date, stated) for date in claimed]
    missing = [date for date, verdict in zip(claimed, verdicts, strict=True) if verdict is Verdict.FAIL]
    if missing:
        places = ", ".join(f"{date.start}-{date.end}" for date in missing)
        verdict = Verdict.DOUBT if claim.kind is ClaimKind.COMPUTED else Verdict.FAIL
        return finding(claim, _NAME, verdict, f"not in the evidence: characters {places} of the claim")
    if Verdict.DOUBT in verdicts:
        return finding(claim, _NAME, Verdict.DOUBT, "a date agrees in one reading only")
    return finding(claim, _NAME, Verdict.PASS, f"{len(claimed)} dates stand in the evidence")


def _best(claimed: Date, stated: tuple[Date, ...]) -> Verdict:
    agreements = {covers(date, claimed) for date in stated}
    if True in agreements:
        return Verdict.PASS
    return Verdict.DOUBT if None in agreements else Verdict.FAIL
