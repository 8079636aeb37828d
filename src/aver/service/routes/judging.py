"""Validate, quick and verify: what documents hold, and whether an answer is supported by its sources."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body, Query
from starlette.responses import Response

from aver.flows.verify import Standard
from aver.service import examples, operations
from aver.service.bodies import QuickBody, ValidateBody
from aver.service.callers import AtDesk, Reader
from aver.service.problems import answered

router = APIRouter(tags=["judging"])

Answer = Annotated[dict[str, Any], Body(examples=[examples.SUBMISSION])]
Profile = Annotated[str, Query(max_length=40, description="How exact citations have to be.", examples=["legal"])]
Least = Annotated[float, Query(ge=0, le=1, description="The probability of entailment asked for.")]


@router.post("/validate", responses=examples.of("validated"))
async def validate_chunk(body: ValidateBody, caller: Reader, desk: AtDesk) -> Response:
    """Judge a chunk in the light of its document: its role, the document's stance, and who refutes it."""
    return answered(await desk.work(lambda: operations.validated(desk, caller, chunk=body.chunk_id, query=body.query)))


@router.post("/validate/quick", responses=examples.of("quick"))
async def score_quickly(body: QuickBody, caller: Reader, desk: AtDesk) -> Response:
    """Score how a document leans on a query, from -1 (away) to 1 (towards). A first look, never a verdict."""
    return answered(await desk.work(lambda: operations.scored(desk, caller, document=body.document, query=body.query)))


@router.post("/verify", responses=examples.of("verified"))
async def verify_answer(
    answer: Answer, caller: Reader, desk: AtDesk, profile: Profile = "general", least: Least = 0.6
) -> Response:
    """Verify somebody else's answer: claims and sources in, findings out.

    Takes `{"claims": [...], "sources": [...]}`, `{"answer": "prose [1]", "sources": [...]}` or a whole answer of
    `/v1/ask`. Without sources it is verified against what the caller may read here.
    """
    standard = Standard(profile=profile, at_least=least)
    return answered(await desk.work(lambda: operations.verified(desk, caller, answer, standard)))
