"""The review queue: what waits, one item with the words it rests on in their place, and the four decisions (J2)."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from starlette.responses import RedirectResponse, Response

from aver.errors import BadInput
from aver.flows import claims as claims_flow
from aver.flows import review as flow
from aver.flows.claim_access import Desk as ClaimDesk
from aver.flows.claim_access import one_of
from aver.service import operations
from aver.service.callers import AtDesk, Reviewer
from aver.service.desk import Desk
from aver.values.claims import StoredKind
from aver.values.governance import Caller
from aver.web.claim_evidence import evidence_of
from aver.web.posted import Form, Posted
from aver.web.rendering import page
from aver.web.routes.claims import ClaimId

router = APIRouter()
SHOWN = 200
"""Items of the queue on its page."""
Number = Annotated[int, Path(ge=1, le=1_000_000)]


@router.get("/review")
async def review_page(request: Request, caller: Reviewer, desk: AtDesk) -> Response:
    """List what waits, oldest first."""
    found = await desk.work(lambda: flow.queue(operations.at_desk(desk, caller), limit=SHOWN))
    return page(request, "review.html", items=found, shown=SHOWN)


@router.post("/review/next")
async def next_item(request: Request, caller: Reviewer, desk: AtDesk) -> Response:
    """Take the next item, which nobody else gets meanwhile, and go to it."""
    return RedirectResponse(await desk.work(lambda: _next(request, desk, caller)), HTTPStatus.SEE_OTHER)


@router.get("/review/{claim_id}/{number}")
async def item_page(request: Request, claim_id: ClaimId, number: Number, caller: Reviewer, desk: AtDesk) -> Response:
    """Show an item with its evidence; one that was decided meanwhile says so."""
    values = await desk.work(lambda: _shown(desk, caller, claim_id, number))
    return page(request, "item.html", **values)


@router.post("/review/{claim_id}/{number}/accept")
async def accept(
    request: Request, claim_id: ClaimId, number: Number, form: Posted, caller: Reviewer, desk: AtDesk
) -> Response:
    """Freeze the claim, or say that it still holds, and go on to the next item."""

    def decide(where: ClaimDesk) -> None:
        done = flow.accept(where, [claim_id], number=number, reason=form.one("reason"))
        if done[0].error is not None:
            raise done[0].error

    return await _decided(request, desk, caller, decide)


@router.post("/review/{claim_id}/{number}/edit")
async def edit(
    request: Request, claim_id: ClaimId, number: Number, form: Posted, caller: Reviewer, desk: AtDesk
) -> Response:
    """Freeze a corrected version in its place, and go on to the next item."""
    draft, reason = _draft(form), form.one("reason")
    return await _decided(
        request, desk, caller, lambda where: flow.edit(where, claim_id, draft, number=number, reason=reason)
    )


@router.post("/review/{claim_id}/{number}/reject")
async def reject(
    request: Request, claim_id: ClaimId, number: Number, form: Posted, caller: Reviewer, desk: AtDesk
) -> Response:
    """Turn it down with a reason, and go on to the next item."""
    reason = form.one("reason")
    return await _decided(
        request, desk, caller, lambda where: flow.reject(where, claim_id, reason=reason, number=number)
    )


@router.post("/review/{claim_id}/{number}/escalate")
async def escalate(
    request: Request, claim_id: ClaimId, number: Number, form: Posted, caller: Reviewer, desk: AtDesk
) -> Response:
    """Leave it to another reviewer with a reason, and go on to the next item."""
    reason = form.one("reason")
    return await _decided(
        request, desk, caller, lambda where: flow.escalate(where, claim_id, reason=reason, number=number)
    )


async def _decided(request: Request, desk: Desk, caller: Caller, decide: Callable[[ClaimDesk], object]) -> Response:
    """Decide on one item and go on to the next."""

    def work() -> str:
        decide(operations.at_desk(desk, caller))
        return _next(request, desk, caller)

    return RedirectResponse(await desk.work(work), HTTPStatus.SEE_OTHER)


def _next(request: Request, desk: Desk, caller: Caller) -> str:
    """Take the next item and return where it is shown: the queue where none is left."""
    taken = flow.take(operations.at_desk(desk, caller), count=1)
    if not taken:
        return request.url_for("review_page").path
    claim = taken[0].claim
    return request.url_for("item_page", claim_id=claim.id, number=claim.number).path


def _shown(desk: Desk, caller: Caller, name: str, number: int) -> dict[str, Any]:
    where = operations.at_desk(desk, caller)
    claim = one_of(claims_flow.history(where, name)[0], number)
    items = flow.queue(where, limit=SHOWN)
    place = next((at for at, one in enumerate(items) if (one.claim.id, one.claim.number) == (claim.id, number)), None)
    return {
        "claim": claim,
        "item": items[place].item if place is not None else None,
        "at": where.at,
        "before": items[place - 1].claim if place else None,
        "after": items[place + 1].claim if place is not None and place + 1 < len(items) else None,
        "left": len(items),
        "evidence": evidence_of(desk, where, claim),
    }


def _draft(form: Form) -> claims_flow.Draft:
    uris, quotes = form.get("uri", ()), form.get("quote", ())
    try:
        kind = StoredKind(form.one("kind"))
        pairs = tuple((uri.strip(), quote.strip()) for uri, quote in zip(uris, quotes, strict=True) if quote.strip())
    except ValueError as error:
        raise BadInput("the claim can't be read", hint="send the page's own form") from error
    return claims_flow.Draft(
        kind=kind,
        statement=form.one("statement"),
        quotes=pairs,
        when=form.one("when"),
        forbids=form.one("forbids"),
        target=form.one("target"),
    )
