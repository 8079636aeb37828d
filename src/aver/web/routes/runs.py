"""Runs: the list, the answer of one with its trace, replay and tamper check, and whether it was right."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from aver.errors import BadInput
from aver.flows.answering import folded
from aver.flows.feedback import give_feedback
from aver.flows.showing_runs import hashes_json, outcome_name, replay_checked, run_json
from aver.flows.thresholds import calibration_of
from aver.flows.tools import utc_now
from aver.service import operations
from aver.service.bodies import LONGEST_NAME
from aver.service.callers import AtDesk, Reader, ReaderOrAuditor
from aver.service.desk import Desk
from aver.values.governance import Caller
from aver.web.answers import answer_view
from aver.web.asked import again, chosen
from aver.web.posted import Form, Posted
from aver.web.reaching import reachable
from aver.web.rendering import page

router = APIRouter()
SHOWN = 100
"""Runs on the list."""
RunId = Annotated[str, Path(max_length=LONGEST_NAME)]


@router.get("/runs")
async def runs_page(request: Request, caller: ReaderOrAuditor, desk: AtDesk) -> Response:
    """List the newest runs: one's own, and to an auditor everybody's without the words."""
    found = await desk.work(lambda: desk.app.run_log.runs(caller, limit=SHOWN))
    return page(request, "runs.html", runs=[(one, outcome_name(one)) for one in found], shown=SHOWN)


@router.get("/runs/{run_id}")
async def run_page(request: Request, run_id: RunId, caller: ReaderOrAuditor, desk: AtDesk, heard: str = "") -> Response:
    """Show the answer and the steps of one's own run; an auditor sees kinds and hashes of everybody's."""
    template, values = await desk.work(lambda: _shown(desk, caller, run_id))
    return page(request, template, heard=heard == "yes", **values)


@router.get("/runs/{run_id}/replay")
async def replay_page(request: Request, run_id: RunId, caller: Reader, desk: AtDesk) -> Response:
    """Check every byte of the record, and run it again on the record alone. No model is used."""
    found = await desk.work(lambda: _replayed(desk, caller, run_id))
    problems = found if isinstance(found, tuple) else ()
    replayed = None if isinstance(found, tuple) else found
    return page(request, "replay.html", run=run_id, problems=problems, replayed=replayed)


@router.post("/runs/{run_id}/feedback")
async def feedback(request: Request, run_id: RunId, form: Posted, caller: Reader, desk: AtDesk) -> Response:
    """Record whether the answer was right."""
    await desk.work(lambda: _heard(desk, caller, run_id, form))
    there = request.url_for("run_page", run_id=run_id).path
    return RedirectResponse(f"{there}?heard=yes", HTTPStatus.SEE_OTHER)


def _shown(desk: Desk, caller: Caller, run: str) -> tuple[str, dict[str, Any]]:
    log = desk.app.run_log
    summary = log.summary(caller, run)
    if summary.user != caller.user:
        return "hashes.html", {"summary": summary, "run": hashes_json(summary, log.lines(caller, run))}
    recorded = log.events(caller, run, readable=operations.readable(desk, caller, run))
    events = folded(recorded)
    view = answer_view(run, events, reachable=reachable(desk, caller, events))
    steps = run_json(summary, recorded)["events"]
    return "run.html", {"view": view, "summary": summary, "steps": steps, "again": again, "chosen": chosen}


def _replayed(desk: Desk, caller: Caller, run: str) -> Any:
    return replay_checked(desk.app.run_log, caller, run, readable=lambda: operations.readable(desk, caller, run))


def _heard(desk: Desk, caller: Caller, run: str, form: Form) -> None:
    verdict = form.one("verdict")
    if verdict not in ("right", "wrong"):
        raise BadInput("say whether the answer was right", hint="choose right or wrong")
    give_feedback(
        desk.app.run_log,
        caller,
        run,
        correct=verdict == "right",
        note=form.one("note"),
        at=utc_now(),
        calibration=calibration_of(desk.app.settings, caller.tenant),
    )
