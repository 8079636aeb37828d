"""The review queue: claims that wait for a person, taken, accepted, edited, rejected or left to others (J2)."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from aver.flows import review as flow
from aver.flows.claim_access import one_of
from aver.flows.claim_queue import place_of
from aver.flows.claims import history
from aver.flows.showing_claims import claim_json, waiting_json
from aver.service import examples, operations
from aver.service.bodies import LONGEST_NAME, DecisionBody, EditBody, ReasonedBody, TakeBody
from aver.service.callers import AtDesk, Reviewer
from aver.service.desk import Desk
from aver.service.problems import answered
from aver.service.routes.claims import Id, edited
from aver.values.governance import Caller

router = APIRouter(tags=["review"], prefix="/review")
MOST_LISTED = 500


@router.get("", responses=examples.of("review_queue"))
async def list_queue(
    caller: Reviewer,
    desk: AtDesk,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED, description="Items on a page.")] = 50,
    after: Annotated[str, Query(max_length=LONGEST_NAME, description="`next` of the page before.")] = "",
) -> Response:
    """List what waits and the caller may know of, oldest first; `next` is null on the last page."""
    return answered(await desk.work(lambda: _queue(desk, caller, limit=limit, behind=after)))


@router.post("/next", responses=examples.of("review_taken"))
async def take_next(body: TakeBody, caller: Reviewer, desk: AtDesk) -> Response:
    """Take the next items, which nobody else gets meanwhile; those the caller holds already come first."""
    where = operations.at_desk(desk, caller)
    found = await desk.work(lambda: flow.take(where, count=body.count, minutes=body.minutes))
    return answered({"items": [waiting_json(one) for one in found]})


@router.post("/{claim_id}/accept", responses=examples.of("claim"))
async def accept_claim(claim_id: Id, body: DecisionBody, caller: Reviewer, desk: AtDesk) -> Response:
    """Freeze a candidate, or say that a live claim still holds; it must stand in its source as that is today."""
    return answered(await desk.work(lambda: _accepted(desk, caller, claim_id, body)))


@router.post("/{claim_id}/edit", responses=examples.of("claim"))
async def edit_claim(claim_id: Id, body: EditBody, caller: Reviewer, desk: AtDesk) -> Response:
    """Freeze a corrected version in place of the one that waits; what isn't given stays as it was."""
    return answered(await desk.work(lambda: _edited(desk, caller, claim_id, body)))


@router.post("/{claim_id}/reject", responses=examples.of("claim"))
async def reject_claim(claim_id: Id, body: ReasonedBody, caller: Reviewer, desk: AtDesk) -> Response:
    """Turn a candidate down, or take out of service a live claim that no longer holds."""
    where = operations.at_desk(desk, caller)
    done = await desk.work(lambda: flow.reject(where, claim_id, reason=body.reason, number=body.version))
    return answered(claim_json(done))


@router.post("/{claim_id}/escalate", responses=examples.of("claim"))
async def escalate_claim(claim_id: Id, body: ReasonedBody, caller: Reviewer, desk: AtDesk) -> Response:
    """Leave an item to another reviewer, before the rest of the queue."""
    where = operations.at_desk(desk, caller)
    done = await desk.work(lambda: flow.escalate(where, claim_id, reason=body.reason, number=body.version))
    return answered(claim_json(done))


def _queue(desk: Desk, caller: Caller, *, limit: int, behind: str) -> dict[str, Any]:
    found = flow.queue(operations.at_desk(desk, caller), limit=limit + 1, behind=behind)
    shown = found[:limit]
    return {
        "items": [waiting_json(one) for one in shown],
        "next": place_of(shown[-1].item) if len(found) > limit else None,
    }


def _accepted(desk: Desk, caller: Caller, name: str, body: DecisionBody) -> dict[str, Any]:
    (done,) = flow.accept(operations.at_desk(desk, caller), [name], number=body.version, reason=body.reason)
    if done.claim is None:
        raise done.error or RuntimeError("neither a claim nor an error")
    return claim_json(done.claim)


def _edited(desk: Desk, caller: Caller, name: str, body: EditBody) -> dict[str, Any]:
    where = operations.at_desk(desk, caller)
    base = one_of(history(where, name)[0], body.version)
    return claim_json(flow.edit(where, name, edited(base, body), number=base.number, reason=body.reason))
