"""Verify: somebody else's answer against its sources, usable as a guard in front of any other system (H1-H4).

`verify(submission, passages)` is the whole of it: no clock, no store, no log. Where passages come from is the
caller's matter (`aver.flows.verify_sources`: files and texts; `aver.flows.verify_home`: a home, under an eligibility).
What it may not do is release a claim that no check has looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aver.ports import Entailment
from aver.stages.levels import demanded
from aver.stages.verifying.ground import ground_of
from aver.stages.verifying.judging import Entail
from aver.stages.verifying.verify_claim import Judges, Stances, verify_claim
from aver.values.evidence import Passage
from aver.values.pairs import Entailed
from aver.values.verification import Submission, Verification, VerifiedClaim


def verify(
    submission: Submission,
    passages: Sequence[Passage],
    *,
    entailment: Entailment | None = None,
    profile: str = "general",
    stances: Stances | None = None,
    tenant: str = "",
    numbered: bool = True,
) -> Verification:
    """Return what every claim of `submission` comes to against `passages`, which are all that may support it.

    Without `entailment` only quotes and near repetitions are supported. `profile` names the citation level asked for
    (`aver.stages.levels.DEMANDS`), `numbered` says that a citation `2` means the second document. Raises BadInput for
    an unknown profile.
    """
    demanded(profile)
    ground = ground_of(passages, tenant=tenant, numbered=numbered)
    judges = Judges(entail=None if entailment is None else _remembering(entailment), stances=stances, profile=profile)
    claims = tuple(verify_claim(number, one, ground, judges) for number, one in enumerate(submission.claims))
    return Verification(
        claims=claims,
        left_out=submission.left_out,
        profile=profile,
        scorer=None if entailment is None else entailment.entailment_id,
        citation_recall=_recall(claims),
        citation_precision=_precision(claims),
    )


def released_only(verification: Verification) -> Verification:
    """Return the verification without the claims that may not be shown: what a guard lets through."""
    return replace(verification, claims=tuple(one for one in verification.claims if one.released), left_out=())


def _remembering(entailment: Entailment) -> Entail:
    """Return the scorer asked once for each pair: its word depends on the pair alone."""
    known: dict[tuple[str, str], Entailed] = {}

    def entail(claim: str, evidence: Sequence[str]) -> tuple[Entailed, ...]:
        new = list(dict.fromkeys(text for text in evidence if (claim, text) not in known))
        known.update(zip(((claim, text) for text in new), entailment.judge(claim, new), strict=True))
        return tuple(known[claim, text] for text in evidence)

    return entail


def _recall(claims: Sequence[VerifiedClaim]) -> float | None:
    carried = [one.released and bool(one.citations) for one in claims]
    return round(sum(carried) / len(carried), 6) if carried else None


def _precision(claims: Sequence[VerifiedClaim]) -> float | None:
    needed = [citation.needed and one.released for one in claims for citation in one.citations]
    return round(sum(needed) / len(needed), 6) if needed else None
