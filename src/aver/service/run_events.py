"""A run as server-sent events: its steps as they are committed, then the answer (L3).

Every event has an id, so a reader that lost its connection goes on where it was, from the log: while the run goes on,
after it has ended, and after the service was started anew. Losing a reader ends no run. No word of a model is streamed.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from functools import partial

from aver.errors import BadInput, NotFound
from aver.flows.ask import AskTools
from aver.patterns import regex
from aver.service import operations
from aver.service.desk import Desk
from aver.service.event_stream import HEARTBEAT, HEARTBEAT_SECONDS, frame
from aver.stages.steps import happened
from aver.values.events import TERMINAL, Observed
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry
from aver.values.recorded import Recorded

POLL_SECONDS = 0.25
TAIL_SECONDS = 300.0
"""A run that is under way elsewhere is followed this long in one connection."""
_ANSWER = "answer"
_PLACE = regex(r"(run_[0-9a-f]{32}):([0-9]{1,9}|answer)")
_LOG = logging.getLogger("aver.service")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a reader is in a run: after event `seq`, or behind the answer, after which nothing comes."""

    run: str
    seq: int
    is_end: bool = False


def place_of(last_event_id: str) -> Place:
    """Return the place that an id of ours names. Raises BadInput."""
    found = _PLACE.fullmatch(last_event_id)
    if found is None:
        raise BadInput("Last-Event-ID is no id of ours", hint="send the id of the last event as it came")
    is_end = found[2] == _ANSWER
    return Place(run=found[1], seq=0 if is_end else int(found[2]), is_end=is_end)


async def live(desk: Desk, caller: Caller, inquiry: Inquiry, tools: AskTools) -> AsyncGenerator[bytes, None]:
    """Yield the events of a new run, then its answer; that of a failed run says where it ended.

    Whoever stops reading waits here, unheard, until the run has ended in the log.
    """
    loop = asyncio.get_running_loop()
    steps: asyncio.Queue[Recorded | None] = asyncio.Queue()

    def told(recorded: Recorded) -> None:
        loop.call_soon_threadsafe(steps.put_nowait, recorded)

    running = asyncio.ensure_future(desk.work(lambda: desk.answer(inquiry, caller, tools, on_event=told)))
    running.add_done_callback(lambda _: steps.put_nowait(None))
    run = None
    try:
        while True:
            try:
                step = await asyncio.wait_for(steps.get(), HEARTBEAT_SECONDS)
            except TimeoutError:
                yield HEARTBEAT
                continue
            if step is None:
                break
            run = step.run
            yield _step(step)
        error = running.exception()
        if error is None:
            answered = running.result()
            yield frame(f"{answered.run}:{_ANSWER}", _ANSWER, answered.as_json())
        else:
            _LOG.error("%s failed with %s", run or "a run", type(error).__name__)
            if run is not None:
                yield await desk.work(partial(_answer, desk, caller, run))
    finally:
        await asyncio.wait({running})


async def resumable(desk: Desk, caller: Caller, place: Place) -> None:
    """Raise NotFound unless the run is the caller's own."""
    summary = await desk.look(lambda: desk.app.run_log.summary(caller, place.run))
    if summary.user != caller.user:
        raise NotFound("no run of this caller", hint="ask again without Last-Event-ID")


async def resumed(desk: Desk, caller: Caller, place: Place) -> AsyncGenerator[bytes, None]:
    """Yield what the log holds after `place`, as it comes where the run still goes on, then the answer."""
    if place.is_end:
        return
    seen, until, silent = place.seq, time.monotonic() + TAIL_SECONDS, time.monotonic()
    while time.monotonic() < until:
        recorded = await desk.work(lambda: desk.app.run_log.events(caller, place.run))
        for one in recorded:
            if one.seq > seen:
                seen, silent = one.seq, time.monotonic()
                if not isinstance(one.event, Observed):
                    yield _step(one)
        if recorded and isinstance(recorded[-1].event, TERMINAL):
            yield await desk.work(lambda: _answer(desk, caller, place.run))
            return
        if time.monotonic() - silent >= HEARTBEAT_SECONDS:
            silent = time.monotonic()
            yield HEARTBEAT
        await asyncio.sleep(POLL_SECONDS)


def _step(one: Recorded) -> bytes:
    name = type(one.event).__name__
    payload = {"run_id": one.run, "seq": one.seq, "kind": name, "hash": one.hash, "said": happened(one.event)}
    return frame(f"{one.run}:{one.seq}", name.lower(), payload)


def _answer(desk: Desk, caller: Caller, run: str) -> bytes:
    return frame(f"{run}:{_ANSWER}", _ANSWER, operations.recorded_answer(desk, caller, run))
