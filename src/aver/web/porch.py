"""The porch before the door: a browser's cookie becomes the token that the door asks for, a problem becomes a page.

It opens nothing itself. Below `/web/` only what somebody signed in with is handed on, never a header of the browser's
own; signing in, out and the few files that pages load are the only things that need no caller.
"""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aver.errors import NotAllowed
from aver.service.desk import Desk
from aver.service.door import PAGES, UPLOAD, Identify, with_headers
from aver.service.issuer_sign_in import BACK, IssuerSignIn
from aver.web.assets import ROOT, asset
from aver.web.issuer_signing import START, IssuerSigning
from aver.web.posted import PROOF, refuse_foreign
from aver.web.problem_pages import Heard, problem_page
from aver.web.sessions import COOKIE, Sessions, kept
from aver.web.signing import FIRST, SIGN_IN, SIGN_OUT, Signing

SEND = ("POST", f"{PAGES}send")
"""Where a page's script sends a document to, as the body that the service's own upload takes."""

_ROOTS = frozenset({"/", PAGES, PAGES.rstrip("/")})


class Porch:
    """ASGI middleware around the whole service; everything outside the pages passes through untouched."""

    def __init__(self, app: ASGIApp, *, desk: Desk, identify: Identify, attempts: IssuerSignIn | None = None) -> None:
        """With `attempts` somebody can sign in through an issuer too."""
        self.app = app
        self._desk = desk
        self._sessions = Sessions()
        by_key = Signing(desk, identify, self._sessions, issuer=None if attempts is None else attempts.issuer)
        self._signs = {SIGN_IN: by_key.answer, SIGN_OUT: by_key.answer}
        if attempts is not None:
            through = IssuerSigning(desk, identify, self._sessions, attempts)
            self._signs |= {START: through.answer, BACK: through.answer}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or not (scope["path"] in _ROOTS or scope["path"].startswith(PAGES)):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        sent = cookie_parser(headers.get("cookie", "")).get(COOKIE)
        visit = self._sessions.visit(sent)
        scope.setdefault("state", {})["visit"] = visit
        if scope["path"].startswith(ROOT):
            await _file(Request(scope, receive))(scope, receive, with_headers(send))
            return
        sending = with_headers(send if sent == visit.id else _keeping(send, kept(visit, headers.get("host", ""))))
        if scope["path"] in _ROOTS:
            await RedirectResponse(FIRST, HTTPStatus.SEE_OTHER)(scope, receive, sending)
        elif scope["path"] in self._signs:
            await self._sign(Request(scope, receive), sending)
        elif (scope["method"], scope["path"]) == SEND:
            await self._send_on(Request(scope, receive), sending)
        else:
            await self._within(Request(scope, receive), sending)

    async def _sign(self, request: Request, send: Send) -> None:
        """Sign somebody in or out, which needs no caller but the same room as everything else."""
        if self._desk.is_full:
            answer: Response = problem_page(request, HTTPStatus.SERVICE_UNAVAILABLE)
        else:
            with self._desk.taken():
                answer = await self._signs[request.url.path](request)
        await answer(request.scope, request.receive, send)

    async def _send_on(self, request: Request, send: Send) -> None:
        """Hand a document to the service's own upload once its headers prove that a page of the session sends it."""
        proof = {PROOF: (request.headers.get(f"x-{PROOF}", ""),)}
        try:
            refuse_foreign(proof, request.state.visit, site=request.headers.get("sec-fetch-site", ""))
        except NotAllowed:
            await problem_page(request, HTTPStatus.FORBIDDEN)(request.scope, request.receive, send)
            return
        path = UPLOAD[1]
        await self._within(request, send, {**request.scope, "path": path, "raw_path": path.encode()})

    async def _within(self, request: Request, send: Send, wanted: Scope | None = None) -> None:
        """Hand the request, or the one `wanted` in its place, to the door with the token of the visit.

        What is refused is shown as a page.
        """
        scope, visit = request.scope, request.state.visit
        token = self._sessions.token_of(visit.id)
        others = [pair for pair in scope["headers"] if pair[0] != b"authorization"]
        own = [(b"authorization", f"Bearer {token}".encode())] if token else []
        heard = Heard(send)
        await self.app({**(wanted or scope), "headers": [*others, *own]}, request.receive, heard.take)
        if heard.problem is None:
            return
        if heard.problem is not HTTPStatus.UNAUTHORIZED:
            answer = problem_page(request, heard.problem, heard.members, headers=heard.headers)
        else:
            self._sessions.close(visit.id)
            scope["state"]["visit"] = self._sessions.visit(visit.id)
            answer = RedirectResponse(f"{SIGN_IN}?to={_wanted(request)}", HTTPStatus.SEE_OTHER)
        await answer(scope, request.receive, send)


def _file(request: Request) -> Response:
    found = asset(request.url.path.removeprefix(ROOT)) if request.method in ("GET", "HEAD") else None
    return found or problem_page(request, HTTPStatus.NOT_FOUND)


def _wanted(request: Request) -> str:
    """Return where to go on once somebody has signed in: what a browser can ask for again by itself."""
    if request.method != "GET":
        return quote(FIRST, safe="")
    query = f"?{request.url.query}" if request.url.query else ""
    return quote(f"{request.url.path}{query}", safe="")


def _keeping(send: Send, cookie: str) -> Send:
    """Return what sends a response with a cookie, unless it brings its own."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start" and not any(n == b"set-cookie" for n, _ in message["headers"]):
            message = {**message, "headers": [*message["headers"], (b"set-cookie", cookie.encode())]}
        await send(message)

    return sending
