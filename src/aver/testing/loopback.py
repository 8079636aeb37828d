"""An HTTP server on the loopback interface that reads JSON and leaves the answer to its owner."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias

Answer: TypeAlias = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]
"""Writes the answer to a request whose body was read; a client that is gone by then is no fault."""


class Loopback:
    """A server on any free port between `open` and `close`; `protocol` is the version of HTTP that it speaks."""

    def __init__(self, answer: Answer, *, protocol: str) -> None:
        self._handler = _handler_of(answer, protocol)
        self._http: ThreadingHTTPServer | None = None

    @property
    def base_url(self) -> str:
        """Where a client finds it, while it is open."""
        port = 0 if self._http is None else self._http.server_address[1]
        return f"http://127.0.0.1:{port}/v1"

    def open(self) -> None:
        """Listen and answer on threads of its own."""
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler)
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        if self._http is not None:
            self._http.shutdown()
            self._http.server_close()


def _handler_of(answer: Answer, protocol: str) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = protocol

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with suppress(OSError):
                answer(self, body)

        def log_message(self, format: str, *args: Any) -> None:
            """Print nothing."""

    return Handler
