"""Tenants on several servers behind one address: each request goes to the service of the server its tenant lives on.

There is one whole service a server, with its door, its line of jobs and its log, over models that all share. Which one
a request gets is asked of the directory of tenants each time. Here nobody is let in: the tenant is read off the token,
and the door of the service that is chosen decides for itself whether that token opens anything. A tenant that moves
between the choice and the work finds its old server closed to it (`TenantElsewhere`), and is told to try again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from fastapi import FastAPI
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from aver.errors import AverError
from aver.service.desk import Desk
from aver.service.door import PUBLIC, Identify, token_of, with_headers
from aver.service.problems import problem, problem_of, problem_of_fault
from aver.store.directory import Directory
from aver.values.governance import Caller

MOST_KNOWN = 10_000
"""Tokens whose tenant is remembered; no tenant of a token ever changes."""
_LOG = logging.getLogger("aver.service")


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """The service of one server's home, and who it knows."""

    application: FastAPI
    identify: Identify

    @property
    def desk(self) -> Desk:
        """Where its requests become work."""
        desk: Desk = self.application.state.desk
        return desk


class Switchboard:
    """The ASGI application over the services of all servers of a directory; `first` answers what has no tenant."""

    def __init__(self, url: str, first: Served, directory: Directory, make: Callable[[str], Served]) -> None:
        """`url` is the server of `first`; `make` opens the home of another and may block."""
        self.first = first
        self._url = url
        self._directory = directory
        self._make = make
        self._running: dict[str, asyncio.Future[Served]] = {}
        self._tenants: OrderedDict[bytes, str] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, or the life of the whole."""
        if scope["type"] == "lifespan":
            await receive()
            async with self.running():
                await send({"type": "lifespan.startup.complete"})
                await receive()
            await send({"type": "lifespan.shutdown.complete"})
            return
        chosen = await self._chosen(scope)
        await chosen(scope, receive, with_headers(send))

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the services until left: that of every server that can be reached now, others once they are needed."""
        async with asyncio.TaskGroup() as self._tasks:
            self._leaving = asyncio.Event()
            try:
                await self._service_at(self._url)
                await self._started(await self.first.desk.look(self._directory.servers))
                yield
            finally:
                self._leaving.set()

    def identify(self, token: str | None, host: str) -> Caller | None:
        """Return whom some running service knows by a token. What that opens, the door of the tenant's own decides.

        Raises StoreUnreachable where the one that would know can't be asked.
        """
        gone: AverError | None = None
        for served in [one.result() for one in tuple(self._running.values()) if one.done() and one.exception() is None]:
            try:
                caller = served.identify(token, host)
            except AverError as error:
                gone = error
            else:
                if caller is not None:
                    return caller
        if gone is not None:
            raise gone
        return None

    async def _chosen(self, scope: Scope) -> ASGIApp:
        """Return the service that answers a request, or the problem that does."""
        if scope["type"] != "http" or scope["path"] in PUBLIC:
            return self.first.application
        desk, headers = self.first.desk, Headers(scope=scope)
        if desk.is_full:
            return problem(HTTPStatus.SERVICE_UNAVAILABLE)
        with desk.taken():
            try:
                return (await self._service_of(token_of(headers), headers.get("host", ""))).application
            except AverError as error:
                return problem_of(error)
            except Exception as error:
                return problem_of_fault(error)

    async def _service_of(self, token: str | None, host: str) -> Served:
        """Return the service of the tenant that a token says it is of; the first for a token that says nothing."""
        tenant = None if token is None else await self._tenant_of(token, host)
        found = None if tenant is None else await self.first.desk.look(partial(self._directory.find, tenant))
        return self.first if found is None else await self._service_at(found.url)

    async def _tenant_of(self, token: str, host: str) -> str | None:
        """Return the tenant of a token that some server knows; for one never seen each server is asked."""
        name = hashlib.sha256(token.encode()).digest()
        if name in self._tenants:
            self._tenants.move_to_end(name)
            return self._tenants[name]
        look, asked = self.first.desk.look, partial(self.identify, token, host)
        caller = await look(asked)
        if caller is None:
            gone = await self._started(await look(self._directory.servers))
            caller = await look(asked)
            if caller is None and gone:
                raise gone[0]
        if caller is None:
            return None
        self._tenants[name] = caller.tenant
        if len(self._tenants) > MOST_KNOWN:
            self._tenants.popitem(last=False)
        return caller.tenant

    async def _started(self, urls: Sequence[str]) -> tuple[AverError, ...]:
        """Start the services of the servers that have none yet, and return why some can't be."""
        gone: list[AverError] = []
        for url in urls:
            try:
                await self._service_at(url)
            except AverError as error:
                _LOG.warning("a server isn't served: %s", error)
                gone.append(error)
        return tuple(gone)

    async def _service_at(self, url: str) -> Served:
        """Return the service of the server at `url`, started where it doesn't run yet. Raises AverError."""
        if url not in self._running:
            ready = self._running[url] = asyncio.get_running_loop().create_future()
            self._tasks.create_task(self._run(url, ready))
        return await asyncio.shield(self._running[url])

    async def _run(self, url: str, ready: asyncio.Future[Served]) -> None:
        """Run a service until everything is left; one that can't be opened is tried again when next asked for."""
        try:
            served = self.first if url == self._url else await asyncio.to_thread(self._make, url)
            application = served.application
            async with application.router.lifespan_context(application):
                ready.set_result(served)
                await self._leaving.wait()
        except Exception as error:
            if ready.done():
                raise
            del self._running[url]
            ready.set_exception(error)
