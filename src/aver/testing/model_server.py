"""A model server on the loopback interface: embeddings and relevance scores over real sockets, well or badly.

What it answers is a function of path and body, so that a client meets lies and half replies as they come over a wire.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import Any, TypeAlias
from zlib import crc32

from aver.testing.loopback import Loopback

Reply: TypeAlias = tuple[int, bytes]
"""HTTP status and body."""
Respond: TypeAlias = Callable[[str, dict[str, Any]], Reply]


@dataclass(slots=True)
class ModelServer:
    """A server to be entered as a context; `respond` may be changed while it runs.

    `requests` keeps path and body of what it was asked, `keys` the authorization that came along, both in order.
    """

    respond: Respond
    requests: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    _loopback: Loopback = field(init=False)

    def __post_init__(self) -> None:
        self._loopback = Loopback(self._answer, protocol="HTTP/1.1")

    @property
    def base_url(self) -> str:
        """Where a client finds it, while it is open."""
        return self._loopback.base_url

    def __enter__(self) -> ModelServer:
        self._loopback.open()
        return self

    def __exit__(self, *_: object) -> None:
        self._loopback.close()

    def _answer(self, handler: BaseHTTPRequestHandler, body: dict[str, Any]) -> None:
        self.requests.append((handler.path, body))
        self.keys.append(handler.headers.get("Authorization", ""))
        status, reply = self.respond(handler.path, body)
        handler.send_response(status)
        handler.send_header("Content-Type", "application/json")
        handler.send_header("Content-Length", str(len(reply)))
        handler.end_headers()
        handler.wfile.write(reply)


def embeddings(dimension: int) -> Respond:
    """Return what answers `/embeddings` with hashed words: texts that share words lie near each other."""

    def respond(path: str, body: dict[str, Any]) -> Reply:
        if not path.endswith("/embeddings"):
            return 404, b"{}"
        data = [
            {"object": "embedding", "index": index, "embedding": hashed(text, dimension)}
            for index, text in enumerate(body["input"])
        ]
        return 200, json.dumps({"object": "list", "model": body["model"], "data": data}).encode()

    return respond


def hashed(text: str, dimension: int) -> list[float]:
    """Return a vector of word counts by hash, never without direction and not of length 1."""
    row = [0.25] + [0.0] * (dimension - 1)
    for word in text.lower().split():
        row[crc32(word.encode("utf-8", "replace")) % dimension] += 1.0
    return row


def relevances(score: Callable[[str, str], float]) -> Respond:
    """Return what answers `/rerank` with `score(query, document)`, best first as servers do."""

    def respond(path: str, body: dict[str, Any]) -> Reply:
        if not path.endswith("/rerank"):
            return 404, b"{}"
        scored = [(score(body["query"], text), index) for index, text in enumerate(body["documents"])]
        results = [{"index": index, "relevance_score": value} for value, index in sorted(scored, reverse=True)]
        return 200, json.dumps({"results": results}).encode()

    return respond
