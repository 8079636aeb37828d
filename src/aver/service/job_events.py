"""A job as server-sent events: its steps as they are recorded, from any of them on (L3)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator

from aver.errors import BadInput
from aver.flows.showing_jobs import job_event_json
from aver.patterns import regex
from aver.service.desk import Desk
from aver.service.event_stream import HEARTBEAT, HEARTBEAT_SECONDS, frame
from aver.service.run_events import TAIL_SECONDS
from aver.values.governance import Caller
from aver.values.jobs import JobEvent, JobState

POLL_SECONDS = 0.5
_OVER = (JobState.DONE, JobState.CANCELLED, JobState.FAILED)
_PLACE = regex(r"(job_[0-9a-f]{32}):([0-9]{1,9})")


def step_after(job: str, last_event_id: str | None) -> int:
    """Return the number of the last step that a reader has, 0 for none. Raises BadInput."""
    found = _PLACE.fullmatch(last_event_id) if last_event_id else None
    if last_event_id and (found is None or found[1] != job):
        raise BadInput("Last-Event-ID is no id of this job", hint="send the id of the last event as it came")
    return int(found[2]) if found else 0


async def followed(desk: Desk, caller: Caller, job: str, seen: int) -> AsyncGenerator[bytes, None]:
    """Yield the steps after number `seen` as they are recorded, until the job is over."""
    until, silent = time.monotonic() + TAIL_SECONDS, time.monotonic()
    while time.monotonic() < until:
        state, events = await desk.look(lambda: _read(desk, caller, job))
        for one in events:
            if one.seq > seen:
                seen, silent = one.seq, time.monotonic()
                yield frame(f"{job}:{one.seq}", one.step.value, {"job_id": job, **job_event_json(one)})
        if state in _OVER:
            return
        if time.monotonic() - silent >= HEARTBEAT_SECONDS:
            silent = time.monotonic()
            yield HEARTBEAT
        await asyncio.sleep(POLL_SECONDS)


def _read(desk: Desk, caller: Caller, job: str) -> tuple[JobState, tuple[JobEvent, ...]]:
    """Read the state first: a job that is over by then has its last event."""
    state = desk.app.jobs.job(caller, job).state
    return state, desk.app.jobs.events(caller, job)
