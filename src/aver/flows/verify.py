"""Verify: somebody else's answer against its sources, usable as a guard in front of any other system (H1-H4).

`verify(submission, passages)` is the whole of it: no clock, no store, no log. Where passages come from is the
caller's matter (`aver.flows.verify_sources`: files and texts; `aver.flows.verify_home`: a home, under an eligibility).
What it may not do is release a claim that no check has looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aver.errors import BadInput
from aver.ports import Entailment, Examination
from aver.stages.levels import demanded
from aver.stages.verifying.ground import ground_of
from aver.stages.verifying.judging import ENTAILED, Entail, Scorer
from aver.stages.verifying.verify_claim import Judges, Stances, verify_claim
from aver.values.evidence import Passage
from aver.values.pairs import Entailed
from aver.values.verification import Submission, Verification, VerifiedClaim


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
    if not isinstance(entailment, Examination):
        return Scorer(_remembering(entailment), at_least)
    known: dict[tuple[str, str, str], float] = {}

    def examined(claim: str, quotes: Sequence[tuple[str, str]]) -> tuple[float, ...]:
        for quote, after in quotes:
            if (claim, quote, after) not in known:
                [known[claim, quote, after]] = entailment.examined(claim, [(quote, after)])
        return tuple(known[claim, quote, after] for quote, after in quotes)

    return Scorer(_remembering(entailment), at_least, examined)


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
