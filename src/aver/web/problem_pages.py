"""What went wrong, as a page that says no more than the problem it stands for: the hidden looks like the absent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Send

from aver.service.problems import MEDIA_TYPE
from aver.web.rendering import page

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_KEPT = ("retry-after", "allow", "connection")
_SAID = {
    HTTPStatus.FORBIDDEN: ("This isn't for you to do", "Your key doesn't grant it, or the form is no longer current."),
    HTTPStatus.NOT_FOUND: ("Nothing is here", "Nothing that you may read has this address."),
    HTTPStatus.METHOD_NOT_ALLOWED: ("Nothing is here", "This address takes other requests than this one."),
    HTTPStatus.CONFLICT: ("That isn't possible now", "Somebody else holds this, or it has changed meanwhile."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("That is too much", "The form is larger than this service takes."),
    HTTPStatus.UNPROCESSABLE_ENTITY: ("That can't be done as it was asked", ""),
    HTTPStatus.TOO_MANY_REQUESTS: ("Others are being served", "Your organisation has as much in hand as it may."),
    HTTPStatus.SERVICE_UNAVAILABLE: ("The service is busy", "It can't do this now. Try again in a moment."),
}
_ELSE = ("Something went wrong", "The service's log names what. Nothing was answered.")


class Heard:
    """What an application sends passes through, unless it is a problem, which is kept back whole."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._body = b""
        self._headers = Headers()
        self.problem: HTTPStatus | None = None

    @property
    def members(self) -> Mapping[str, Any]:
        """The members of the problem."""
        found: Mapping[str, Any] = json.loads(self._body) if self._body else {}
        return found

    @property
    def headers(self) -> dict[str, str]:
        """Those headers of the problem that its page has too."""
        return {name: self._headers[name] for name in _KEPT if name in self._headers}

    async def take(self, message: Message) -> None:
        """Take one message of the application's."""
        if message["type"] == "http.response.start":
            self._headers = Headers(raw=message["headers"])
            if self._headers.get("content-type") == MEDIA_TYPE:
                self.problem = HTTPStatus(message["status"])
        if self.problem is None:
            await self._send(message)
        elif message["type"] == "http.response.body":
            self._body += message.get("body", b"")


def problem_page(
    request: Request,
    status: HTTPStatus,
    members: Mapping[str, Any] = _NOTHING,
    *,
    headers: Mapping[str, str] = _NOTHING,
) -> Response:
    """Return the page of a problem; only what was asked wrongly is explained (`aver.service.problems`)."""
    title, said = _SAID.get(status, _ELSE)
    told = [said]
    if status is HTTPStatus.UNPROCESSABLE_ENTITY:
        told = [str(members.get("detail", "")), str(members.get("hint", ""))]
        told += [f"{one['field']}: {one['problem']}" for one in members.get("errors", ())]
    answer = page(request, "problem.html", status=status, title=title, told=[line for line in told if line])
    answer.headers.update(headers)
    return answer
