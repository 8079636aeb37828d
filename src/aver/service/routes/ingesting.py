"""Documents in: a folder of the service's own machine, or one document as it is sent; both as a job."""

from __future__ import annotations

import hashlib
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from aver.errors import UnsupportedFormat
from aver.flows.jobs.ingest_asked import Asked
from aver.flows.showing_jobs import job_json
from aver.parsers.dispatch import SUPPORTED, suffix_of
from aver.service import examples
from aver.service.bodies import IngestBody, Level, Principal
from aver.service.callers import Admin, AtDesk
from aver.service.desk import Desk
from aver.service.once import IdempotencyKey, done_once, once_of
from aver.service.routes.jobs import accepted
from aver.service.uploading import MEDIA_TYPE, kept, upload_uri
from aver.values.governance import Caller
from aver.values.identity import document_id

router = APIRouter(tags=["ingesting"])
LONGEST_DOCUMENT_NAME = 500
_BINARY = {"content": {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}, "required": True}

Name = Annotated[
    str,
    Query(
        min_length=1,
        max_length=LONGEST_DOCUMENT_NAME,
        description="What it is called; its ending says what kind of document it is.",
        examples=["leave/notice.md"],
    ),
]
ReadBy = Annotated[
    list[Principal] | None, Query(max_length=100, description="Who may read it; else as the home says, mostly nobody.")
]


@router.post("/ingest", status_code=HTTPStatus.ACCEPTED, responses=examples.accepted("job"))
async def ingest_folder(
    request: Request, body: IngestBody, caller: Admin, desk: AtDesk, key: IdempotencyKey = None
) -> Response:
    """Ingest a folder or file of the service's own machine as a job: what `aver ingest` does.

    It has to lie below a folder that `ingest_roots` of [service] names for the caller's tenant; what lies elsewhere and
    what isn't there answer alike.
    """
    once = once_of(key, request, await request.body())
    return accepted(await desk.work(lambda: done_once(desk, caller, once, lambda: _from_folder(desk, caller, body))))


@router.post(
    "/documents",
    status_code=HTTPStatus.ACCEPTED,
    responses=examples.accepted("upload"),
    openapi_extra={"requestBody": _BINARY},
)
async def upload_document(
    request: Request,
    name: Name,
    caller: Admin,
    desk: AtDesk,
    readers: ReadBy = None,
    classification: Annotated[Level, Query(description="How far it may travel.")] = None,
    key: IdempotencyKey = None,
) -> Response:
    """Ingest the document that is the body, as it is, as a job.

    Its uri is `upload://USER/NAME`, so that nobody overwrites what others sent; the same name again is a new version.
    """
    uri = upload_uri(caller.user, name)
    if suffix_of(uri) not in SUPPORTED:
        raise UnsupportedFormat("no parser takes documents of such a name", hint="name it with its usual ending")
    file = await kept(request, desk.ingesting.uploads, desk.bounds)
    asked = Asked(paths=(str(file),), readers=_listed(readers), classification=classification, uri=uri, served=True)
    job = await desk.work(lambda: _uploaded(desk, caller, asked, file, request, key))
    return accepted(job | {"document_id": document_id(tenant=caller.tenant, uri=uri)})


def _uploaded(
    desk: Desk, caller: Caller, asked: Asked, file: Path, request: Request, key: str | None
) -> dict[str, Any]:
    """Begin a job that has the file from now on; without one it is deleted."""
    taken = False

    def begun() -> dict[str, Any]:
        nonlocal taken
        made = _begun(desk, caller, asked)
        taken = True
        return made

    try:
        once = once_of(key, request, "" if key is None else _hash(file))
        return done_once(desk, caller, once, begun)
    finally:
        if not taken:
            file.unlink(missing_ok=True)


def _hash(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _from_folder(desk: Desk, caller: Caller, body: IngestBody) -> dict[str, Any]:
    below = partial(desk.ingesting.below_roots, caller.tenant)
    asked = Asked(
        paths=(str(below(body.path)),),
        meta=None if body.meta is None else str(below(body.meta)),
        folder_meta=body.folder_meta,
        readers=_listed(body.readers),
        classification=body.classification,
        profile=body.profile,
        chunker=body.chunker,
        served=True,
    )
    return _begun(desk, caller, asked)


def _begun(desk: Desk, caller: Caller, asked: Asked) -> dict[str, Any]:
    return job_json(desk.ingesting.begin(caller, asked))


def _listed(readers: list[str] | None) -> str | None:
    return None if readers is None else ",".join(readers)
