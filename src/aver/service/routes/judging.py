"""Validate, quick and verify: what documents hold, and whether an answer is supported by its sources."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query
from starlette.responses import Response

from aver.app import asking_tools
from aver.flows.quick import quick, quick_json
from aver.flows.scope import document_named
from aver.flows.validate import validate, validated_json
from aver.flows.verify import Standard, verify
from aver.flows.verify_home import home_of, uris_in, verify_in_home
from aver.flows.verify_input import submission_of
from aver.flows.verify_sources import passages_of_texts
from aver.service import examples
from aver.service.bodies import QuickBody, ValidateBody
from aver.service.callers import AtDesk, Reader
from aver.service.clock import today
from aver.service.desk import Desk
from aver.service.problems import answered
from aver.stages.eligibility import eligibility_of
from aver.stages.verifying.wire import verification_json
from aver.values.governance import Caller

router = APIRouter(tags=["judging"])

Answer = Annotated[dict[str, Any], Body(examples=[examples.SUBMISSION])]
Profile = Annotated[str, Query(max_length=40, description="How exact citations have to be.", examples=["legal"])]
Least = Annotated[float, Query(ge=0, le=1, description="The probability of entailment asked for.")]


@router.post("/validate", responses=examples.of("validated"))
async def validate_chunk(body: ValidateBody, caller: Reader, desk: AtDesk) -> Response:
    """Judge a chunk in the light of its document: its role, the document's stance, and who refutes it."""
    return answered(await desk.work(lambda: _validated(desk, caller, body)))


@router.post("/validate/quick", responses=examples.of("quick"))
async def score_quickly(body: QuickBody, caller: Reader, desk: AtDesk) -> Response:
    """Score how a document leans on a query, from -1 (away) to 1 (towards). A first look, never a verdict."""
    return answered(await desk.work(lambda: _quick(desk, caller, body)))


@router.post("/verify", responses=examples.of("verified"))
async def verify_answer(
    answer: Answer, caller: Reader, desk: AtDesk, profile: Profile = "general", least: Least = 0.6
) -> Response:
    """Verify somebody else's answer: claims and sources in, findings out.

    Takes `{"claims": [...], "sources": [...]}`, `{"answer": "prose [1]", "sources": [...]}` or a whole answer of
    `/v1/ask`. Without sources it is verified against what the caller may read here.
    """
    standard = Standard(profile=profile, at_least=least)
    return answered(await desk.work(lambda: _verified(desk, caller, answer, standard)))


def _validated(desk: Desk, caller: Caller, body: ValidateBody) -> dict[str, Any]:
    eligible = eligibility_of(caller, as_of=today())
    found = validate(desk.app.store, desk.app.gauge, body.chunk_id, body.query, eligible=eligible)
    return validated_json(found, body.query)


def _quick(desk: Desk, caller: Caller, body: QuickBody) -> dict[str, Any]:
    version = document_named(desk.app.store, caller, body.document, today=today())
    eligible = eligibility_of(caller, as_of=today())
    found = quick(desk.app.store, desk.app.embedder, body.query, [version.document], eligible=eligible)
    return quick_json(found, body.query, version)


def _verified(desk: Desk, caller: Caller, answer: dict[str, Any], standard: Standard) -> dict[str, Any]:
    submission = submission_of(answer)
    if submission.sources:
        passages = passages_of_texts(submission.sources)
        found = verify(submission, passages, entailment=desk.entailment, standard=standard)
        return verification_json(found) | {"unread": [], "run_ids": []}
    app = desk.app
    home = home_of(app.store, app.run_log, asking_tools(app, tenant=caller.tenant), caller, today=today())
    submission = submission_of(answer, known=uris_in(home))
    found, runs = verify_in_home(submission, home, embedder=app.gauge, entailment=desk.entailment, standard=standard)
    return verification_json(found) | {"unread": [], "run_ids": list(runs)}
