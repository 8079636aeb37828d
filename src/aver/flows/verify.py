"""Verify: somebody else's answer against its sources, usable as a guard in front of any other system (H1-H4).

`verify(submission, passages)` is the whole of it: no clock, no store, no log. Where passages come from is the
caller's matter (`aver.flows.verify_sources`: files and texts; `aver.flows.verify_home`: a home, under an eligibility).
What it may not do is release a claim that no check has looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from aver.errors import BadInput
from aver.ports import Entailment, Examination
from aver.stages.levels import demanded
from aver.stages.verifying.ground import ground_of
from aver.stages.verifying.judging import ENTAILED, Scorer
from aver.stages.verifying.verify_claim import Judges, Stances, verify_claim
from aver.values.evidence import Passage
from aver.values.verification import Submission, Verification, VerifiedClaim

Read = TypeVar("Read")
Said = TypeVar("Said")


@dataclass(frozen=True, slots=True, kw_only=True)
class Standard:
    """What is asked of claims: the citation level by profile (`aver.stages.levels.DEMANDS`), the scorer's least yes.

    Raises BadInput for an unknown profile and for a probability outside [0, 1].
    """

    profile: str = "general"
    at_least: float = ENTAILED

    def __post_init__(self) -> None:
        """Refuse what nothing could be held to."""
        demanded(self.profile)
        if not 0.0 <= self.at_least <= 1.0:
            raise BadInput(f"a probability of {self.at_least} is asked for", hint="give one from 0 to 1")


USUAL = Standard()


def verify(
    submission: Submission,
    passages: Sequence[Passage],
    *,
    entailment: Entailment | None = None,
    standard: Standard = USUAL,
    stances: Stances | None = None,
    tenant: str = "",
    numbered: bool = True,
) -> Verification:
    """Return what every claim of `submission` comes to against `passages`, which are all that may support it.

    Without `entailment` only quotes and near repetitions are supported; one that is an `Examination`, too, says what a
    source goes on to examine. `stances` says where a claim's document stands
    on it, `numbered` that a citation `2` means the second document.
    """
    ground = ground_of(passages, tenant=tenant, numbered=numbered)
    judges = Judges(
        scorer=None if entailment is None else _scorer(entailment, standard.at_least),
        stances=stances,
        profile=standard.profile,
    )
    claims = tuple(verify_claim(number, one, ground, judges) for number, one in enumerate(submission.claims))
    return Verification(
        claims=claims,
        left_out=submission.left_out,
        profile=standard.profile,
        scorer=None if entailment is None else entailment.entailment_id,
        citation_recall=_recall(claims),
        citation_precision=_precision(claims),
        unread=ground.cut,
    )


def released_only(verification: Verification) -> Verification:
    """Return the verification without the claims that may not be shown: what a guard lets through."""
    return replace(verification, claims=tuple(one for one in verification.claims if one.released), left_out=())


def _scorer(entailment: Entailment, at_least: float) -> Scorer:
    examined = _remembering(entailment.examined) if isinstance(entailment, Examination) else None
    return Scorer(_remembering(entailment.judge), at_least, examined)


def _remembering(
    judge: Callable[[str, Sequence[Read]], tuple[Said, ...]],
) -> Callable[[str, Sequence[Read]], tuple[Said, ...]]:
    """Return a model's say asked once for each pair: its word depends on the pair alone."""
    known: dict[tuple[str, Read], Said] = {}

    def said(claim: str, evidence: Sequence[Read]) -> tuple[Said, ...]:
        new = list(dict.fromkeys(one for one in evidence if (claim, one) not in known))
        known.update(zip(((claim, one) for one in new), judge(claim, new), strict=True))
        return tuple(known[claim, one] for one in evidence)

    return said


def _recall(claims: Sequence[VerifiedClaim]) -> float | None:
    carried = [one.released and bool(one.citations) for one in claims]
    return round(sum(carried) / len(carried), 6) if carried else None


def _precision(claims: Sequence[VerifiedClaim]) -> float | None:
    needed = [citation.needed and one.released for one in claims for citation in one.citations]
    return round(sum(needed) / len(needed), 6) if needed else None
