"""A question to one document as a job: asked now, answered when its turn comes, read when its caller comes back.

The record holds the question and who asked, so that a service started later can go on with it as that caller, whose
rights are those of the moment of asking. What is shown of the answer is read from the log under the rights of whoever
reads it.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from functools import partial
from typing import Any

from aver.errors import RunStopped
from aver.flows.inquiring import Wanted
from aver.service import operations
from aver.service.desk import Desk
from aver.store.jobs import JobWriter
from aver.values.codec import decode, encode
from aver.values.events import TERMINAL
from aver.values.governance import Caller, Role
from aver.values.inquiry import Mode
from aver.values.jobs import Job, JobKind, JobState, Tally
from aver.values.recorded import Recorded

CALLER = "caller"


def begin(desk: Desk, caller: Caller, wanted: Wanted) -> Job:
    """Record a question to `wanted.document` as a job. Raises NotFound, BadInput and TooManyJobs."""
    document = operations.inquiry(desk, caller, wanted).document
    arguments = {**asdict(wanted), "document": document, CALLER: encode(caller)}
    return desk.questions.begin(caller, arguments, partial(_answer, desk, caller, wanted))


def take_up(desk: Desk) -> int:
    """Go on with every question that a service was asked and did not answer; return how many."""
    known = {one.name for one in fields(Wanted)}
    count = 0
    for left in desk.questions.left():
        asked = dict(left.arguments)
        caller = decode(Caller, asked.pop(CALLER))
        said: dict[str, Any] = {name: value for name, value in asked.items() if name in known}
        wanted = Wanted(**{**said, "mode": Mode(said["mode"])})
        count += desk.questions.take_up(left, partial(_answer, desk, caller, wanted))
    return count


def result(desk: Desk, caller: Caller, job: Job) -> dict[str, Any] | None:
    """Return the answer that the caller's own job came to: what `aver ask --json` prints; None where there is none.

    Words that the caller may not read now are withheld, and who has no role to read gets nothing.
    """
    if job.kind is not JobKind.ASK or job.state is not JobState.DONE or Role.READER not in caller.roles:
        return None
    return operations.recorded_answer(desk, caller, job.detail)


def _answer(desk: Desk, caller: Caller, wanted: Wanted, job: JobWriter) -> None:
    """Answer as one run, whose id is the detail of the job's end; told to stop, the run is abandoned."""
    steps = 0

    def told(recorded: Recorded) -> None:
        nonlocal steps
        steps += 1
        job.moved(Tally(done=steps))
        if job.shall_stop() and not isinstance(recorded.event, TERMINAL):
            raise RunStopped("the job was told to stop", hint="ask again")

    inquiry = operations.inquiry(desk, caller, wanted)
    try:
        answered = desk.answer(inquiry, caller, desk.tools_for(caller, wanted.mode), on_event=told)
    except RunStopped:
        job.stopped = True
        return
    job.tally = Tally(done=steps, total=steps)
    job.detail = answered.run
