"""The OpenAPI description of what comes back: an example of every answer, and the problems that may come instead.

The examples are cut from real answers (`tests/service/test_openapi.py` holds them against the service).
"""

from __future__ import annotations

import json
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from aver.service.problems import MEDIA_TYPE

SUBMISSION = {
    "claims": [{"text": "The notice period is four weeks.", "citations": [{"source": "handbook"}]}],
    "sources": [{"id": "handbook", "text": "The notice period of employees is four weeks."}],
}
_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "examples": ["urn:aver:problem:not-found"]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "hint": {"type": "string"},
        "errors": {"type": "array", "items": {"type": "object"}},
    },
}
_EVENT = (
    "id: job_0123456789abcdef0123456789abcdef:2\nevent: progressed\n"
    'data: {"job_id":"job_0123456789abcdef0123456789abcdef","seq":2,"at":"2026-11-21T18:47:01Z",'
    '"step":"progressed","done":1,"total":3,"failed":0,"detail":""}\n\n'
)
_MEASURED = (
    "# HELP aver_answers_total Questions by outcome\n# TYPE aver_answers_total counter\n"
    'aver_answers_total{outcome="ANSWER"} 12.0\n'
)
_ALWAYS = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.NOT_FOUND,
    HTTPStatus.REQUEST_TIMEOUT,
    HTTPStatus.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
    HTTPStatus.TOO_MANY_REQUESTS,
    HTTPStatus.SERVICE_UNAVAILABLE,
)


def of(name: str, *, events: bool = False) -> dict[int | str, dict[str, Any]]:
    """Return the responses of an operation behind the door whose answer looks like the example `name`.

    With `events` it also comes as the last of server-sent events.
    """
    answer = _answer(name)
    if events:
        answer["content"]["text/event-stream"] = {"schema": {"type": "string"}}
    return {HTTPStatus.OK.value: answer, **_problems()}


def accepted(name: str) -> dict[int | str, dict[str, Any]]:
    """Return the responses of an operation that begins a job, whose answer looks like the example `name`."""
    return _instead(name, HTTPStatus.ACCEPTED)


def created(name: str) -> dict[int | str, dict[str, Any]]:
    """Return the responses of an operation that makes something that looks like the example `name`."""
    return _instead(name, HTTPStatus.CREATED)


def _instead(name: str, status: HTTPStatus) -> dict[int | str, dict[str, Any]]:
    found = of(name)
    found[status.value] = found.pop(HTTPStatus.OK.value)
    return found


def streamed() -> dict[int | str, dict[str, Any]]:
    """Return the responses of an operation whose answer comes as server-sent events only."""
    events = {"schema": {"type": "string"}, "example": _EVENT}
    return _problems() | {HTTPStatus.OK.value: {"description": "Events", "content": {"text/event-stream": events}}}


def measured() -> dict[int | str, dict[str, Any]]:
    """Return the responses of the operation that tells the counters."""
    text = {"schema": {"type": "string"}, "example": _MEASURED}
    return _problems() | {HTTPStatus.OK.value: {"description": "Counters", "content": {"text/plain": text}}}


def public(name: str) -> dict[int | str, dict[str, Any]]:
    """Return the responses of an operation that everybody may use."""
    unready = HTTPStatus.SERVICE_UNAVAILABLE
    return {HTTPStatus.OK.value: _answer(name), unready.value: _problem(unready)}


@cache
def all_examples() -> dict[str, dict[str, Any]]:
    """Return every example by name."""
    text = (files("aver.service") / "examples.json").read_text(encoding="utf-8")
    found: dict[str, dict[str, Any]] = json.loads(text)
    return found


def _answer(name: str) -> dict[str, Any]:
    example = all_examples()[name]
    schema = {"type": "object", "required": sorted(example)}
    return {"description": "Done", "content": {"application/json": {"schema": schema, "example": example}}}


def _problems() -> dict[int | str, dict[str, Any]]:
    return {status.value: _problem(status) for status in _ALWAYS}


def _problem(status: HTTPStatus) -> dict[str, Any]:
    return {"description": status.phrase, "content": {MEDIA_TYPE: {"schema": _PROBLEM}}}
