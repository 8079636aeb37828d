"""Answering through the log: the one way in for every edge, from a question to recorded events."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from aver import __version__
from aver.flows.ask import AskTools, ask
from aver.flows.deliberate import ask_with_model, deliberate
from aver.flows.deliberate_tools import DeliberateTools, deliberate_tools
from aver.flows.journal import Journal, journaled
from aver.flows.record import record
from aver.flows.replay import Replayed, replay
from aver.flows.vanilla import ask_vanilla
from aver.stages.packs import with_thresholds_of
from aver.stages.wire import ask_json, packets_json
from aver.store.run_log import RunLog
from aver.values.events import Event, Observed
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Mode
from aver.values.recorded import Recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """A finished run: its id, its events (effects left out) and the milliseconds each step took."""

    run: str
    events: tuple[Event, ...]
    timings_ms: Mapping[str, float]

    def as_json(self) -> dict[str, Any]:
        """Return the `aver ask --json` object."""
        return ask_json(self.run, self.events, timings_ms=self.timings_ms)

    def packets(self) -> list[dict[str, Any]]:
        """Return the packets handed to answering, in order."""
        return packets_json(self.events)


def answering(inquiry: Inquiry, caller: Caller, tools: AskTools) -> Iterator[Event]:
    """Yield the events of the inquiry's mode, under the thresholds of its domain pack; what replay runs again."""
    if inquiry.parameters is not None:
        thresholds = with_thresholds_of(inquiry.parameters, tools.tuning.thresholds)
        tools = replace(tools, tuning=replace(tools.tuning, thresholds=thresholds))
    match inquiry.mode:
        case Mode.VANILLA:
            return ask_vanilla(inquiry, caller, tools)
        case Mode.DELIBERATE:
            return deliberate(inquiry, caller, _debating(tools))
        case Mode.AUTO if isinstance(tools, DeliberateTools) and tools.chat is not None:
            return ask_with_model(inquiry, caller, tools, tools.chat)
        case Mode.AUTO | Mode.QUOTE:
            return ask(inquiry, caller, tools)


def recorded_run(log: RunLog, inquiry: Inquiry, caller: Caller, tools: AskTools) -> Generator[Recorded, None, None]:
    """Yield the events of a new run, each committed before it is seen (K1)."""
    journal = Journal()
    tools = _debating(tools) if inquiry.mode is Mode.DELIBERATE else tools
    writer = log.begin(caller, at=tools.now())
    yield from record(writer, answering(inquiry, caller, journaled(tools, journal)), journal)


def answer(
    log: RunLog,
    inquiry: Inquiry,
    caller: Caller,
    tools: AskTools,
    *,
    on_event: Callable[[Recorded], None] = lambda _: None,
) -> Answered:
    """Run an inquiry to its end; `on_event` sees every recorded step that isn't an effect, and ends it by raising."""
    events: list[Event] = []
    timings: dict[str, float] = {}
    run = ""
    before = time.perf_counter()
    with closing(recorded_run(log, inquiry, caller, tools)) as steps:
        for recorded in steps:
            run = recorded.run
            if isinstance(recorded.event, Observed):
                continue
            now = time.perf_counter()
            timings[type(recorded.event).__name__.lower()] = round(1000 * (now - before), 3)
            before = now
            events.append(recorded.event)
            on_event(recorded)
    return Answered(run=run, events=tuple(events), timings_ms=timings)


def replay_run(log: RunLog, caller: Caller, run: str, *, readable: Callable[[str], bool] | None = None) -> Replayed:
    """Re-execute a recorded run on its record alone (K2)."""
    tools_type = DeliberateTools if _could_debate(log, caller, run) else AskTools
    return replay(log, caller, run, ask=answering, tools_type=tools_type, code_version=__version__, readable=readable)


def _debating(tools: AskTools) -> DeliberateTools:
    return tools if isinstance(tools, DeliberateTools) else deliberate_tools(tools)


def _could_debate(log: RunLog, caller: Caller, run: str) -> bool:
    """Whether the run was recorded with the effects of debating: their budget is one of its constants."""
    recorded = (item.event for item in log.events(caller, run) if isinstance(item.event, Observed))
    return any(event.effect == "budget" and event.request is None for event in recorded)


def folded(recorded: Sequence[Recorded]) -> tuple[Event, ...]:
    """Return the events of a run without the effects, for rendering."""
    return tuple(item.event for item in recorded if not isinstance(item.event, Observed))
