"""What the service counts about itself, for whoever runs it."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response

from aver.errors import NotAllowed
from aver.service import examples
from aver.service.callers import AtDesk, AuditorOrAdmin
from aver.service.measures import CONTENT_TYPE

router = APIRouter(tags=["health"])


@router.get("/metrics", responses=examples.measured())
async def metrics(caller: AuditorOrAdmin, desk: AtDesk) -> Response:
    """Return the counters in Prometheus' text format, to an auditor or admin of the home's own tenant.

    They count what all tenants do together, which is nobody else's business.
    """
    if caller.tenant != desk.app.settings.identity.tenant:
        raise NotAllowed("counters are for the home's own tenant", hint="use a key of that tenant")
    return Response(await desk.look(desk.measures.text), media_type=CONTENT_TYPE)
