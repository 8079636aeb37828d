"""Searching: the first half of asking, recorded as a run that ends where evidence is packed.

There is no second path to evidence: the generator that answers is hung up on after `Packed`. The log
keeps such a run as abandoned there, so who was shown what can be read back (M7).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from aver.flows.answering import recorded_run
from aver.flows.ask import AskTools
from aver.stages.packets import to_wire
from aver.store.run_log import RunLog
from aver.values.events import Event, Observed, Packed, Planned, Resolved, Retrieved, Selected
from aver.values.evidence import Candidate, ChannelResult, EvidencePacket, Passage
from aver.values.governance import Caller, Eligibility
from aver.values.inquiry import Inquiry, SubQuestion
from aver.values.recorded import Recorded

Kind = TypeVar("Kind")


@dataclass(frozen=True, slots=True, kw_only=True)
class Searched:
    """What was found: packets in order, every candidate with its reason, and the hits of each channel.

    `passages` are those of the candidates, by chunk id, the ones that became no packet included.
    """

    run: str
    eligibility: Eligibility
    questions: tuple[SubQuestion, ...]
    channels: tuple[ChannelResult, ...]
    candidates: tuple[Candidate, ...]
    passages: dict[str, Passage]
    packets: tuple[EvidencePacket, ...]

    def as_json(self, query: str) -> dict[str, Any]:
        """Return the `aver search --json` object: the packets that are handed to answering."""
        approximate = sorted({result.channel for result in self.channels if result.approximation is not None})
        return {
            "run_id": self.run,
            "query": query,
            "packets": [to_wire(packet, self.questions) for packet in self.packets if packet.selected],
            "degraded": [
                {"stage": f"retrieve:{result.channel}", "reason": result.failure}
                for result in self.channels
                if result.failure is not None
            ],
            **({"approximate": approximate} if approximate else {}),
        }


def search(
    log: RunLog,
    inquiry: Inquiry,
    caller: Caller,
    tools: AskTools,
    *,
    on_event: Callable[[Recorded], None] = lambda _: None,
) -> Searched:
    """Return the evidence for an inquiry; what the relevance threshold cut is marked, not left out."""
    events: list[Event] = []
    run = ""
    for recorded in _until_packed(recorded_run(log, inquiry, caller, tools)):
        run = recorded.run
        events.append(recorded.event)
        on_event(recorded)
    return _searched(run, events, tools)


def _until_packed(stream: Iterator[Recorded]) -> Iterator[Recorded]:
    """Yield the steps that aren't effects up to `Packed`, then hang up, which ends the run in the log."""
    for recorded in stream:
        if not isinstance(recorded.event, Observed):
            yield recorded
        if isinstance(recorded.event, Packed):
            break
    if isinstance(stream, Generator):
        stream.close()


def _searched(run: str, events: Sequence[Event], tools: AskTools) -> Searched:
    eligibility = _the(Resolved, events).eligibility
    candidates = _the(Selected, events).candidates
    chunks = tuple(candidate.chunk for candidate in candidates)
    return Searched(
        run=run,
        eligibility=eligibility,
        questions=_the(Planned, events).plan.sub_questions,
        channels=_the(Retrieved, events).channels,
        candidates=candidates,
        passages={passage.chunk: passage for passage in tools.fetch(eligibility, chunks)} if chunks else {},
        packets=_the(Packed, events).packets,
    )


def _the(kind: type[Kind], events: Sequence[Event]) -> Kind:
    return next(event for event in events if isinstance(event, kind))
