"""Retrieve and ask: evidence for a question, and an answer or the reason why there is none."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from aver.flows.answering import answer
from aver.flows.inquiring import Wanted, inquiry_of
from aver.flows.searching import search
from aver.service import examples
from aver.service.bodies import AskBody, RetrieveBody
from aver.service.callers import AtDesk, Reader
from aver.service.clock import today
from aver.service.desk import Desk
from aver.service.problems import answered
from aver.values.governance import Caller
from aver.values.inquiry import Inquiry, Mode

router = APIRouter(tags=["asking"])


@router.post("/retrieve", responses=examples.of("retrieved"))
async def retrieve(body: RetrieveBody, caller: Reader, desk: AtDesk) -> Response:
    """Return evidence packets, best first, and no answer: what `aver search --json` prints. Recorded as a run."""
    wanted = Wanted(question=body.query, document=body.document, as_of=body.as_of, k=body.k)
    return answered(await desk.work(lambda: _searched(desk, caller, wanted)))


@router.post("/ask", responses=examples.of("answer"))
async def ask(body: AskBody, caller: Reader, desk: AtDesk) -> Response:
    """Answer with the words it rests on, or say why not: what `aver ask --json` prints. Recorded as a run."""
    wanted = Wanted(question=body.question, mode=body.mode, document=body.document, as_of=body.as_of, k=body.k)
    return answered(await desk.work(lambda: _answered(desk, caller, wanted)))


def _searched(desk: Desk, caller: Caller, wanted: Wanted) -> dict[str, Any]:
    inquiry = _inquiry(desk, caller, wanted)
    return search(desk.app.run_log, inquiry, caller, desk.tools_for(caller, Mode.QUOTE)).as_json(wanted.question)


def _answered(desk: Desk, caller: Caller, wanted: Wanted) -> dict[str, Any]:
    inquiry = _inquiry(desk, caller, wanted)
    return answer(desk.app.run_log, inquiry, caller, desk.tools_for(caller, wanted.mode)).as_json()


def _inquiry(desk: Desk, caller: Caller, wanted: Wanted) -> Inquiry:
    return inquiry_of(desk.app.store, caller, wanted, usual_k=desk.app.settings.retrieval.k, today=today())
