"""Three confidences, computed apart and never blended (I1, definitions.md "Confidence, gate, outcomes").

Extraction: was it in the document? Grounding: was support found for all that was asked? Answer: is what the
reader gets right? All are taken over the deciding claims, those that survived their checks; none, all zero.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from aver.stages.checks import Profile
from aver.stages.checks.asked_values_stand_in_evidence import NAME as ASKED_VALUES
from aver.values.answers import Claim, ClaimKind, Confidence, Finding, Verdict
from aver.values.inquiry import SubQuestion

INTERPRETED = 0.9
"""Factor on the answer confidence for each deciding claim that is interpreted or computed."""

NONE = Confidence(extraction=0.0, grounding=0.0, answer=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """Which required sub-questions no deciding claim answers, and the share in [0, 1] that one does."""

    share: float
    gaps: tuple[int, ...]


def deciding(claims: Sequence[Claim], findings: Sequence[Finding], required: Profile) -> tuple[Claim, ...]:
    """Return the claims that survive: every required check has found on them, none failed or didn't run.

    A profile that requires nothing lets nothing through.
    """
    verdicts: dict[tuple[int, str], list[Verdict]] = {}
    for found in findings:
        verdicts.setdefault((found.claim, found.check), []).append(found.verdict)
    let_through = {Verdict.PASS, Verdict.DOUBT}
    return tuple(
        claim
        for claim in claims
        if required.required
        and all(
            (said := verdicts.get((claim.number, check))) and let_through.issuperset(said)
            for check in required.required
        )
    )


def answering(claims: Sequence[Claim], findings: Sequence[Finding]) -> tuple[Claim, ...]:
    """Return those of the deciding `claims` that answer what was asked: no condition of the question is left open."""
    open_ = {found.claim for found in findings if found.check == ASKED_VALUES and found.verdict is Verdict.DOUBT}
    return tuple(claim for claim in claims if claim.number not in open_)


def coverage(claims: Sequence[Claim], questions: Sequence[SubQuestion]) -> Coverage:
    """Return how far `claims` that answer cover the required `questions`.

    The original question (number 0) is one of them only where it wasn't taken apart: else it is its parts, and counting
    it beside them would count every gap twice.
    """
    numbers = [question.number for question in questions if question.required]
    required = [number for number in numbers if number != 0] or numbers
    answered = {claim.sub_question for claim in claims}
    gaps = tuple(number for number in required if number not in answered)
    return Coverage(share=1 - len(gaps) / len(required) if required else float(bool(claims)), gaps=gaps)


def confidence_of(
    claims: Sequence[Claim], findings: Sequence[Finding], *, covered: float, calibrated: float | None = None
) -> Confidence:
    """Return the confidences of deciding `claims`; all zero for none.

    `covered` is the share of required sub-questions in [0, 1]; `calibrated` the calibrated probability
    that what is released is right (default: the least support of a claim).
    """
    if not claims:
        return NONE
    extraction = min(1.0 if is_verbatim(claim, findings) else _unit(claim.support) for claim in claims)
    support = min(_unit(claim.support) for claim in claims)
    grounding = 0.0 if _any_failed(claims, findings) else support * _unit(covered)
    weaker = sum(not is_verbatim(claim, findings) or claim.kind is ClaimKind.COMPUTED for claim in claims)
    answer = (support if calibrated is None else _unit(calibrated)) * INTERPRETED**weaker
    return Confidence(extraction=extraction, grounding=grounding, answer=min(answer, extraction, grounding))


def is_verbatim(claim: Claim, findings: Sequence[Finding]) -> bool:
    """Whether the claim's words stand, whole and re-verified, in one of its quotes or in all of them in order."""
    checked = [f.verdict for f in findings if f.claim == claim.number and f.check == "quotes_are_verbatim"]
    if checked != [Verdict.PASS]:
        return False
    words = " ".join(claim.text.text.split())
    quotes = [" ".join(citation.quote.text.split()) for citation in claim.citations]
    return bool(words) and any(_bounded(words, quote) for quote in (*quotes, " ".join(quotes)))


def _bounded(words: str, quote: str) -> bool:
    """Whether `words` stand in `quote` without cutting a word at either end."""
    place = quote.find(words)
    while place >= 0:
        before, after = quote[place - 1 : place] if place else "", quote[place + len(words) : place + len(words) + 1]
        if not (before.isalnum() and words[0].isalnum()) and not (after.isalnum() and words[-1].isalnum()):
            return True
        place = quote.find(words, place + 1)
    return False


def _any_failed(claims: Sequence[Claim], findings: Sequence[Finding]) -> bool:
    numbers = {claim.number for claim in claims}
    return any(found.claim in numbers and found.verdict is Verdict.FAIL for found in findings)


def _unit(value: float) -> float:
    """Return `value` held to [0, 1]; what is no number counts as nothing."""
    return 0.0 if math.isnan(value) else min(max(value, 0.0), 1.0)
