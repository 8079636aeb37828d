"""Jobs: long work of the caller, listed, shown, followed and cancelled."""

from __future__ import annotations

from contextlib import suppress
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query
from starlette.responses import Response

from aver.errors import BadInput
from aver.flows.showing_jobs import job_event_json, job_json
from aver.flows.tools import utc_now
from aver.service import document_asking, examples
from aver.service.bodies import LONGEST_NAME
from aver.service.callers import AtDesk, ReaderOrAdmin
from aver.service.desk import Desk
from aver.service.event_stream import EventStream
from aver.service.job_events import followed, step_after
from aver.service.problems import answered
from aver.values.governance import Caller
from aver.values.jobs import JobState

router = APIRouter(tags=["jobs"])
MOST_LISTED = 100

Id = Annotated[str, Path(max_length=LONGEST_NAME, examples=["job_0123456789abcdef0123456789abcdef"])]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="Jobs on a page.")]
After = Annotated[str, Query(max_length=LONGEST_NAME, description="`next` of the page before.")]
LastEventId = Annotated[str | None, Header(max_length=60, description="The id of the last event that came.")]


@router.get("/jobs", responses=examples.of("jobs"))
async def list_jobs(caller: ReaderOrAdmin, desk: AtDesk, limit: Limit = 20, after: After = "") -> Response:
    """List the caller's own jobs, newest first; `next` is null on the last page."""
    return answered(await desk.work(lambda: _page(desk, caller, limit=limit, after=after)))


@router.get("/jobs/{job_id}", responses=examples.of("job_shown"))
async def show_job(job_id: Id, caller: ReaderOrAdmin, desk: AtDesk) -> Response:
    """Show what the caller's own job was asked for and what happened to it; `detail` names what could not be read.

    Of a question that is answered `result` is the answer and `detail` its run.
    """
    return answered(await desk.work(lambda: _shown(desk, caller, job_id)))


@router.get("/jobs/{job_id}/stream", responses=examples.streamed())
async def follow_job(job_id: Id, caller: ReaderOrAdmin, desk: AtDesk, last_event_id: LastEventId = None) -> Response:
    """Send the steps of the caller's own job as server-sent events once they are recorded, until it is over.

    With the id of an event as `Last-Event-ID` only what follows it is sent.
    """
    await desk.look(lambda: desk.app.jobs.job(caller, job_id))
    return EventStream(followed(desk, caller, job_id, step_after(job_id, last_event_id)))


@router.delete("/jobs/{job_id}", responses=examples.of("job"))
async def cancel_job(job_id: Id, caller: ReaderOrAdmin, desk: AtDesk) -> Response:
    """Ask the caller's own job to stop after the document or step in hand; what is done stays."""
    return answered(await desk.work(lambda: _cancelled(desk, caller, job_id)))


def _page(desk: Desk, caller: Caller, *, limit: int, after: str) -> dict[str, Any]:
    found = desk.app.jobs.jobs(caller, limit=limit + 1, after=after)
    shown = found[:limit]
    return {"jobs": [job_json(one) for one in shown], "next": shown[-1].id if len(found) > limit else None}


def _shown(desk: Desk, caller: Caller, name: str) -> dict[str, Any]:
    job, events = desk.app.jobs.job(caller, name), desk.app.jobs.events(caller, name)
    steps = [job_event_json(one) for one in events]
    return {**job_json(job), "events": steps, "result": document_asking.result(desk, caller, job)}


def accepted(job: dict[str, Any]) -> Response:
    """Return the answer to a request that began a job, which says where the job is."""
    response = answered(job, status=HTTPStatus.ACCEPTED)
    response.headers["Location"] = f"/v1/jobs/{job['id']}"
    return response


def _cancelled(desk: Desk, caller: Caller, name: str) -> dict[str, Any]:
    jobs = desk.app.jobs
    if jobs.job(caller, name).state in (JobState.RUNNING, JobState.INTERRUPTED):
        with suppress(BadInput):
            jobs.cancel(caller, name, at=utc_now())
    return job_json(jobs.job(caller, name))
