"""The same question to ordinary retrieval and to the verified way, side by side."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from aver.flows.answering import folded
from aver.service import operations
from aver.service.callers import AtDesk, Reader
from aver.service.desk import Desk
from aver.values.governance import Caller
from aver.values.inquiry import Mode
from aver.web.answers import AnswerView, answer_view
from aver.web.asked import LONGEST, inquiry_of
from aver.web.posted import Form, Posted
from aver.web.reaching import reachable
from aver.web.rendering import page
from aver.web.routes.runs import RunId

router = APIRouter()


@router.get("/compare")
async def compare_page(request: Request, _caller: Reader) -> Response:
    """Show the form."""
    return page(request, "compare.html", sides=(), question="", longest=LONGEST)


@router.post("/compare")
async def compare(request: Request, form: Posted, caller: Reader, desk: AtDesk) -> Response:
    """Ask both ways and go to the page that shows both runs."""
    vanilla, verified = await desk.work(lambda: _asked(desk, caller, form))
    there = request.url_for("compared_page", run_id=vanilla, other_id=verified)
    return RedirectResponse(there.path, HTTPStatus.SEE_OTHER)


@router.get("/compare/{run_id}/{other_id}")
async def compared_page(request: Request, run_id: RunId, other_id: RunId, caller: Reader, desk: AtDesk) -> Response:
    """Show two runs of the caller's next to each other."""
    sides = await desk.work(lambda: [_view(desk, caller, run) for run in (run_id, other_id)])
    asked = sides[0].inquiry
    return page(request, "compare.html", sides=sides, question=str(asked.question) if asked else "", longest=LONGEST)


def _asked(desk: Desk, caller: Caller, form: Form) -> tuple[str, str]:
    runs = []
    for mode in (Mode.VANILLA, Mode.AUTO):
        inquiry = inquiry_of(desk, caller, form, mode=mode)
        runs.append(desk.answer(inquiry, caller, desk.tools_for(caller, mode)).run)
    return runs[0], runs[1]


def _view(desk: Desk, caller: Caller, run: str) -> AnswerView:
    recorded = desk.app.run_log.events(caller, run, readable=operations.readable(desk, caller, run))
    events = folded(recorded)
    return answer_view(run, events, reachable=reachable(desk, caller, events))
