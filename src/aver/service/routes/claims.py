"""Claims that people stand behind: looked at by whoever may know of them, decided on by reviewers (J3-J5)."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from aver.flows import claims as flow
from aver.flows.claim_access import one_of
from aver.flows.showing_claims import claim_json, diff_json
from aver.service import examples, operations
from aver.service.bodies import LONGEST_NAME, ChangeBody, ClaimBody, CorrectionBody, DecisionBody, Quoted
from aver.service.callers import AtDesk, ReaderOrReviewer, Reviewer
from aver.service.desk import Desk
from aver.service.once import IdempotencyKey, Made, Once, done_once, once_of
from aver.service.problems import answered
from aver.stages.metadata import readers_of
from aver.values.claims import ClaimState, StoredClaim
from aver.values.governance import Caller, Classification, Governance

router = APIRouter(tags=["claims"])
MOST_LISTED = 200

Id = Annotated[str, Path(max_length=LONGEST_NAME, examples=["clm_0123456789abcdef0123456789abcdef"])]
States = Annotated[list[ClaimState] | None, Query(description="Only versions in one of these states.")]
Limit = Annotated[int, Query(ge=1, le=MOST_LISTED, description="Claims on a page.")]
After = Annotated[str, Query(max_length=LONGEST_NAME, description="`next` of the page before.")]
Version = Annotated[int | None, Query(ge=1, le=1_000_000, description="A version by its number.")]


@router.get("/claims", responses=examples.of("claims"))
async def list_claims(
    caller: ReaderOrReviewer, desk: AtDesk, state: States = None, limit: Limit = 50, after: After = ""
) -> Response:
    """List the claims the caller may know of, by id, with their versions and which of them are in service."""
    states = frozenset(state or ClaimState)
    return answered(
        await desk.work(lambda: operations.claims_listed(desk, caller, states=states, limit=limit, after=after))
    )


@router.post("/claims", status_code=HTTPStatus.CREATED, responses=examples.created("claim"))
async def author_claim(
    request: Request, body: ClaimBody, caller: Reviewer, desk: AtDesk, key: IdempotencyKey = None
) -> Response:
    """Write a claim, cited by its author and by the words it quotes; it is live at once unless it is a draft.

    Its readers are the author alone unless others are named, and never more than those of what it quotes.
    """
    once = once_of(key, request, await request.body())
    return _created(await desk.work(lambda: _once(desk, caller, once, lambda: _authored(desk, caller, body))))


@router.get("/claims/{claim_id}", responses=examples.of("claim"))
async def show_claim(claim_id: Id, caller: ReaderOrReviewer, desk: AtDesk, version: Version = None) -> Response:
    """Show a version of a claim, by default the newest that is not over."""
    return answered(await desk.work(lambda: claim_json(_version(desk, caller, claim_id, version))))


@router.get("/claims/{claim_id}/history", responses=examples.of("claim_history"))
async def show_history(claim_id: Id, caller: ReaderOrReviewer, desk: AtDesk) -> Response:
    """Show every version of a claim and who did what to it, when and why."""
    return answered(await desk.work(lambda: operations.claim(desk, caller, claim_id)))


@router.get("/claims/{claim_id}/diff", responses=examples.of("claim_diff"))
async def show_diff(
    claim_id: Id,
    caller: ReaderOrReviewer,
    desk: AtDesk,
    before: Annotated[Version, Query(alias="from")] = None,
    after: Annotated[Version, Query(alias="to")] = None,
) -> Response:
    """Show what a version changed, by default the newest against the one that it corrects."""
    return answered(await desk.work(lambda: _compared(desk, caller, claim_id, before, after)))


@router.post("/claims/{claim_id}/versions", status_code=HTTPStatus.CREATED, responses=examples.created("claim"))
async def correct_claim(
    request: Request, claim_id: Id, body: CorrectionBody, caller: Reviewer, desk: AtDesk, key: IdempotencyKey = None
) -> Response:
    """Add a version that corrects another, by default the newest; what isn't given stays as it was."""
    once = once_of(key, request, await request.body())
    return _created(
        await desk.work(lambda: _once(desk, caller, once, lambda: _corrected(desk, caller, claim_id, body)))
    )


