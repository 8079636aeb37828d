"""Server-sent events: frames with ids on a connection of their own; a slow or lost reader holds up nobody else.

WHATWG HTML, "Server-sent events": https://html.spec.whatwg.org/multipage/server-sent-events.html
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from aver.service.problems import encoded

MEDIA_TYPE = "text/event-stream"
HEARTBEAT_SECONDS = 10.0
"""A comment at least this often, so that nothing in between takes the connection for dead."""
SEND_SECONDS = 30.0
"""A reader that takes no more for so long is left; it can go on from the last id it has."""
_LOG = logging.getLogger("aver.service")
HEARTBEAT = b": still at it\n\n"


def frame(identity: str, name: str, payload: Mapping[str, Any]) -> bytes:
    """Return one event; JSON holds no line breaks, so its data is one line."""
    return f"id: {identity}\nevent: {name}\ndata: ".encode() + encoded(payload) + b"\n\n"


def wants_events(accept: str) -> bool:
    """Whether an Accept header asks for server-sent events."""
    return MEDIA_TYPE in (one.partition(";")[0].strip().lower() for one in accept.split(","))


class EventStream(Response):
    """A response that sends `frames` as they come, until they end or the reader is gone."""

    media_type = MEDIA_TYPE

    def __init__(self, frames: AsyncGenerator[bytes, None]) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._frames = frames

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send, and listen for the end of the connection meanwhile."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        sending, gone = asyncio.ensure_future(self._sent(send)), asyncio.ensure_future(_gone(receive))
        try:
            await asyncio.wait({sending, gone}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            gone.cancel()
            sending.cancel()
            _, fault = await asyncio.gather(gone, sending, return_exceptions=True)
            if isinstance(fault, Exception):
                _LOG.error("a stream broke off with %s", type(fault).__name__)

    async def _sent(self, send: Send) -> None:
        async with aclosing(self._frames) as frames:
            async for one in frames:
                async with asyncio.timeout(SEND_SECONDS):
                    await send({"type": "http.response.body", "body": one, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
