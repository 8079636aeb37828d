"""What leaves the service, seen at the door: the versions an answer names are recorded before it is sent (M7).

Every answer that shows something of a document names the document or its version, on whatever edge, so an operation
that is added later is recorded too. Steps, problems and answers that only accept work name none.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import TypeAlias

from starlette.datastructures import Headers
from starlette.types import Message, Scope, Send

from aver.flows.viewing import named_in
from aver.service.event_stream import MEDIA_TYPE as EVENTS

Record: TypeAlias = Callable[[str, frozenset[str]], Awaitable[None]]
"""Records that an operation shows what is named so; raises where it can't."""
_LONGEST = 36
SHOWING = (HTTPStatus.OK, HTTPStatus.CREATED)
UNRECORDED = frozenset({"list_views", "check_views"})
"""Reading the record itself shows hashes to auditors and nothing of a document."""


def operation_of(scope: Scope) -> str:
    """Return the name of what answers a request: its function, the path of another edge, "none" for the door."""
    endpoint = scope.get("endpoint")
    return "none" if endpoint is None else str(getattr(endpoint, "__name__", scope["path"]))


def witnessed(scope: Scope, send: Send, record: Record) -> Send:
    """Return what records the names in the parts of a successful answer, each once, and then sends the part.

    The head of an answer waits for its first part, so that one that can't be recorded becomes a problem instead.
    """
    known: frozenset[str] = frozenset()
    rest, looking = b"", False
    head: Message | None = None

    async def sending(message: Message) -> None:
        nonlocal known, rest, looking, head
        operation = operation_of(scope)
        if message["type"] == "http.response.start":
            looking = message["status"] in SHOWING and operation not in UNRECORDED
            rest = scope["path"].encode("utf-8", "replace") + b" "
            if looking and not _streams(message):
                head = message
                return
        elif looking and message["type"] == "http.response.body":
            part = rest + message.get("body", b"")
            fresh = named_in(part) - known
            rest = part[-_LONGEST:]
            if fresh:
                known |= fresh
                await record(operation, fresh)
        if head is not None:
            first, head = head, None
            await send(first)
        await send(message)

    return sending


def _streams(head: Message) -> bool:
    return Headers(raw=head["headers"]).get("content-type", "").startswith(EVENTS)