@router.post("/claims/{claim_id}/freeze", responses=examples.of("claim"))
async def freeze_claim(claim_id: Id, body: DecisionBody, caller: Reviewer, desk: AtDesk) -> Response:
    """Make a version live in the next question of every process; what it cites must say so today."""
    where = operations.at_desk(desk, caller)
    done = await desk.work(lambda: flow.freeze(where, claim_id, number=body.version, reason=body.reason))
    return answered(claim_json(done))


@router.post("/claims/{claim_id}/unfreeze", responses=examples.of("claim"))
async def unfreeze_claim(claim_id: Id, body: DecisionBody, caller: Reviewer, desk: AtDesk) -> Response:
    """Take the live version of a claim out of service, from the next question of every process on."""
    where = operations.at_desk(desk, caller)
    return answered(claim_json(await desk.work(lambda: flow.unfreeze(where, claim_id, reason=body.reason))))


@router.post("/claims/{claim_id}/retire", responses=examples.of("claim_retired"))
async def retire_claim(claim_id: Id, body: DecisionBody, caller: Reviewer, desk: AtDesk) -> Response:
    """End every version of a claim for good; they stay readable."""
    where = operations.at_desk(desk, caller)
    done = await desk.work(lambda: flow.retire(where, claim_id, reason=body.reason))
    return answered({"claim_id": claim_id, "retired": [claim_json(one) for one in done]})


def edited(claim: StoredClaim, body: ChangeBody) -> flow.Draft:
    """Return the draft of a version, with what was given in the place of what it said."""
    content = claim.content
    names = ("kind", "statement", "when", "forbids", "target")
    given = {name: getattr(body, name) for name in names}
    said = {name: getattr(content, name) if one is None else one for name, one in given.items()}
    kept = tuple((one.uri, one.quote) for one in content.citations)
    return flow.Draft(**said, quotes=kept if body.quotes is None else _pairs(body.quotes))


def _once(desk: Desk, caller: Caller, once: Once | None, make: Callable[[], Made]) -> Made:
    """Make a version once; sent again, it is shown as it stands then."""
    return done_once(
        desk,
        caller,
        once,
        make,
        keep=lambda made: {"claim_id": made["claim_id"], "version": made["version"]},
        again=lambda kept: claim_json(_version(desk, caller, kept["claim_id"], kept["version"])),
    )


def _version(desk: Desk, caller: Caller, name: str, number: int | None) -> StoredClaim:
    return one_of(flow.history(operations.at_desk(desk, caller), name)[0], number)


def _authored(desk: Desk, caller: Caller, body: ClaimBody) -> dict[str, Any]:
    own = Governance(
        tenant=caller.tenant,
        readers=frozenset({f"user:{caller.user}"})
        if body.readers is None
        else readers_of(",".join(body.readers), "readers"),
        classification=Classification[(body.classification or "internal").upper()],
        origin_system="claims",
    )
    draft = flow.Draft(
        kind=body.kind,
        statement=body.statement,
        quotes=_pairs(body.quotes),
        when=body.when,
        forbids=body.forbids,
        target=body.target,
    )
    reply_to = flow.asked_in(desk.app.run_log, caller.tenant, body.answers)
    where = operations.at_desk(desk, caller)
    return claim_json(flow.author(where, draft, own=own, live=not body.draft, answers=body.answers, reply_to=reply_to))


def _corrected(desk: Desk, caller: Caller, name: str, body: CorrectionBody) -> dict[str, Any]:
    where = operations.at_desk(desk, caller)
    draft = edited(_version(desk, caller, name, body.version), body)
    return claim_json(flow.correct(where, name, draft, number=body.version, live=not body.draft))


def _compared(desk: Desk, caller: Caller, name: str, before: int | None, after: int | None) -> dict[str, Any]:
    old, new, fields = flow.compared(operations.at_desk(desk, caller), name, before=before, after=after)
    return {"claim_id": name, "from": old.number, "to": new.number, "fields": [diff_json(one) for one in fields]}


def _pairs(quotes: list[Quoted]) -> tuple[tuple[str, str], ...]:
    return tuple((one.uri, one.quote) for one in quotes)


def _created(claim: dict[str, Any]) -> Response:
    response = answered(claim, status=HTTPStatus.CREATED)
    response.headers["Location"] = f"/v1/claims/{claim['claim_id']}"
    return response
