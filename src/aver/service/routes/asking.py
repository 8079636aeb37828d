"""Retrieve and ask: evidence for a question, and an answer or the reason why there is none."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Request
from starlette.responses import Response

from aver.errors import BadInput
from aver.flows.inquiring import Wanted
from aver.flows.showing_jobs import job_json
from aver.service import document_asking, examples, operations
from aver.service.bodies import LONGEST_NAME, AskBody, DocumentAskBody, RetrieveBody
from aver.service.callers import AtDesk, Reader
from aver.service.desk import Desk
from aver.service.event_stream import EventStream, wants_events
from aver.service.once import IdempotencyKey, Once, done_once, once_of
from aver.service.problems import answered
from aver.service.routes.jobs import accepted
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
    request: Request,
    body: AskBody,
    caller: Reader,
    desk: AtDesk,
    accept: Accept = "",
    last_event_id: LastEventId = None,
    key: IdempotencyKey = None,
) -> Response:
    """Answer with the words it rests on, or say why not: what `aver ask --json` prints. Recorded as a run.

    With `Accept: text/event-stream` the steps come as events once they are committed, and the answer last. With the id
    of an event as `Last-Event-ID` the same run goes on from there, and nothing is asked again; an `Idempotency-Key`
    does the same for an answer without events.
    """
    if wants_events(accept):
        if key is not None:
            raise BadInput("events take no idempotency key", hint="send the id of the last event as Last-Event-ID")
        return await _streamed(desk, caller, _wanted(body), last_event_id)
    once = once_of(key, request, await request.body())
    return answered(await desk.work(lambda: _asked(desk, caller, _wanted(body), once)))


@router.post("/documents/{document_id}/ask", status_code=HTTPStatus.ACCEPTED, responses=examples.accepted("question"))
async def ask_document(
    request: Request,
    document_id: Annotated[str, Path(max_length=LONGEST_NAME, examples=["doc_0123456789abcdef0123456789abcdef"])],
    body: DocumentAskBody,
    caller: Reader,
    desk: AtDesk,
    key: IdempotencyKey = None,
) -> Response:
    """Ask one document as a whole, as a job; once it is done `/v1/jobs/{id}` has the answer as its `result`."""
    wanted = Wanted(**body.model_dump(), document=document_id)
    once = once_of(key, request, await request.body())
    return accepted(await desk.work(lambda: _begun(desk, caller, wanted, once)))


def _begun(desk: Desk, caller: Caller, wanted: Wanted, once: Once | None) -> dict[str, Any]:
    return done_once(
        desk,
        caller,
        once,
        lambda: job_json(document_asking.begin(desk, caller, wanted)),
        keep=lambda made: {"job_id": made["id"]},
        again=lambda kept: job_json(desk.app.jobs.job(caller, kept["job_id"])),
    )


async def _streamed(desk: Desk, caller: Caller, wanted: Wanted, last_event_id: str | None) -> Response:
    if last_event_id:
        place = place_of(last_event_id)
        await resumable(desk, caller, place)
        return EventStream(resumed(desk, caller, place))
    inquiry, tools = await desk.work(
        lambda: (operations.inquiry(desk, caller, wanted), desk.tools_for(caller, wanted.mode))
    )
    return EventStream(live(desk, caller, inquiry, tools))


def _asked(desk: Desk, caller: Caller, wanted: Wanted, once: Once | None) -> dict[str, Any]:
    return done_once(
        desk,
        caller,
        once,
        lambda: operations.asked(desk, caller, wanted),
        keep=lambda made: {"run_id": made["run_id"]},
        again=lambda kept: operations.recorded_answer(desk, caller, kept["run_id"]),
    )


def _wanted(body: AskBody) -> Wanted:
    return Wanted(**body.model_dump())
