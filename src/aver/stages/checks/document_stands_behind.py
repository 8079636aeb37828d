"""The document as a whole stands behind what is quoted of it: no lure is passed off as its position (G2, H1)."""

from __future__ import annotations

from aver.stages.checks.profiles import Context, Packets, finding
from aver.stages.examining import EXAMINED
from aver.stages.standing import stands
from aver.values.answers import Claim, Finding, Verdict

_NAME = "document_stands_behind"


def document_stands_behind(claim: Claim, _: Packets, context: Context) -> Finding:
    """Fail where a claim quotes a view that its document turns down or only reports, or that it goes on to examine
    with a result that nobody has judged.

    In doubt where nobody has judged it; the decision then says `stance_pending`.
    """
    if not claim.citations:
        return finding(claim, _NAME, Verdict.PASS, "no document is quoted")
    if context.examined.get(claim.number, 0.0) >= EXAMINED:
        return finding(claim, _NAME, Verdict.FAIL, "the document goes on to examine this, and the result isn't judged")
    stance = context.stances.get(claim.number)
    if stance is None:
        return finding(claim, _NAME, Verdict.DOUBT, "where the document stands has not been judged")
    if not stands(claim, stance):
        return finding(claim, _NAME, Verdict.FAIL, f"the document's stance is {stance.document_stance}")
    return finding(claim, _NAME, Verdict.PASS, f"the document's stance is {stance.document_stance}")
