"""Fold a run's events into the one picture that prose and JSON are both rendered from.

The last word counts: a later draft replaces an earlier one, a terminal event ends the run. A run that
ended without a decision has none here, and what made it end is among what was degraded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from aver.stages.packets import joined
from aver.stages.recalled import forbidding
from aver.values.answers import Citation, Claim, Decision, Finding
from aver.values.conflicts import ConflictPacket
from aver.values.deliberation import VoiceFailure
from aver.values.events import (
    Abandoned,
    Asked,
    Challenged,
    Checked,
    Decided,
    Drafted,
    Event,
    Failed,
    Graded,
    Judged,
    Observed,
    Packed,
    Pinned,
    Planned,
    Proposed,
    Recalled,
    Resolved,
    Retrieved,
    Reworded,
    Selected,
    ServedAgain,
    Suggested,
    Synthesised,
)
from aver.values.evidence import EvidencePacket
from aver.values.inquiry import SubQuestion
from aver.values.sealed import Sealed
from aver.values.stance import Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Degraded:
    """A part of the run that did not work: the stage and why, in words that hold no content."""

    stage: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """What a run has come to so far.

    `forbidding` are the statements of the constraints against the inquiry, each with the words it rests on,
    `approximate` the channels that need not have seen every eligible row.
    """

    asked: Asked | None = None
    questions: tuple[SubQuestion, ...] = ()
    packets: tuple[EvidencePacket, ...] = ()
    conflicts: tuple[ConflictPacket, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    drafted: tuple[Claim, ...] = ()
    findings: tuple[Finding, ...] = ()
    decision: Decision | None = None
    released: tuple[Claim, ...] = ()
    degraded: tuple[Degraded, ...] = ()
    forbidding: tuple[tuple[Sealed, Citation], ...] = ()
    approximate: tuple[str, ...] = ()
    replayed_from: str | None = None

    def packet(self, packet: str) -> EvidencePacket | None:
        """Return the packet with that id, or None."""
        return next((known for known in self.packets if known.packet == packet), None)


def transcript_of(events: Sequence[Event]) -> Transcript:
    """Return the fold of `events`, oldest first."""
    transcript = Transcript()
    for event in events:
        transcript = _after(transcript, event)
    return transcript


def _after(so_far: Transcript, event: Event) -> Transcript:  # noqa: C901  (one case per event, none left out)
    match event:
        case Asked():
            return replace(so_far, asked=event)
        case Planned(plan=plan):
            return replace(so_far, questions=plan.sub_questions)
        case Retrieved(channels=channels):
            seen = dict.fromkeys(one.channel for one in channels if one.approximation is not None)
            return _with(replace(so_far, approximate=tuple(seen)), *_failures(event))
        case Packed(packets=packets, conflicts=conflicts):
            return replace(so_far, packets=packets, conflicts=conflicts)
        case Recalled(packets=packets):
            joint = joined(so_far.packets, packets)
            return replace(so_far, packets=joint, forbidding=forbidding(event, joint))
        case Judged(judgements=judgements, packets=packets):
            return replace(so_far, judgements=judgements, packets=(*so_far.packets, *packets))
        case Drafted(claims=claims):
            return replace(so_far, drafted=claims)
        case Proposed(claims=claims, failure=failure) | Synthesised(claims=claims, failure=failure):
            return _with(replace(so_far, drafted=claims), *_unheard(failure))
        case (
            Challenged(failure=failure)
            | Suggested(failure=failure)
            | Reworded(failure=failure)
            | Graded(failure=failure)
        ):
            return _with(so_far, *_unheard(failure))
        case Checked(findings=findings):
            return replace(so_far, findings=findings)
        case Decided(decision=decision, released=released):
            return replace(so_far, decision=decision, released=released)
        case Abandoned() | Failed():
            return _with(so_far, _ending(event))
        case ServedAgain(run=run, claims=claims, packets=packets):
            joint = joined(so_far.packets, packets)
            return replace(so_far, drafted=claims, packets=joint, judgements=(), replayed_from=run)
        case Resolved() | Selected() | Pinned() | Observed():
            return so_far
        case _:
            assert_never(event)


def _failures(event: Retrieved) -> list[Degraded]:
    failed = ((result.channel, result.failure) for result in event.channels if result.failure is not None)
    return [Degraded(stage=f"retrieve:{channel}", reason=reason) for channel, reason in dict.fromkeys(failed)]


def _unheard(failure: VoiceFailure | None) -> list[Degraded]:
    return [] if failure is None else [Degraded(stage=f"chat:{failure.voice.value}", reason=failure.kind.value)]


def _ending(event: Abandoned | Failed) -> Degraded:
    match event:
        case Abandoned(after=stage):
            return Degraded(stage=stage, reason="abandoned by the caller")
        case Failed(error=error, stage=stage):
            return Degraded(stage=stage, reason=error)


def _with(so_far: Transcript, *degraded: Degraded) -> Transcript:
    return replace(so_far, degraded=(*so_far.degraded, *degraded))
