"""Documents and chunks: listed, shown and deleted, each caller seeing their own."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from aver.flows.chunk_reading import chunk_with_ancestors
from aver.flows.deletion import delete
from aver.flows.document_json import receipt_json
from aver.flows.tools import utc_now
from aver.service import examples, operations
from aver.service.bodies import LONGEST_NAME
from aver.service.callers import Admin, AtDesk, Reader
from aver.service.clock import today
from aver.service.problems import answered

router = APIRouter(tags=["documents"])
MOST_LISTED = 500

Id = Annotated[str, Path(max_length=LONGEST_NAME, examples=["doc_0123456789abcdef0123456789abcdef"])]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="Documents on a page.")]
After = Annotated[str, Query(max_length=LONGEST_NAME, description="`next` of the page before.")]


@router.get("/documents", responses=examples.of("documents"))
async def list_documents(caller: Reader, desk: AtDesk, limit: Limit = 100, after: After = "") -> Response:
    """List the documents that the caller may read today, by uri; `next` is null on the last page."""
    return answered(await desk.work(lambda: operations.listed(desk, caller, limit=limit, after=after)))


@router.get("/documents/{document_id}", responses=examples.of("document"))
async def show_document(document_id: Id, caller: Reader, desk: AtDesk) -> Response:
    """Show the newest version of a document that the caller may read, with its governance."""
    return answered(await desk.work(lambda: operations.document(desk, caller, document_id)))


@router.delete("/documents/{document_id}", responses=examples.of("receipt"))
async def delete_document(document_id: Id, caller: Admin, desk: AtDesk) -> Response:
    """Delete what the caller may read of a document, with everything derived from it; the receipt says what went."""
    receipt = await desk.work(lambda: delete(desk.app.store, caller, document_id, at=utc_now()))
    return answered(receipt_json(receipt))


@router.get("/chunks/{chunk_id}", responses=examples.of("chunk"))
async def show_chunk(
    chunk_id: Annotated[str, Path(max_length=LONGEST_NAME, examples=["chk_0123456789abcdef0123456789abcdef"])],
    caller: Reader,
    desk: AtDesk,
) -> Response:
    """Show a chunk with the sections that it lies in, from the document down."""
    return answered(await desk.work(lambda: chunk_with_ancestors(desk.app.store, caller, chunk_id, today=today())))
