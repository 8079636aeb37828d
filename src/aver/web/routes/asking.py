"""Asking: a form, the steps as they are committed, and then the page of the run."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request
from starlette.responses import RedirectResponse, Response

from aver.flows.packs import pack_names
from aver.service.bodies import LONGEST_NAME
from aver.service.callers import AtDesk, Reader
from aver.service.desk import Desk
from aver.service.event_stream import EventStream, wants_events
from aver.service.run_events import live, place_of, resumable, resumed
from aver.values.governance import Caller
from aver.values.recorded import RunSummary
from aver.web.asked import LONGEST, inquiry_of
from aver.web.posted import Form, Posted
from aver.web.rendering import page

router = APIRouter()
RECENT = 6
"""Questions shown below the form, each once."""
LOOKED_AT = 40
"""Runs that they are taken from."""

LastEventId = Annotated[str | None, Header(max_length=60)]


@router.get("/ask")
async def ask_page(request: Request, caller: Reader, desk: AtDesk, document: str = "") -> Response:
    """Show the form, for one document where it is named, with the newest questions below it."""
    runs = await desk.work(lambda: desk.app.run_log.runs(caller, limit=LOOKED_AT))
    recent: dict[str, RunSummary] = {}
    for one in runs:
        if one.user == caller.user and one.question is not None:
            recent.setdefault(str(one.question), one)
    packs = await desk.work(lambda: pack_names(home=desk.app.settings.home))
    values: dict[str, Any] = {
        "packs": packs,
        "document": document[:LONGEST_NAME],
        "recent": [*recent.values()][:RECENT],
    }
    return page(request, "ask.html", longest=LONGEST, **values)


@router.post("/ask")
async def ask(
    request: Request,
    form: Posted,
    caller: Reader,
    desk: AtDesk,
    accept: Annotated[str, Header()] = "",
    last_event_id: LastEventId = None,
) -> Response:
    """Answer a form: to a script the steps as events, to any browser the page of the run once it has ended."""
    if wants_events(accept):
        return await _streamed(desk, caller, form, last_event_id)
    run = await desk.work(lambda: _asked(desk, caller, form))
    return RedirectResponse(request.url_for("run_page", run_id=run).path, HTTPStatus.SEE_OTHER)


async def _streamed(desk: Desk, caller: Caller, form: Form, last_event_id: str | None) -> Response:
    if last_event_id:
        place = place_of(last_event_id)
        await resumable(desk, caller, place)
        return EventStream(resumed(desk, caller, place))
    inquiry = await desk.work(lambda: inquiry_of(desk, caller, form))
    tools = await desk.work(lambda: desk.tools_for(caller, inquiry.mode))
    return EventStream(live(desk, caller, inquiry, tools))


def _asked(desk: Desk, caller: Caller, form: Form) -> str:
    inquiry = inquiry_of(desk, caller, form)
    return desk.answer(inquiry, caller, desk.tools_for(caller, inquiry.mode)).run
