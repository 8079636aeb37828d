"""Runs and feedback: what was asked, replayed without any model, and whether the answer was right."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from aver.errors import NotFound
from aver.flows.feedback import give_feedback
from aver.flows.showing_runs import hashes_json, run_json
from aver.flows.thresholds import calibration_of
from aver.flows.tools import utc_now
from aver.service import examples, operations
from aver.service.bodies import LONGEST_NAME, FeedbackBody
from aver.service.callers import AtDesk, Reader, ReaderOrAuditor
from aver.service.desk import Desk
from aver.service.once import IdempotencyKey, done_once, once_of
from aver.service.problems import answered
from aver.values.governance import Caller

router = APIRouter(tags=["runs"])

Id = Annotated[str, Path(max_length=LONGEST_NAME, examples=["run_0123456789abcdef0123456789abcdef"])]


@router.get("/runs/{run_id}", responses=examples.of("run"))
async def show_run(run_id: Id, caller: ReaderOrAuditor, desk: AtDesk) -> Response:
    """Show the steps and the answer of the caller's own run; an auditor sees kinds and hashes of everybody's."""
    return answered(await desk.work(lambda: _shown(desk, caller, run_id)))


@router.get("/runs/{run_id}/replay", responses=examples.of("replayed"))
async def replay_run(run_id: Id, caller: Reader, desk: AtDesk) -> Response:
    """Run the caller's own run again on its record alone, and compare every byte. No model is used."""
    return answered(await desk.work(lambda: operations.replayed(desk, caller, run_id)))


@router.post("/runs/{run_id}/stop", responses=examples.of("run_stopped"))
async def stop_run(run_id: Id, caller: Reader, desk: AtDesk) -> Response:
    """Have the caller's own run stop after the step in hand; it is recorded as abandoned and answers nothing.

    `stops` is false where it is over, or at work in another service.
    """
    return answered(await desk.look(lambda: _stopped(desk, caller, run_id)))


@router.post("/feedback", responses=examples.of("feedback"))
async def take_feedback(
    request: Request, body: FeedbackBody, caller: Reader, desk: AtDesk, key: IdempotencyKey = None
) -> Response:
    """Record whether an answer to the caller was right, for evaluation and calibration."""
    once = once_of(key, request, await request.body())
    return answered(await desk.work(lambda: done_once(desk, caller, once, lambda: _heard(desk, caller, body))))


def _shown(desk: Desk, caller: Caller, run: str) -> dict[str, Any]:
    log = desk.app.run_log
    summary = log.summary(caller, run)
    if summary.user != caller.user:
        return hashes_json(summary, log.lines(caller, run))
    return run_json(summary, log.events(caller, run, readable=operations.readable(desk, caller, run)))


def _stopped(desk: Desk, caller: Caller, run: str) -> dict[str, Any]:
    if desk.app.run_log.summary(caller, run).user != caller.user:
        raise NotFound("no run of this caller", hint="name one of your own")
    return {"run_id": run, "stops": desk.stops.ask(run)}


def _heard(desk: Desk, caller: Caller, body: FeedbackBody) -> dict[str, Any]:
    heard = give_feedback(
        desk.app.run_log,
        caller,
        body.run_id,
        correct=body.correct,
        note=body.note,
        at=utc_now(),
        calibration=calibration_of(desk.app.settings, caller.tenant),
    )
    desk.measures.judged(correct=body.correct)
    return heard.as_json()
