"""What asking came to, as a value that others go on from: evidence, quotation's claims, stances, the decision.

Whoever words an answer otherwise starts here, so that there is one way to the evidence and one gate; a
decision that hangs on no claim stands whoever speaks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aver.stages.checks import Question
from aver.stages.packets import joined
from aver.values.answers import (
    Abstain,
    Answered,
    Claim,
    Clarify,
    Conflicting,
    Decision,
    Escalate,
    Partial,
    Reason,
    Redirect,
)
from aver.values.events import (
    Decided,
    Drafted,
    Event,
    Graded,
    Judged,
    Packed,
    Planned,
    Recalled,
    Resolved,
    Retrieved,
    Reworded,
)
from aver.values.evidence import ChannelResult, EvidencePacket
from aver.values.governance import Eligibility
from aver.values.inquiry import SubQuestion
from aver.values.stance import Stance


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """What asking came to: what the debate is about, what quotation made of it, where its documents stand."""

    questions: tuple[SubQuestion, ...]
    eligibility: Eligibility
    degraded: tuple[str, ...]
    packets: tuple[EvidencePacket, ...]
    quoted: tuple[Claim, ...]
    stances: Mapping[int, Stance]
    decision: Decision

    @property
    def asked(self) -> tuple[SubQuestion, ...]:
        """What a model is asked: the question and the parts that must be covered, no rewrite that only votes."""
        return tuple(part for part in self.questions if part.required) or self.questions

    @property
    def question(self) -> Question:
        """What the checks hold claims against: the parts of the question, and the day that it is asked for."""
        return Question(parts={part.number: part.text.text for part in self.questions}, as_of=self.eligibility.as_of)


def gathered_from(events: Sequence[Event]) -> Gathered | None:
    """Return the fold of asking; None where it ended without a decision."""
    last = {type(event): event for event in events}
    judged = [event for event in events if isinstance(event, Judged)]
    further = [event for event in events if isinstance(event, Recalled | Judged)]
    match [last.get(kind) for kind in (Planned, Resolved, Retrieved, Packed, Drafted, Decided)]:
        case [
            Planned(plan=plan),
            Resolved(eligibility=eligibility),
            Retrieved(channels=channels),
            Packed(packets=packets),
            Drafted(claims=claims),
            Decided(decision=decision),
        ]:
            return Gathered(
                questions=plan.sub_questions,
                eligibility=eligibility,
                degraded=(*_failed(channels), *_unheard(events)),
                packets=joined(packets, [packet for event in further for packet in event.packets]),
                quoted=claims,
                stances={one.claim: one.stance for event in judged for one in event.judgements if one.stance},
                decision=decision,
            )
        case _:
            return None


def _failed(channels: Sequence[ChannelResult]) -> list[str]:
    return [result.channel for result in channels if result.failure is not None]


def _unheard(events: Sequence[Event]) -> list[str]:
    advised = [event for event in events if isinstance(event, Reworded | Graded)]
    return [event.failure.voice.value for event in advised if event.failure is not None]


def decides_before_claims(decision: Decision) -> bool:
    """Whether the gate decided on something that no claim can change (its steps 1 to 5)."""
    match decision:
        case Redirect() | Clarify() | Conflicting():
            return True
        case Escalate(reasons=reasons):
            return Reason.NEEDS_EXPERT in reasons
        case Abstain(reasons=reasons):
            return not {Reason.WALL, Reason.NO_EVIDENCE, Reason.SUPERSEDED}.isdisjoint(reasons)
        case Answered() | Partial():
            return False
