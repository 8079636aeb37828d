"""Signing in with a key, once, and out again."""

from __future__ import annotations

import asyncio
from http import HTTPStatus

from starlette.requests import ClientDisconnect, Request
from starlette.responses import RedirectResponse, Response

from aver.errors import BadInput, NotAllowed
from aver.service.desk import Desk
from aver.service.door import PAGES, Identify
from aver.web.posted import Form, form_of, refuse_foreign
from aver.web.problem_pages import problem_page
from aver.web.rendering import page
from aver.web.sessions import Sessions, kept

SIGN_IN = f"{PAGES}sign-in"
SIGN_OUT = f"{PAGES}sign-out"
FIRST = f"{PAGES}ask"
LONGEST_BODY = 8_192
BODY_SECONDS = 10.0


class Signing:
    """What the two pages need: somewhere to look a key up, who is behind one, and the sessions."""

    def __init__(self, desk: Desk, identify: Identify, sessions: Sessions, *, issuer: str | None = None) -> None:
        """With `issuer`, the name of its host, the page has a way there too."""
        self._desk = desk
        self._identify = identify
        self._sessions = sessions
        self._issuer = issuer

    async def answer(self, request: Request) -> Response:
        """Return the page, or where to go on."""
        signs_in = request.url.path == SIGN_IN
        if request.method == "GET" and signs_in:
            return self._page(request, HTTPStatus.OK, inside(request.query_params.get("to", "")))
        if request.method != "POST":
            return problem_page(request, HTTPStatus.METHOD_NOT_ALLOWED)
        try:
            form = await _form(request)
        except (BadInput, NotAllowed, TimeoutError, ClientDisconnect):
            return problem_page(request, HTTPStatus.FORBIDDEN)
        return await self._signed_in(request, form) if signs_in else self._signed_out(request)

    def _page(self, request: Request, status: HTTPStatus, to: str) -> Response:
        refused = status is not HTTPStatus.OK
        return page(request, "sign-in.html", status=status, to=to, refused=refused, issuer=self._issuer)

    async def _signed_in(self, request: Request, form: Form) -> Response:
        token, host, to = form.one("key"), request.headers.get("host", ""), inside(form.one("to"))
        if not token.isascii() or await self._desk.look(lambda: self._identify(token or None, host)) is None:
            return self._page(request, HTTPStatus.UNAUTHORIZED, to)
        self._sessions.close(request.state.visit.id)
        answer = RedirectResponse(to, HTTPStatus.SEE_OTHER)
        answer.headers["Set-Cookie"] = kept(self._sessions.open(token), host)
        return answer

    def _signed_out(self, request: Request) -> Response:
        self._sessions.close(request.state.visit.id)
        answer = RedirectResponse(SIGN_IN, HTTPStatus.SEE_OTHER)
        answer.headers["Set-Cookie"] = kept(self._sessions.visit(None), request.headers.get("host", ""))
        return answer


async def _form(request: Request) -> Form:
    """Return the form of a request that the door hasn't read. Raises BadInput, NotAllowed and TimeoutError."""
    body = b""
    async with asyncio.timeout(BODY_SECONDS):
        async for part in request.stream():
            body += part
            if len(body) > LONGEST_BODY:
                raise BadInput("the form is too long", hint="send the page's own form")
    form = form_of(body)
    refuse_foreign(form, request.state.visit, site=request.headers.get("sec-fetch-site", ""))
    return form


def inside(to: str) -> str:
    """Return where to go on, the first page unless it is a page of ours."""
    inside = to.startswith(PAGES) and to.isprintable() and "\\" not in to and "//" not in to
    return to if inside else FIRST
