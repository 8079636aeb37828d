"""Documents: the list, one with its versions, outline and text, and a page of it with the cited place marked."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query, Request
from starlette.responses import Response

from aver.errors import NotFound
from aver.flows.document_json import document_json
from aver.flows.documents import versions_of
from aver.flows.page_images import page_image
from aver.service import operations
from aver.service.bodies import LONGEST_NAME
from aver.service.callers import AtDesk, Reader, ReaderOrReviewer
from aver.service.desk import Desk
from aver.store.versions import StoredVersion
from aver.values.governance import Caller
from aver.web import places
from aver.web.reaching import file_of
from aver.web.rendering import page

router = APIRouter()
LISTED = 200
SCALE = 1.6
"""Pixels per point of a drawn page."""
MOST = 20_000_000
"""Code points of the longest document (`LimitSettings.max_characters`)."""

DocumentId = Annotated[str, Path(max_length=LONGEST_NAME)]
Name = Annotated[str, Query(max_length=LONGEST_NAME)]
Point = Annotated[int | None, Query(ge=0, le=MOST)]


async def _span(start: Point = None, end: Point = None) -> tuple[int, int] | None:
    return (start, end) if start is not None and end is not None and start < end else None


Span = Annotated[tuple[int, int] | None, Depends(_span)]
"""`[start, end)` of the text, None where nothing is to be marked."""


@router.get("/documents")
async def documents_page(request: Request, caller: Reader, desk: AtDesk, after: Name = "") -> Response:
    """List the documents that the caller may read today, by uri."""
    found = await desk.work(lambda: operations.listed(desk, caller, limit=LISTED, after=after))
    return page(request, "documents.html", documents=found["documents"], next=found["next"])


@router.get("/documents/{document_id}")
async def document_page(
    request: Request,
    document_id: DocumentId,
    caller: ReaderOrReviewer,
    desk: AtDesk,
    span: Span,
    version: Name = "",
    at: Point = None,
) -> Response:
    """Show a version, by default the newest: its governance, outline and text, with a span marked."""
    values = await desk.work(lambda: _shown(desk, caller, document_id, version, at, span))
    return page(request, "document.html", **values)


@router.get("/documents/{document_id}/page.png")
async def page_picture(
    document_id: DocumentId,
    caller: ReaderOrReviewer,
    desk: AtDesk,
    span: Span,
    version: Name = "",
) -> Response:
    """Draw the page of a PDF that shows a span, which is marked; the PDF has to lie where it was ingested from."""
    png = await desk.work(lambda: _drawn(desk, caller, document_id, version, span))
    return Response(png, media_type="image/png")


def _shown(
    desk: Desk, caller: Caller, name: str, version: str, at: int | None, span: tuple[int, int] | None
) -> dict[str, Any]:
    versions = versions_of(desk.app.store, caller, name)
    shown = _one_of(versions, version)
    document = desk.app.store.document(shown)
    placed = places.place(document, span) if span else None
    return {
        "version": document_json(shown),
        "versions": [document_json(one) for one in versions],
        "outline": places.outline(document),
        "window": places.window(document, at, span),
        "length": len(document.text),
        "place": placed,
        "pages": len(document.pages),
        "can_draw": bool(document.pages) and file_of(desk, shown) is not None,
    }


def _drawn(desk: Desk, caller: Caller, name: str, version: str, span: tuple[int, int] | None) -> bytes:
    shown = _one_of(versions_of(desk.app.store, caller, name), version)
    data = file_of(desk, shown)
    if data is None:
        raise NotFound(f"{shown.uri} has no page to draw", hint="only a PDF that lies where it was has pages")
    return page_image(desk.app.store, caller, name, data=data, page=None, span=span, scale=SCALE).png


def _one_of(versions: tuple[StoredVersion, ...], version: str) -> StoredVersion:
    """Return the version with that id, or the newest where none is named. Raises NotFound."""
    found = next((one for one in versions if version in ("", one.id)), None)
    if found is None:
        raise NotFound("no such version", hint="the document's page lists those you may read")
    return found
