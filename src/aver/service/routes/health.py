"""Health: whether the process lives, and whether it could answer a question now."""

from __future__ import annotations

from http import HTTPStatus

from fastapi import APIRouter, Request
from starlette.responses import Response

from aver.service import examples
from aver.service.callers import AtDesk
from aver.service.problems import answered, problem
from aver.service.readiness import Readiness

router = APIRouter(tags=["health"])


@router.get("/healthz", responses=examples.public("health"))
async def live() -> Response:
    """Say that the process lives; it promises nothing else."""
    return answered({"status": "ok"})


@router.get("/readyz", responses=examples.public("readiness"))
async def ready(request: Request, desk: AtDesk) -> Response:
    """Say whether the store can be read, the encoder encodes and there is room for a request; else 503."""
    readiness: Readiness = request.app.state.readiness
    checks = {"room": not desk.is_full, **await readiness.parts()}
    said = {name: "ok" if works else "failing" for name, works in checks.items()}
    if all(checks.values()):
        return answered({"status": "ok", "checks": said})
    return problem(HTTPStatus.SERVICE_UNAVAILABLE, detail="not every part works", checks=said)
