"""Claims that people stand behind: the list, and one with every version, what it changed and what was done to it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from aver.flows import claims as flow
from aver.service import operations
from aver.service.bodies import LONGEST_NAME
from aver.service.callers import AtDesk, ReaderOrReviewer
from aver.service.desk import Desk
from aver.stages.claim_diff import diff
from aver.values.claims import StoredClaim
from aver.values.governance import Caller
from aver.web.rendering import page

router = APIRouter()
ClaimId = Annotated[str, Path(max_length=LONGEST_NAME)]


@router.get("/claims")
async def claims_page(request: Request, caller: ReaderOrReviewer, desk: AtDesk) -> Response:
    """List the claims that the caller may know of, each in its newest version."""
    found = await desk.work(lambda: _newest(desk, caller))
    return page(request, "claims.html", claims=found)


@router.get("/claims/{claim_id}")
async def claim_page(request: Request, claim_id: ClaimId, caller: ReaderOrReviewer, desk: AtDesk) -> Response:
    """Show a claim: every version with what it changed, and who did what when."""
    versions, events = await desk.work(lambda: flow.history(operations.at_desk(desk, caller), claim_id))
    return page(request, "claim.html", id=claim_id, versions=_with_changes(versions), events=events)


def _newest(desk: Desk, caller: Caller) -> list[flow.Listed]:
    found = flow.listed(operations.at_desk(desk, caller), desk.app.claims)
    by_claim: dict[str, flow.Listed] = {}
    for one in found:
        known = by_claim.get(one.claim.id)
        if known is None or one.in_service or (not known.in_service and one.claim.number > known.claim.number):
            by_claim[one.claim.id] = one
    return sorted(by_claim.values(), key=lambda one: (not one.in_service, one.claim.changed_at))


def _with_changes(versions: tuple[StoredClaim, ...]) -> list[tuple[StoredClaim, Any]]:
    """Return the versions, newest first, each with the fields that it changed of the one it corrects."""
    by_number = {one.number: one for one in versions}
    pairs = ((one, by_number.get(one.supersedes or 0)) for one in reversed(versions))
    return [(one, diff(old.content, one.content) if old else ()) for one, old in pairs]
