"""The application: a desk, a door before it, and the routes behind it. No logic."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from fastapi import APIRouter, FastAPI, Security
from fastapi.security import HTTPBearer
from starlette.types import Receive, Scope, Send

from aver import __version__
from aver.app import App
from aver.service import document_asking
from aver.service.desk import Bounds, Desk
from aver.service.door import Door, Identify
from aver.service.problems import add_problems
from aver.service.readiness import Readiness
from aver.service.routes import (
    asking,
    audit,
    chat,
    claims,
    documents,
    health,
    ingesting,
    jobs,
    judging,
    metrics,
    review,
    runs,
)

if TYPE_CHECKING:
    from aver.service.spans import Spans

PREFIX = "/v1"
_GROUPS = (asking, chat, judging, documents, ingesting, jobs, claims, review, runs, audit)
_KEY = HTTPBearer(auto_error=False, scheme_name="key", description="A token of `aver keys create`.")
_NOTHING: Mapping[str, str] = MappingProxyType({})


class Beside(Protocol):
    """Another edge at a path of its own, behind the same door; it answers while `running` is entered."""

    path: str

    def running(self) -> AbstractAsyncContextManager[None]: ...

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None: ...


def service(
    app: App,
    identify: Identify,
    *,
    bounds: Bounds | None = None,
    environment: Mapping[str, str] = _NOTHING,
    beside: Callable[[Desk], Beside] | None = None,
    spans: Spans | None = None,
    first: Desk | None = None,
) -> FastAPI:
    """Return the ASGI application that serves an open home to the callers that `identify` knows.

    It closes the home when it is shut down. `environment` holds the variables that settings name for keys of models.
    `beside` makes another edge over the same desk, to which requests are posted; runs are told to `spans`. `first` is
    the desk of another home in the same service, whose models this one shares.
    """
    desk = Desk(app, environment, app.settings.service if bounds is None else bounds, spans=spans, beside=first)
    made = FastAPI(
        title="Aver",
        version=__version__,
        summary="Answers questions from documents and is never silently wrong.",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_lifespan,
    )
    made.state.desk = desk
    made.state.beside = None if beside is None else beside(desk)
    made.state.readiness = Readiness(app)
    for group in _GROUPS:
        made.include_router(_behind_the_door(group.router))
    made.include_router(metrics.router, dependencies=[Security(_KEY)])
    made.include_router(health.router)
    if made.state.beside is not None:
        made.add_route(made.state.beside.path, made.state.beside, methods=["POST"])
    add_problems(made)
    made.add_middleware(Door, desk=desk, identify=identify)
    return made


def _behind_the_door(group: APIRouter) -> APIRouter:
    """Return the routes of a group, described as needing a key; the door is what demands it."""
    router = APIRouter(prefix=PREFIX, dependencies=[Security(_KEY)])
    router.include_router(group)
    return router


@asynccontextmanager
async def _lifespan(made: FastAPI) -> AsyncIterator[None]:
    desk: Desk = made.state.desk
    beside: Beside | None = made.state.beside
    await desk.look(desk.ingesting.take_up)
    await desk.look(partial(document_asking.take_up, desk))
    async with nullcontext() if beside is None else beside.running():
        yield
    desk.close()
