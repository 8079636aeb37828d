"""Many callers over HTTP: the protocol's streamable transport at a path of the service, behind its door.

The door has found the caller of each request by the token that came with it; without one nothing reaches this.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from mcp.server import ServerRequestContext
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.datastructures import Headers
from starlette.types import Receive, Scope, Send

from aver.errors import NotAllowed
from aver.mcp_server.server import server_of
from aver.service.desk import Desk
from aver.service.problems import problem
from aver.values.governance import Caller


class Endpoint:
    """The ASGI application at `path`; it answers while `running` is entered."""

    path = "/mcp"

    def __init__(self, desk: Desk) -> None:
        self._manager = StreamableHTTPSessionManager(
            server_of(desk, _caller_of, has_door=True),
            json_response=True,
            stateless=True,
            max_request_body_size=desk.bounds.body_bytes,
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Answer requests until left. The protocol's package, which tells of every one, tells of trouble alone."""
        logging.getLogger("mcp").setLevel(logging.WARNING)
        async with self._manager.run():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; a page of another origin is turned away, whatever it holds."""
        if _is_foreign(Headers(scope=scope)):
            await problem(HTTPStatus.FORBIDDEN, detail="pages of other origins may not ask")(scope, receive, send)
            return
        await self._manager.handle_request(scope, receive, send)


def _is_foreign(headers: Headers) -> bool:
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc != headers.get("host")


def _caller_of(context: ServerRequestContext[Any, Any]) -> Caller:
    """Return whom the door found for this very request."""
    found = getattr(getattr(context.request, "state", None), "caller", None)
    if not isinstance(found, Caller):
        raise NotAllowed("nobody asks", hint="send a valid key as `Authorization: Bearer TOKEN`")
    return found
