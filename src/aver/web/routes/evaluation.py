"""How good the answers are: the figures and curves of the evaluation that lies in the home."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from aver.errors import NotFound
from aver.service.callers import AtDesk, AuditorOrAdmin
from aver.service.desk import Desk
from aver.values.governance import Caller
from aver.web.evaluated import Evaluated, evaluated
from aver.web.rendering import page

router = APIRouter()


@router.get("/evaluation")
async def evaluation_page(request: Request, caller: AuditorOrAdmin, desk: AtDesk) -> Response:
    """Show the figures under their headings; where there is none the page says how to make one."""
    try:
        found = await desk.work(lambda: _found(desk, caller))
    except NotFound:
        found = None
    return page(request, "evaluation.html", found=found)


@router.get("/evaluation/{chart}.svg")
async def chart(
    chart: Annotated[str, Path(pattern="^(kinds|risk|ablations)$")], caller: AuditorOrAdmin, desk: AtDesk
) -> Response:
    """Draw a chart."""
    found = await desk.work(lambda: _found(desk, caller))
    return Response(found.charts[chart], media_type="image/svg+xml")


def _found(desk: Desk, caller: Caller) -> Evaluated:
    """Return the evaluation, which is of the home's own tenant. Raises NotFound."""
    settings = desk.app.settings
    if caller.tenant != settings.identity.tenant:
        raise NotFound("no evaluation", hint="ask whoever runs this service")
    return evaluated(settings.home)
