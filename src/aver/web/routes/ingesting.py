"""Documents in: the form that sends one, and the caller's jobs with what became of each."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from aver.errors import NotFound
from aver.flows.documents import versions_of
from aver.parsers.dispatch import SUPPORTED
from aver.service.bodies import LONGEST_NAME
from aver.service.callers import Admin, AtDesk, ReaderOrAdmin
from aver.service.desk import Desk
from aver.values.governance import Caller, Classification
from aver.values.identity import document_id
from aver.values.jobs import JobKind, JobState
from aver.web.rendering import page

router = APIRouter()
SHOWN = 50
"""Jobs on the list."""


@router.get("/upload")
async def upload_page(request: Request, caller: Admin, desk: AtDesk) -> Response:
    """Show the form; its script sends the file as it is to the service's own upload."""
    levels = [one.name.lower() for one in Classification]
    known = sorted(caller.principals)
    most = desk.bounds.upload_bytes
    return page(request, "upload.html", kinds=sorted(SUPPORTED), levels=levels, known=known, most=most)


@router.get("/jobs")
async def jobs_page(request: Request, caller: ReaderOrAdmin, desk: AtDesk) -> Response:
    """List the caller's newest jobs."""
    found = await desk.work(lambda: desk.app.jobs.jobs(caller, limit=SHOWN))
    return page(request, "jobs.html", jobs=found)


@router.get("/jobs/{job_id}")
async def job_page(
    request: Request, job_id: Annotated[str, Path(max_length=LONGEST_NAME)], caller: ReaderOrAdmin, desk: AtDesk
) -> Response:
    """Show how far the caller's own job is; the page loads itself again while it goes on."""
    values = await desk.work(lambda: _shown(desk, caller, job_id))
    return page(request, "job.html", **values)


def _shown(desk: Desk, caller: Caller, name: str) -> dict[str, Any]:
    job = desk.app.jobs.job(caller, name)
    uri = dict(job.arguments).get("uri")
    return {
        "job": job,
        "goes_on": job.state is JobState.RUNNING,
        "events": desk.app.jobs.events(caller, name),
        "document": _document(desk, caller, str(uri)) if uri else None,
        "run": job.detail if job.kind is JobKind.ASK and job.state is JobState.DONE else None,
    }


def _document(desk: Desk, caller: Caller, uri: str) -> str | None:
    """Return the id of what was uploaded where the caller may read it by now."""
    name = document_id(tenant=caller.tenant, uri=uri)
    try:
        versions_of(desk.app.store, caller, name)
    except NotFound:
        return None
    return name
