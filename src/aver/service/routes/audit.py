"""Who was shown which version of a document, for auditors (M7)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from aver.flows.viewing import checked_json, view_json
from aver.service import examples
from aver.service.bodies import LONGEST_NAME
from aver.service.callers import AtDesk, Auditor
from aver.service.desk import Desk
from aver.service.problems import answered
from aver.values.governance import Caller

router = APIRouter(tags=["audit"])
MOST_LISTED = 500

Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="Rows on a page.")]
Before = Annotated[int | None, Query(ge=1, le=2**53, description="`next` of the page before.")]
User = Annotated[str | None, Query(max_length=LONGEST_NAME, description="Only what this user was shown.")]
Named = Annotated[
    str, Query(max_length=LONGEST_NAME, description="Only rows with this document id, version id or content hash.")
]


@router.get("/audit/views", responses=examples.of("views"))
async def list_views(
    caller: Auditor, desk: AtDesk, limit: Limit = 100, after: Before = None, user: User = None, document: Named = ""
) -> Response:
    """List who of the tenant was shown which version, newest first; `next` is null on the last page."""
    return answered(await desk.work(lambda: _page(desk, caller, limit, after, user=user, document=document)))


@router.get("/audit/check", responses=examples.of("views_checked"))
async def check_views(caller: Auditor, desk: AtDesk) -> Response:
    """Compute every signature of the tenant's record anew; keep `head` elsewhere to notice what is cut off later."""
    return answered(checked_json(await desk.work(lambda: desk.views.check(caller.tenant))))


def _page(
    desk: Desk, caller: Caller, limit: int, after: int | None, *, user: str | None, document: str
) -> dict[str, Any]:
    found = desk.views.views(caller.tenant, limit=limit + 1, before=after, user=user, document=document)
    shown = found[:limit]
    return {"views": [view_json(one) for one in shown], "next": shown[-1].n if len(found) > limit else None}
