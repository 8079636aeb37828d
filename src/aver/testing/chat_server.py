"""A chat server on the loopback interface that does what a script says, well or badly.

It speaks the OpenAI chat protocol over real sockets, so that a client meets stalls, broken bodies, refusals
and lies as they come over a wire. Every wait ends when the server is closed.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, TypeAlias, assert_never

from aver.testing.loopback import Loopback

LONGEST = 30.0
"""Seconds after which any stall ends by itself."""


@dataclass(frozen=True, slots=True)
class Says:
    """Reply with `text`; `finish` is the reason given for ending."""

    text: str
    finish: str = "stop"


@dataclass(frozen=True, slots=True)
class Streams:
    """Reply with `text` as an event stream of pieces; `whole` False leaves out the end."""

    text: str
    pieces: int = 5
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Refuses:
    """Reply with a refusal."""

    text: str = "I cannot help with that."


@dataclass(frozen=True, slots=True)
class Stalls:
    """Say nothing for `seconds`; with `dribble` send a space now and then."""

    seconds: float
    dribble: bool = False


@dataclass(frozen=True, slots=True)
class Fails:
    """Answer with an HTTP status and a body."""

    status: int
    body: str = '{"error": {"message": "no"}}'


@dataclass(frozen=True, slots=True)
class HangsUp:
    """Promise a body and close the connection in its middle."""


@dataclass(frozen=True, slots=True)
class Sends:
    """Answer 200 with these very bytes."""

    body: bytes
    content_type: str = "application/json"


@dataclass(frozen=True, slots=True)
class Floods:
    """Answer 200 with this many bytes of text."""

    size: int


Behaviour: TypeAlias = Says | Streams | Refuses | Stalls | Fails | HangsUp | Sends | Floods
Script: TypeAlias = Callable[[dict[str, Any]], Behaviour]


@dataclass(slots=True)
class ChatServer:
    """A server to be entered as a context; `requests` and `keys` keep what it was sent, in order."""

    script: Script
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)
    _loopback: Loopback = field(init=False)

    def __post_init__(self) -> None:
        self._loopback = Loopback(self._answer, protocol="HTTP/1.0")

    @property
    def base_url(self) -> str:
        """Where a client finds it, while it is open."""
        return self._loopback.base_url

    def __enter__(self) -> ChatServer:
        self._loopback.open()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._loopback.close()

    def _answer(self, handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
        self.requests.append(request)
        self.keys.append(handler.headers.get("Authorization", ""))
        _behave(handler, self.script(request), self.closing)


def _behave(handler: BaseHTTPRequestHandler, behaviour: Behaviour, closing: threading.Event) -> None:
    match behaviour:
        case Says(text=text, finish=finish):
            _send(handler, _whole({"role": "assistant", "content": text}, finish))
        case Refuses(text=text):
            _send(handler, _whole({"role": "assistant", "content": None, "refusal": text}, "stop"))
        case Streams():
            _send(handler, "".join(_events(behaviour)).encode(), content_type="text/event-stream")
        case Stalls(seconds=seconds, dribble=dribble):
            _stall(handler, min(seconds, LONGEST), closing, dribble=dribble)
        case Fails(status=status, body=body):
            _send(handler, body.encode(), status=status)
        case HangsUp():
            _head(handler, 200, "application/json", 10_000)
            handler.wfile.write(b'{"choices": [{"message": {"content": "The ans')
            handler.close_connection = True
        case Sends(body=body, content_type=content_type):
            _send(handler, body, content_type=content_type)
        case Floods(size=size):
            _head(handler, 200, "application/json", size)
            for _ in range(0, size, 65_536):
                handler.wfile.write(b"a" * 65_536)
        case _:
            assert_never(behaviour)


def _whole(message: dict[str, Any], finish: str) -> bytes:
    choice = {"index": 0, "message": message, "finish_reason": finish}
    usage = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}
    return json.dumps({"id": "1", "object": "chat.completion", "choices": [choice], "usage": usage}).encode()


def _events(streams: Streams) -> Iterator[str]:
    size = max(1, -(-len(streams.text) // streams.pieces))
    for start in range(0, len(streams.text), size):
        choice = {"index": 0, "delta": {"content": streams.text[start : start + size]}, "finish_reason": None}
        yield f"data: {json.dumps({'object': 'chat.completion.chunk', 'choices': [choice]})}\n\n"
    if streams.whole:
        last = {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}
        counted = {"choices": [], "usage": {"prompt_tokens": 100, "completion_tokens": 20}}
        yield f"data: {json.dumps(last)}\n\ndata: {json.dumps(counted)}\n\ndata: [DONE]\n\n"


def _stall(handler: BaseHTTPRequestHandler, seconds: float, closing: threading.Event, *, dribble: bool) -> None:
    if dribble:
        _head(handler, 200, "application/json", 1_000_000)
    steps = max(1, int(seconds / 0.05))
    for _ in range(steps):
        if closing.wait(0.05):
            return
        if dribble:
            handler.wfile.write(b" ")
            handler.wfile.flush()


def _send(
    handler: BaseHTTPRequestHandler, body: bytes, *, status: int = 200, content_type: str = "application/json"
) -> None:
    _head(handler, status, content_type, len(body))
    handler.wfile.write(body)


def _head(handler: BaseHTTPRequestHandler, status: int, content_type: str, length: int) -> None:
    handler.send_response(status)
    handler.send_header("Content-Type", content_type)
    handler.send_header("Content-Length", str(length))
    handler.end_headers()
