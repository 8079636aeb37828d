"""Signing in through an issuer: there and back again, with a cookie of the attempt's own.

The session's cookie isn't sent where another site leads here, so the way back is known by one that is, to this path
alone. What comes of it is a page that goes on by itself: a redirect would still count as the other site's.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http import HTTPStatus
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from aver.errors import AverError
from aver.service.desk import Desk
from aver.service.door import PAGES, Identify
from aver.service.issuer_sign_in import BACK, LASTS_SECONDS, IssuerSignIn
from aver.web.problem_pages import problem_page
from aver.web.rendering import page
from aver.web.sessions import Sessions, is_here, kept
from aver.web.signing import inside

START = f"{PAGES}sign-in/issuer"
COOKIE = "aver_sign_in"
MOST_AT_ONCE = 8
"""Browsers for which the issuer is asked at once; nobody has to be known to begin, so no more room is given to this."""
_LONGEST = 4_096
"""Characters of a code, a state and a name."""
Result = TypeVar("Result")


class IssuerSigning:
    """What the two addresses need: the attempts, where a token is looked up, and the sessions."""

    def __init__(self, desk: Desk, identify: Identify, sessions: Sessions, attempts: IssuerSignIn) -> None:
        self._desk = desk
        self._identify = identify
        self._sessions = sessions
        self._attempts = attempts
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="service-sign-in")
        self._asking = 0

    async def answer(self, request: Request) -> Response:
        """Return the way to the issuer, or what came of the way back."""
        if request.method != "GET":
            return problem_page(request, HTTPStatus.METHOD_NOT_ALLOWED)
        if self._asking >= MOST_AT_ONCE:
            return problem_page(request, HTTPStatus.SERVICE_UNAVAILABLE)
        self._asking += 1
        try:
            return await (self._started(request) if request.url.path == START else self._come_back(request))
        finally:
            self._asking -= 1

    async def _started(self, request: Request) -> Response:
        name, attempt = self._attempts.begun(inside(request.query_params.get("to", "")))
        try:
            address = await self._asked(lambda: self._attempts.address(attempt))
        except (AverError, ValueError, RecursionError):
            return problem_page(request, HTTPStatus.SERVICE_UNAVAILABLE)
        answer = RedirectResponse(address, HTTPStatus.SEE_OTHER)
        answer.headers["Set-Cookie"] = _cookie(name, LASTS_SECONDS, request)
        return answer

    async def _come_back(self, request: Request) -> Response:
        """End the attempt, whatever comes of it, and open a session for a token that opens this service."""
        sent = {name: request.query_params.get(name, "")[:_LONGEST] for name in ("state", "code", "iss")}
        attempt = self._attempts.ended(request.cookies.get(COOKIE, "")[:_LONGEST], sent["state"])
        if attempt is None or not sent["code"] or not self._attempts.is_from(sent["iss"]):
            return self._refused(request, HTTPStatus.BAD_REQUEST)
        host = request.headers.get("host", "")
        for token in await self._asked(lambda: self._attempts.tokens(attempt, sent["code"])):
            if await self._desk.look(partial(self._identify, token, host)) is not None:
                self._sessions.close(request.state.visit.id)
                answer = page(request, "signed-in.html", to=attempt.to)
                answer.headers.append("Set-Cookie", kept(self._sessions.open(token), host))
                answer.headers.append("Set-Cookie", _cookie("", 0, request))
                return answer
        return self._refused(request, HTTPStatus.UNAUTHORIZED)

    def _refused(self, request: Request, status: HTTPStatus) -> Response:
        answer = page(request, "not-signed-in.html", status=status)
        answer.headers["Set-Cookie"] = _cookie("", 0, request)
        return answer

    async def _asked(self, task: Callable[[], Result]) -> Result:
        """Return what asking the issuer comes to, beside the threads that everybody else needs."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, task)


def _cookie(name: str, seconds: int, request: Request) -> str:
    """Return the cookie of an attempt: for the way back alone, unseen by scripts, sent when another site leads here."""
    secure = "" if is_here(request.headers.get("host", "")) else "; Secure"
    return f"{COOKIE}={name}; Path={BACK}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
