"""Chat completions as OpenAI's clients ask for them, answered from documents (L6)."""

from __future__ import annotations

from dataclasses import replace

from fastapi import APIRouter, Request
from starlette.responses import Response

from aver.errors import BadInput, NotFound
from aver.flows.answering import folded
from aver.flows.inquiring import LONGEST_QUESTION, MOST_TURNS, Wanted
from aver.service import examples, operations
from aver.service.callers import AtDesk, Reader
from aver.service.chat_bodies import ChatBody
from aver.service.completions import MODELS, Completion, completion, streamed
from aver.service.desk import Desk
from aver.service.event_stream import EventStream
from aver.service.once import IdempotencyKey, Made, Once, done_once, once_of
from aver.service.problems import answered
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Turn
from aver.values.sealed import Sealed

router = APIRouter(tags=["chat"])


@router.get("/models", responses=examples.of("models"))
async def list_models(_caller: Reader) -> Response:
    """List the names that a completion may be asked of; each is a mode of answering."""
    made = [{"id": name, "object": "model", "created": 0, "owned_by": "aver"} for name in MODELS]
    return answered({"object": "list", "data": made})


@router.post("/chat/completions", responses=examples.of("completion", events=True))
async def complete(
    request: Request, body: ChatBody, caller: Reader, desk: AtDesk, key: IdempotencyKey = None
) -> Response:
    """Answer the last message of the user with the words it rests on, or say why not. Recorded as a run.

    Earlier questions of the user are what it may refer to. System messages and settings of sampling change nothing. The
    field `aver` has the decision and the citations; citations that stand in the text are annotations too.
    """
    if body.model not in MODELS:
        raise NotFound(f"no model {body.model!r}", hint="GET /v1/models lists them")
    inquiry = await desk.work(lambda: _inquiry(desk, caller, body))
    if not body.stream:
        once = once_of(key, request, await request.body())
        return answered(await desk.work(lambda: _completed(desk, caller, body.model, inquiry, once)))
    if key is not None:
        raise BadInput("a stream takes no idempotency key", hint="leave stream out, or the key")
    with_usage = body.stream_options is not None and body.stream_options.include_usage
    asking = streamed(desk, body.model, lambda: _asked(desk, caller, body.model, inquiry), with_usage=with_usage)
    return EventStream(asking)


def _inquiry(desk: Desk, caller: Caller, body: ChatBody) -> Inquiry:
    """Return what is asked. Raises BadInput unless the last message is the user's."""
    if body.messages[-1].role != "user":
        raise BadInput("the last message isn't the user's", hint="send the question as the last message")
    *earlier, last = (one.said for one in body.messages if one.role == "user")
    if len(last) > LONGEST_QUESTION:
        raise BadInput("the question is too long", hint=f"ask in at most {LONGEST_QUESTION} characters")
    inquiry = operations.inquiry(desk, caller, Wanted(question=last, mode=MODELS[body.model]))
    turns = tuple(Turn(question=Sealed(one)) for one in earlier[-MOST_TURNS:] if one.strip())
    return replace(inquiry, conversation=turns)


def _asked(desk: Desk, caller: Caller, model: str, inquiry: Inquiry) -> Completion:
    found = desk.answer(inquiry, caller, desk.tools_for(caller, inquiry.mode))
    return completion(found.run, found.events, model)


def _completed(desk: Desk, caller: Caller, model: str, inquiry: Inquiry, once: Once | None) -> Made:
    return done_once(
        desk,
        caller,
        once,
        lambda: _asked(desk, caller, model, inquiry).as_json(),
        keep=lambda made: {"run_id": made["aver"]["run_id"]},
        again=lambda kept: _again(desk, caller, model, kept["run_id"]),
    )


def _again(desk: Desk, caller: Caller, model: str, run: str) -> Made:
    recorded = desk.app.run_log.events(caller, run, readable=operations.readable(desk, caller, run))
    return completion(run, folded(recorded), model).as_json()
