"""A model server on the loopback interface: embeddings and relevance scores over real sockets, well or badly.

What it answers is a function of path and body, so that a client meets lies and half replies as they come over a wire.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, TypeAlias
from zlib import crc32

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
    _http: ThreadingHTTPServer | None = None

    @property
    def base_url(self) -> str:
        """Where a client finds it, while it is open."""
        port = 0 if self._http is None else self._http.server_address[1]
        return f"http://127.0.0.1:{port}/v1"

    def __enter__(self) -> ModelServer:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._http is not None:
            self._http.shutdown()
            self._http.server_close()


def _handler_of(server: ModelServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.requests.append((self.path, body))
            server.keys.append(self.headers.get("Authorization", ""))
            status, reply = server.respond(self.path, body)
            with suppress(OSError):
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

        def log_message(self, format: str, *args: Any) -> None:
            del format, args

    return Handler


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
