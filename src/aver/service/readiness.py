"""Whether a service could answer a question now: asked of its parts, not of its configuration.

Anybody may ask, so what was found holds for a moment, and however many ask at once the parts are asked once.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping

from sqlalchemy import select

from aver.app import App
from aver.store import schema

PATIENCE_SECONDS = 5.0
HOLDS_SECONDS = 1.0
_LOG = logging.getLogger("aver.service")


class Readiness:
    """The parts of an open home, asked one after the other on a thread of their own."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._lock = asyncio.Lock()
        self._known: Mapping[str, bool] = {}
        self._until = 0.0

    async def parts(self) -> Mapping[str, bool]:
        """Return by name whether each part works."""
        async with self._lock:
            if time.monotonic() >= self._until:
                self._known = {"store": await self._works(self._reads), "models": await self._works(self._encodes)}
                self._until = time.monotonic() + HOLDS_SECONDS
            return self._known

    async def _works(self, part: Callable[[], None]) -> bool:
        """Whether a part answers in time and raises nothing, whatever that would be."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await asyncio.to_thread(part)
        except Exception as error:
            _LOG.warning("not ready: %s raised %s", part.__name__, type(error).__name__)
            return False
        return True

    def _reads(self) -> None:
        with self._app.store.transactions.read() as connection:
            connection.execute(select(schema.home.c.value).limit(1)).scalar_one()

    def _encodes(self) -> None:
        self._app.embedder.encode(["ready"])
