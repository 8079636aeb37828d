"""Documents and chunks: listed, shown and deleted, each caller seeing their own."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from aver.flows.chunk_reading import chunk_with_ancestors
from aver.flows.deletion import delete
from aver.flows.document_json import document_json, receipt_json
from aver.flows.documents import documents, versions_of
from aver.flows.tools import utc_now
from aver.service import examples
from aver.service.bodies import LONGEST_NAME
from aver.service.callers import Admin, AtDesk, Reader
from aver.service.clock import today
from aver.service.problems import answered
from aver.store.store import Store
from aver.values.governance import Caller

router = APIRouter(tags=["documents"])
MOST_LISTED = 500

Id = Annotated[str, Path(max_length=LONGEST_NAME, examples=["doc_0123456789abcdef0123456789abcdef"])]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="Documents on a page.")]
After = Annotated[str, Query(max_length=LONGEST_NAME, description="`next` of the page before.")]


@router.get("/documents", responses=examples.of("documents"))
async def list_documents(caller: Reader, desk: AtDesk, limit: Limit = 100, after: After = "") -> Response:
    """List the documents that the caller may read today, by uri; `next` is null on the last page."""
    return answered(await desk.work(lambda: _page(desk.app.store, caller, limit=limit, after=after)))


@router.get("/documents/{document_id}", responses=examples.of("document"))
async def show_document(document_id: Id, caller: Reader, desk: AtDesk) -> Response:
    """Show the newest version of a document that the caller may read, with its governance."""
    found = await desk.work(lambda: versions_of(desk.app.store, caller, document_id))
    return answered(document_json(found[0]))


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


def _page(store: Store, caller: Caller, *, limit: int, after: str) -> dict[str, Any]:
    found = [one for one in documents(store, caller, today=today()) if one.uri > after]
    shown = found[:limit]
    return {
        "documents": [document_json(one) for one in shown],
        "next": shown[-1].uri if len(found) > limit else None,
    }
