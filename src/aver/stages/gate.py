"""Decide what leaves: a pure function over nine questions asked in a fixed order (definitions.md, I2-I4).

`ORDER` is the list; the first step that has something to say decides. Walls and experts stand before
evidence, so no amount of support outvotes them; absent findings release nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from aver.stages.checks import Profile
from aver.stages.confidence import answering, coverage, deciding
from aver.values.answers import (
    Abstain,
    Answered,
    Citation,
    Claim,
    ClaimKind,
    Clarification,
    Clarify,
    Confidence,
    Conflicting,
    Decision,
    Escalate,
    Finding,
    Partial,
    Reason,
    Redirect,
    Verdict,
)
from aver.values.evidence import EvidencePacket, Freshness
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed

RELEASE_FLOOR = 0.60
COMPUTED_FLOOR = 0.85


CLOSED = 1.0
"""A release threshold of 1 keeps everything in, however sure."""

TABLE = "table"
PROSE = "prose"


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """The least answer confidence for release and for an uncited computed value; never below the floors (I2).

    `groups` holds a release threshold of their own for forms of evidence (`TABLE`, `PROSE`) that had enough labelled
    answers to be calibrated apart. `source` names the calibration and the drift alarms the numbers come from.
    """

    release: float = RELEASE_FLOOR
    computed: float = COMPUTED_FLOOR
    groups: tuple[tuple[str, float], ...] = ()
    source: str = ""

    def for_group(self, group: str) -> float:
        """Return the release threshold in force for a form of evidence, at least the floor."""
        return max(RELEASE_FLOOR, dict(self.groups).get(group, self.release))

    def keeps(self, answer: float, group: str) -> bool:
        """Tell whether an answer confidence is enough for release; one that is no number never is."""
        threshold = self.for_group(group)
        return threshold < CLOSED and answer >= threshold


@dataclass(frozen=True, slots=True, kw_only=True)
class Wall:
    """A frozen constraint that matches the inquiry; `variant` is where it redirects to, if anywhere."""

    citation: Citation
    variant: Sealed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GateInput:
    """All that the gate looks at.

    `experts` are ids of matching needs_expert claims, `conflicts` the packet ids of each admissible conflict,
    `any_evidence` says whether anything eligible was selected, `superseded_only` that all that survives has
    been replaced, `degraded` names the channels and models that failed, `stance_pending` that nobody has
    settled yet whether the cited documents as a whole stand behind their passages.
    """

    claims: tuple[Claim, ...]
    findings: tuple[Finding, ...]
    required: Profile
    questions: tuple[SubQuestion, ...]
    confidence: Confidence
    any_evidence: bool
    walls: tuple[Wall, ...] = ()
    experts: tuple[str, ...] = ()
    ambiguities: tuple[Clarification, ...] = ()
    conflicts: tuple[tuple[str, ...], ...] = ()
    superseded_only: bool = False
    degraded: tuple[str, ...] = ()
    stance_pending: bool = False
    thresholds: Thresholds = Thresholds()


def decide(given: GateInput) -> Decision:
    """Return the decision of the first step of `ORDER` that has one; the last step always does."""
    return next(decision for step in ORDER if (decision := step(given)) is not None)


def released(
    decision: Decision, claims: Sequence[Claim], findings: Sequence[Finding], *, required: Profile
) -> tuple[Claim, ...]:
    """Return the claims that leave with `decision`: those that survived and answer, none where it withholds."""
    match decision:
        case Answered() | Partial() | Conflicting():
            return answering(deciding(claims, findings, required), findings)
        case Clarify() | Redirect() | Abstain() | Escalate():
            return ()
        case _:
            assert_never(decision)


def superseded_only(claims: Sequence[Claim], packets: Sequence[EvidencePacket]) -> bool:
    """Whether all that `claims` cite has been replaced (their successors were not read, or said nothing)."""
    freshness = {packet.packet: packet.passage.freshness for packet in packets}
    cited = [freshness.get(citation.packet) for claim in claims for citation in claim.citations]
    return bool(cited) and all(state is Freshness.SUPERSEDED for state in cited)


def called_replaced(claims: Sequence[Claim], findings: Sequence[Finding]) -> tuple[Claim, ...]:
    """Return those of `claims` that are held back since the evidence says that what they quote was replaced."""
    failed = {one.claim for one in findings if one.check == "not_superseded" and one.verdict is Verdict.FAIL}
    return tuple(claim for claim in claims if claim.number in failed)


def evidence_form(claims: Sequence[Claim]) -> str:
    """Return `TABLE` where any of `claims` cites cells, else `PROSE`: the group whose threshold applies."""
    cells = any(citation.cell_range is not None for claim in claims for citation in claim.citations)
    return TABLE if cells else PROSE


def _walls_stand(given: GateInput) -> Decision | None:
    """1. A matching wall redirects if every wall names a variant, else nothing is said."""
    if not given.walls:
        return None
    first = given.walls[0]
    if first.variant is None or any(wall.variant is None for wall in given.walls):
        return Abstain(confidence=given.confidence, reasons=_reasons(given, Reason.WALL))
    return Redirect(
        confidence=given.confidence,
        reasons=_reasons(given, Reason.WALL),
        variant=first.variant,
        citation=first.citation,
    )


def _an_expert_is_needed(given: GateInput) -> Decision | None:
    """2. A matching needs_expert claim hands over to a person."""
    if not given.experts:
        return None
    return Escalate(confidence=given.confidence, reasons=_reasons(given, Reason.NEEDS_EXPERT))


def _nothing_survives(given: GateInput) -> Decision | None:
    """3. Nothing eligible, no claim left, or only what has been replaced: nothing is said."""
    if not given.any_evidence:
        return Abstain(confidence=given.confidence, reasons=_reasons(given, Reason.NO_EVIDENCE))
    if given.superseded_only:
        return Abstain(confidence=given.confidence, reasons=_reasons(given, Reason.SUPERSEDED))
    if not _survivors(given):
        return Abstain(confidence=given.confidence, reasons=_reasons(given, Reason.INSUFFICIENT))
    return None


def _a_parameter_is_missing(given: GateInput) -> Decision | None:
    """4. A deciding ambiguity is asked back."""
    if not given.ambiguities:
        return None
    return Clarify(confidence=given.confidence, reasons=_reasons(given, Reason.AMBIGUOUS), questions=given.ambiguities)


def _evidence_disagrees(given: GateInput) -> Decision | None:
    """5. An admissible conflict is shown from both sides."""
    if not given.conflicts:
        return None
    packets = tuple(dict.fromkeys(packet for sides in given.conflicts for packet in sides))
    return Conflicting(confidence=given.confidence, reasons=_reasons(given, Reason.CONFLICT), packets=packets)


def _computed_without_source(given: GateInput) -> Decision | None:
    """6. An uncited computed value needs more confidence than anything else."""
    uncited = any(claim.kind is ClaimKind.COMPUTED and not claim.citations for claim in _survivors(given))
    if not uncited or given.confidence.answer >= max(COMPUTED_FLOOR, given.thresholds.computed):
        return None
    return Escalate(confidence=given.confidence, reasons=_reasons(given, Reason.COMPUTED))


def _confidence_is_low(given: GateInput) -> Decision | None:
    """7. Below the threshold a person decides; so does a confidence that is no number.

    Grounding counts what is not covered, so this is where a question goes that is answered for less than 60 % of
    its parts (docs/decisions/0008-partial-answers.md).
    """
    survivors = _survivors(given)
    if given.thresholds.keeps(given.confidence.answer, evidence_form(survivors)):
        return None
    uncovered = (Reason.INSUFFICIENT,) if coverage(answering(survivors, given.findings), given.questions).gaps else ()
    return Escalate(confidence=given.confidence, reasons=_reasons(given, Reason.LOW_CONFIDENCE, *uncovered))


def _a_part_is_uncovered(given: GateInput) -> Decision | None:
    """8. What is answered is released, and the gap is named."""
    gaps = coverage(answering(_survivors(given), given.findings), given.questions).gaps
    if not gaps:
        return None
    return Partial(
        confidence=given.confidence, reasons=_reasons(given, Reason.INSUFFICIENT, *_pending(given)), gaps=gaps
    )


def _all_is_answered(given: GateInput) -> Decision | None:
    """9. Every required part rests on released claims."""
    return Answered(confidence=given.confidence, reasons=_reasons(given, *_pending(given)))


ORDER: tuple[Callable[[GateInput], Decision | None], ...] = (
    _walls_stand,
    _an_expert_is_needed,
    _nothing_survives,
    _a_parameter_is_missing,
    _evidence_disagrees,
    _computed_without_source,
    _confidence_is_low,
    _a_part_is_uncovered,
    _all_is_answered,
)
"""The nine steps in the order in which they decide."""


def _survivors(given: GateInput) -> tuple[Claim, ...]:
    return deciding(given.claims, given.findings, given.required)


def _pending(given: GateInput) -> tuple[Reason, ...]:
    return (Reason.STANCE_PENDING,) if given.stance_pending else ()


def _reasons(given: GateInput, *reasons: Reason) -> tuple[Reason, ...]:
    return (*reasons, Reason.DEGRADED) if given.degraded else reasons
