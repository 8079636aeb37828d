"""The door: nothing comes in unless a key stands for a caller, there is room, and the body is small enough.

In order: 1 the few public paths, 2 room for one more request, 3 who asks, 4 room for that tenant, 5 the kind of body,
6 the body itself, read whole unless it is an upload. A route that is added later is behind the door without saying so.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import TypeAlias

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aver.service.desk import Desk
from aver.service.problems import problem, problem_of_fault
from aver.service.witness import operation_of, witnessed
from aver.values.governance import Caller

Identify: TypeAlias = Callable[[str | None, str], Caller | None]
"""The token, None without one, and the Host header, to the caller that they stand for; it may block."""

PUBLIC = frozenset({"/healthz", "/readyz", "/openapi.json"})
PAGES = "/web/"
"""Below this are the pages for people, whose forms carry a token of their session (`aver.web.posted`)."""
UPLOAD = ("POST", "/v1/documents")
"""The one operation that reads its body itself, piece by piece into a file, and bounds it itself."""
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}
_LONGEST_TOKEN = 8_192


class Door:
    """ASGI middleware that answers what may not come in, and puts the caller of the rest in `state.caller`."""

    def __init__(self, app: ASGIApp, *, desk: Desk, identify: Identify) -> None:
        self.app = app
        self._desk = desk
        self._identify = identify

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self._measured(scope, receive, with_headers(send))
        else:
            await send({"type": "websocket.close", "code": 1008, "reason": ""})

    async def _measured(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count the request by what answered it."""
        since, status = time.perf_counter(), 0

        async def noting(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            await send(message)

        try:
            await self._guarded(scope, receive, noting)
        finally:
            self._desk.measures.requested(operation_of(scope), status, time.perf_counter() - since)

    async def _guarded(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a bug as a problem, unless the answer has begun."""
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._enter(scope, receive, noting)
        except Exception as error:
            if begun:
                raise
            await problem_of_fault(error)(scope, receive, send)

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] in PUBLIC:
            await self.app(scope, receive, send)
            return
        if self._desk.is_full:
            await problem(HTTPStatus.SERVICE_UNAVAILABLE)(scope, receive, send)
            return
        with self._desk.taken():
            headers = Headers(scope=scope)
            token, host = token_of(headers), headers.get("host", "")
            caller = await self._desk.look(lambda: self._identify(token, host))
            if caller is None:
                await problem(HTTPStatus.UNAUTHORIZED)(scope, receive, send)
                return
            with self._desk.taken_for(caller.tenant) as refused:
                if refused is not None:
                    await problem(refused)(scope, receive, send)
                    return
                scope.setdefault("state", {})["caller"] = caller
                await self._with_body(scope, receive, witnessed(scope, send, partial(self._desk.witness, caller)))

    async def _with_body(self, scope: Scope, receive: Receive, send: Send) -> None:
        if (scope["method"], scope["path"]) == UPLOAD:
            await self.app(scope, receive, send)
            return
        bounds = self._desk.bounds
        try:
            async with asyncio.timeout(bounds.body_seconds):
                body = await _body(Headers(scope=scope), receive, most=bounds.body_bytes)
        except TimeoutError:
            body = HTTPStatus.REQUEST_TIMEOUT
        if body is None:
            return
        if isinstance(body, bytes) and body and _kind(Headers(scope=scope)) != _kind_at(scope["path"]):
            body = HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        if isinstance(body, HTTPStatus):
            await problem(body, headers={"Connection": "close"})(scope, receive, send)
            return
        await self.app(scope, _given(body, receive), send)


def token_of(headers: Headers) -> str | None:
    """Return the token that a request brings, None for none that could be one."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and 0 < len(token) <= _LONGEST_TOKEN else None


def _kind(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()


def _kind_at(path: str) -> str:
    """Return the kind of body taken at `path`: a page's forms prove where they come from, anything else is JSON."""
    return "application/x-www-form-urlencoded" if path.startswith(PAGES) else "application/json"


async def _body(headers: Headers, receive: Receive, *, most: int) -> bytes | HTTPStatus | None:
    """Return the whole body, why it is not taken, or None where the client is gone."""
    said = headers.get("content-length", "")
    if said.isdecimal() and int(said[:20]) > most:
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    parts: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        part = message.get("body", b"")
        size += len(part)
        if size > most:
            return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        parts.append(part)
        if not message.get("more_body", False):
            return b"".join(parts)


def _given(body: bytes, receive: Receive) -> Receive:
    """Return what hands out the body that was read, then whatever the connection says next."""
    pending = [body]

    async def again() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return again


def with_headers(send: Send) -> Send:
    """Return what sends a response with the headers that every answer has, unless it brings its own."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending
