"""A service on a socket: it listens until it is told to stop, finishes what it has in hand, and lets go of the home."""

from __future__ import annotations

import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv6Address, ip_address

import uvicorn
from starlette.types import ASGIApp

from aver.errors import BadInput

GRACE_SECONDS = 30
"""Requests in hand have this long to finish once the service is told to stop."""
KEEP_ALIVE_SECONDS = 10
MOST_HEADER_BYTES = 32_768
BACKLOG = 256


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens on `host` and `port`, 0 for any free one. Raises BadInput.

    Whoever connects from now on waits until requests are taken, so that the address can be told at once.
    """
    try:
        family = socket.AF_INET6 if isinstance(ip_address(host), IPv6Address) else socket.AF_INET
    except ValueError:
        family = socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        bound.close()
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"{host} port {port} can't be listened on: {why}", hint="choose another with --port") from error
    return bound


def address_of(bound: socket.socket) -> str:
    """Return the address that clients of this machine use."""
    host, port = bound.getsockname()[:2]
    return f"http://[{host}]:{port}" if bound.family is socket.AF_INET6 else f"http://{host}:{port}"


def serve(application: ASGIApp, bound: socket.socket, *, on_start: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM; `on_start` is called before the first request is taken."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(threadName)s %(message)s")
    server = uvicorn.Server(
        uvicorn.Config(
            application,
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="on",
            backlog=BACKLOG,
            h11_max_incomplete_event_size=MOST_HEADER_BYTES,
            timeout_keep_alive=KEEP_ALIVE_SECONDS,
            timeout_graceful_shutdown=GRACE_SECONDS,
        )
    )
    signal.signal(signal.SIGTERM, _ended)
    on_start()
    with suppress(KeyboardInterrupt):
        server.run(sockets=[bound])


def _ended(_signal: int, _frame: object) -> None:
    """Take the signal that uvicorn passes on once everything is finished: the command ends as done."""
