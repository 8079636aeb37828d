"""Offer a wording that the evidence carries: the claim with its excess replaced by the evidence's own words (H4).

What is offered is compared again and offered only if nothing is left of the excess; where putting words in
does not do it, the evidence's own sentence is what is left to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aver.stages.atoms.axes import Axis
from aver.stages.atoms.language import language_of
from aver.stages.force.compare import Force, compare
from aver.stages.force.linking import link
from aver.stages.force.raises import Raise
from aver.stages.force.statement import read

ROUNDS = 3
"""Times that a claim is mended before its evidence is quoted instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overreach:
    """One excess as a reader sees it: the axis, the claim's `words` that go too far, and what the evidence has."""

    axis: Axis
    words: str
    evidence: str


def overreaches(claim: str, force: Force) -> tuple[Overreach, ...]:
    """Return the excesses of `claim` in words; where something is missing, the word before which it is."""
    return tuple(
        Overreach(axis=found.axis, words=_words(claim, found), evidence=found.instead) for found in force.raises
    )


def weaker_wording(claim: str, evidence: str) -> str | None:
    """Return a wording of `claim` with no more force than `evidence`, None where there is nothing to weaken."""
    force = compare(claim, evidence)
    if not force.raises:
        return None
    said = claim
    for _ in range(ROUNDS):
        said = _mended(said, force.raises)
        force = compare(said, evidence)
        if not force.raises and not force.contradictions:
            return said
    return _sentence(claim, evidence)


def _mended(claim: str, raises: tuple[Raise, ...]) -> str:
    left = len(claim) + 1
    for found in sorted(raises, key=lambda one: (one.start, one.end), reverse=True):
        if found.end > left:
            continue
        left = found.start
        claim = f"{claim[: found.start]} {found.instead} {claim[found.end :]}"
    claim = re.sub(r"\s+", " ", claim)
    return re.sub(r" (?=[.,;:!?)])", "", claim).strip()


def _words(claim: str, found: Raise) -> str:
    if found.end > found.start:
        return claim[found.start : found.end]
    following = re.compile(r"\w+").search(claim, found.start)
    return following[0] if following else ""


def _sentence(claim: str, evidence: str) -> str:
    """Return the sentences of `evidence` that carry `claim`."""
    language = language_of(evidence) or language_of(claim) or "en"
    return link(read(claim, language), read(evidence, language)).evidence.text.replace("\n", " ")
