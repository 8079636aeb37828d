"""Errors as RFC 9457 problem details: what went wrong in words that reveal nothing.

What is hidden and what is absent answer alike to the byte: no detail repeats an id, and none comes from a document.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from aver.errors import (
    AverError,
    BadConfiguration,
    BadInput,
    ClaimHeld,
    DeadlineExceeded,
    HomeBusy,
    KeyTaken,
    LegalHold,
    MissingExtra,
    NotAllowed,
    NotFound,
    NotInState,
    RunStopped,
    TenantElsewhere,
    TenantMoving,
    TooManyJobs,
)

MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 2
_LOG = logging.getLogger("aver.service")
_SHOWN = 50
"""Faults of one request that are listed."""

_STATUS: tuple[tuple[type[AverError], HTTPStatus], ...] = (
    (NotFound, HTTPStatus.NOT_FOUND),
    (NotAllowed, HTTPStatus.FORBIDDEN),
    (LegalHold, HTTPStatus.CONFLICT),
    (ClaimHeld, HTTPStatus.CONFLICT),
    (NotInState, HTTPStatus.CONFLICT),
    (RunStopped, HTTPStatus.CONFLICT),
    (KeyTaken, HTTPStatus.CONFLICT),
    (TooManyJobs, HTTPStatus.TOO_MANY_REQUESTS),
    (MissingExtra, HTTPStatus.NOT_IMPLEMENTED),
    (DeadlineExceeded, HTTPStatus.GATEWAY_TIMEOUT),
    (HomeBusy, HTTPStatus.SERVICE_UNAVAILABLE),
    (BadConfiguration, HTTPStatus.SERVICE_UNAVAILABLE),
    (BadInput, HTTPStatus.UNPROCESSABLE_ENTITY),
    (AverError, HTTPStatus.SERVICE_UNAVAILABLE),
)
"""The first class that fits decides; what is none of these is a fault of the service."""

_DETAILS = {
    HTTPStatus.BAD_REQUEST: "the request can't be read",
    HTTPStatus.UNAUTHORIZED: "send a valid key as `Authorization: Bearer TOKEN`",
    HTTPStatus.FORBIDDEN: "the roles of this key don't grant this operation",
    HTTPStatus.NOT_FOUND: "nothing that this caller may read is here",
    HTTPStatus.METHOD_NOT_ALLOWED: "this resource doesn't know that method",
    HTTPStatus.NOT_ACCEPTABLE: "this resource is JSON",
    HTTPStatus.REQUEST_TIMEOUT: "the body didn't arrive in time",
    HTTPStatus.CONFLICT: "this is held, or its state doesn't allow it now",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "the body is larger than this service takes",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "send JSON as application/json, a document as application/octet-stream",
    HTTPStatus.TOO_MANY_REQUESTS: "this tenant has as much in hand as it may; try again",
    HTTPStatus.INTERNAL_SERVER_ERROR: "something went wrong inside; the service's log names it",
    HTTPStatus.NOT_IMPLEMENTED: "this service is installed without what that needs",
    HTTPStatus.SERVICE_UNAVAILABLE: "the service can't do this now; try again",
    HTTPStatus.GATEWAY_TIMEOUT: "something the service asked didn't answer in time",
}
_AGAIN = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


def problem(
    status: HTTPStatus, *, detail: str | None = None, headers: Mapping[str, str] | None = None, **more: Any
) -> Response:
    """Return the problem details of `status`, with the members of `more`; RFC 9457, section 3."""
    said = _DETAILS.get(status, status.phrase.lower()) if detail is None else detail
    body = {"type": f"urn:aver:problem:{_name(status)}", "title": status.phrase, "status": status.value, "detail": said}
    extra = dict(headers or {})
    if status in _AGAIN:
        extra.setdefault("Retry-After", str(RETRY_SECONDS))
    if status is HTTPStatus.UNAUTHORIZED:
        extra["WWW-Authenticate"] = 'Bearer realm="aver"'
    return Response(encoded(body | more), status_code=status.value, headers=extra, media_type=MEDIA_TYPE)


def answered(payload: Mapping[str, Any], *, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Return `payload` as a JSON response."""
    return Response(encoded(payload), status_code=status.value, media_type="application/json")


def encoded(payload: Mapping[str, Any]) -> bytes:
    """Return `payload` as JSON in UTF-8; half a surrogate pair is written as the escape that JSON has for it."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def problem_of(error: AverError) -> Response:
    """Return the problem that stands for one of our own errors; only what was asked wrongly is explained."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    if status is HTTPStatus.UNPROCESSABLE_ENTITY:
        return problem(status, detail=error.message, hint=error.hint)
    if isinstance(error, TenantMoving | TenantElsewhere):
        return problem(status, detail="this tenant is moving to another server, or lives there by now; try again")
    if status.value >= HTTPStatus.INTERNAL_SERVER_ERROR:
        _LOG.error("%s: %s", type(error).__name__, error.message)
    return problem(status)


def problem_of_fault(error: Exception) -> Response:
    """Return the problem that stands for a bug, whose class is logged and whose words are not."""
    _LOG.error("a request failed with %s", type(error).__name__, exc_info=_LOG.isEnabledFor(logging.DEBUG))
    return problem(HTTPStatus.INTERNAL_SERVER_ERROR)


def add_problems(app: FastAPI) -> None:
    """Answer every error of `app` as problem details."""
    app.exception_handler(AverError)(_ours)
    app.exception_handler(RequestValidationError)(_invalid)
    app.exception_handler(HTTPException)(_http)


async def _ours(_: Request, error: AverError) -> Response:
    return problem_of(error)


async def _invalid(_: Request, error: RequestValidationError) -> Response:
    """Name each field that is wrong and what it should be; the values stay out."""
    faults: Sequence[Any] = error.errors()
    named = [{"field": _field(one["loc"]), "problem": one["msg"]} for one in faults[:_SHOWN]]
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail="the request isn't as it should be", errors=named)


async def _http(_: Request, error: HTTPException) -> Response:
    return problem(HTTPStatus(error.status_code), headers=error.headers)


def _field(location: Sequence[Any]) -> str:
    return ".".join(str(part) for part in location)


def _name(status: HTTPStatus) -> str:
    return status.phrase.lower().replace(" ", "-")
