"""Retrieve and ask: evidence for a question, and an answer or the reason why there is none."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header
from starlette.responses import Response

from aver.flows.inquiring import Wanted
from aver.service import examples, operations
from aver.service.bodies import AskBody, RetrieveBody
from aver.service.callers import AtDesk, Reader
from aver.service.desk import Desk
from aver.service.event_stream import EventStream, wants_events
from aver.service.problems import answered
from aver.service.run_events import live, place_of, resumable, resumed
from aver.values.governance import Caller

router = APIRouter(tags=["asking"])

Accept = Annotated[str, Header(include_in_schema=False)]
LastEventId = Annotated[str | None, Header(max_length=60, description="The id of the last event that came.")]


@router.post("/retrieve", responses=examples.of("retrieved"))
async def retrieve(body: RetrieveBody, caller: Reader, desk: AtDesk) -> Response:
    """Return evidence packets, best first, and no answer: what `aver search --json` prints. Recorded as a run."""
    wanted = Wanted(question=body.query, document=body.document, as_of=body.as_of, k=body.k)
    return answered(await desk.work(lambda: operations.retrieved(desk, caller, wanted)))


@router.post("/ask", responses=examples.of("answer", events=True))
async def ask(
    body: AskBody, caller: Reader, desk: AtDesk, accept: Accept = "", last_event_id: LastEventId = None
) -> Response:
    """Answer with the words it rests on, or say why not: what `aver ask --json` prints. Recorded as a run.

    With `Accept: text/event-stream` the steps come as events once they are committed, and the answer last. With the id
    of an event as `Last-Event-ID` the same run goes on from there, and nothing is asked again.
    """
    if wants_events(accept):
        return await _streamed(desk, caller, _wanted(body), last_event_id)
    return answered(await desk.work(lambda: operations.asked(desk, caller, _wanted(body))))


async def _streamed(desk: Desk, caller: Caller, wanted: Wanted, last_event_id: str | None) -> Response:
    if last_event_id:
        place = place_of(last_event_id)
        await resumable(desk, caller, place)
        return EventStream(resumed(desk, caller, place))
    inquiry, tools = await desk.work(
        lambda: (operations.inquiry(desk, caller, wanted), desk.tools_for(caller, wanted.mode))
    )
    return EventStream(live(desk, caller, inquiry, tools))


def _wanted(body: AskBody) -> Wanted:
    return Wanted(question=body.question, mode=body.mode, document=body.document, as_of=body.as_of, k=body.k)
