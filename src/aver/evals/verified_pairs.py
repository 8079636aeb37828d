"""Check a claim and citation pair as somebody else's answer: the cited span is the one source, and it is cited."""

from __future__ import annotations

from aver.evals.laundering import BlindPair, Checked
from aver.flows.verify import USUAL, Standard, verify
from aver.flows.verify_sources import passages_of_texts
from aver.ports import Entailment
from aver.values.verification import GivenCitation, GivenClaim, GivenSource, Submission

SOURCE = "cited"


def check_verified(
    seen: BlindPair, *, title: str = "", entailment: Entailment | None = None, standard: Standard = USUAL
) -> Checked:
    """Return what verifying the claim against its cited span says; `title` may lend names, never values."""
    claim = GivenClaim(text=seen.claim, citations=(GivenCitation(source=SOURCE),))
    source = GivenSource(id=SOURCE, text=seen.cited_span, title=title)
    found = verify(
        Submission(claims=(claim,)), passages_of_texts((source,)), entailment=entailment, standard=standard
    ).claims[0]
    return Checked(verdict=found.verdict.value, axis=found.axis, score=found.score)
