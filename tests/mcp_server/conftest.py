"""A home of two tenants served over HTTP to holders of keys, and programs that call its tools with the real client."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from fastapi import FastAPI
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, Tool

from aver.app import App, keys_of, open_app
from aver.cli.main import run
from aver.config import read_settings
from aver.flows.claim_access import Desk
from aver.flows.claims import Draft, author
from aver.mcp_server.http import Endpoint
from aver.service.application import service
from aver.service.identifying import by_key
from aver.service.serving import address_of, listening
from aver.stages.identity import key_holder
from aver.values.claims import StoredKind
from aver.values.governance import Classification, Governance
from tests.cli.asking_home import a_home
from tests.service.conftest import AT, HOLDERS

Call = tuple[str, dict[str, Any]]


async def conversation(
    server: StdioServerParameters | str, calls: Sequence[Call], *, token: str | None = None, mode: str = "auto"
) -> tuple[list[Tool], list[CallToolResult]]:
    """Return the tools that a server lists and what the calls come to, one after the other on one connection."""
    async with AsyncExitStack() as stack:
        to: Any = server
        if isinstance(server, str):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=60))
            to = streamable_http_client(server, http_client=http)
        client = await stack.enter_async_context(Client(to, mode=mode, read_timeout_seconds=60))
        tools = (await client.list_tools()).tools
        return tools, [await client.call_tool(name, arguments) for name, arguments in calls]


@dataclass
class Offered:
    """The served home: its address, and the token that each name holds."""

    app: App
    folder: Path
    application: FastAPI
    url: str = ""
    tokens: dict[str, str] = field(default_factory=dict)

    def tools(self, name: str, mode: str = "auto") -> list[Tool]:
        return asyncio.run(conversation(self.url, [], token=self.tokens[name], mode=mode))[0]

    def calls(self, name: str, *calls: Call, mode: str = "auto") -> list[CallToolResult]:
        return asyncio.run(conversation(self.url, calls, token=self.tokens[name], mode=mode))[1]

    def call(self, name: str, tool: str, **arguments: Any) -> CallToolResult:
        return self.calls(name, (tool, arguments))[0]

    def found(self, name: str, tool: str, **arguments: Any) -> Any:
        """Return the structure of a result that must be no error."""
        result = self.call(name, tool, **arguments)
        assert not result.is_error, result.content
        return result.structured_content


@pytest.fixture(scope="module")
def offered(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Offered]:
    """Everybody who only looks shares one service on a real socket."""
    with ExitStack() as stack:
        folder = stack.enter_context(a_home(tmp_path_factory.mktemp("offered")))
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            assert run(["ingest", str(folder / "docs" / "odd"), "--tenant", "other", "--readers", "user:local"]) == 0
        home = folder / "home"
        app = open_app(home, read_settings(home, {"XDG_CONFIG_HOME": str(folder / "config")}))
        offered = Offered(app, folder, service(app, by_key(keys_of(app)), beside=Endpoint))
        for name, (tenant, user, groups, roles, clearance) in HOLDERS.items():
            caller = key_holder(tenant=tenant, user=user, groups=groups, roles=roles, clearance=clearance)
            offered.tokens[name] = keys_of(app).create(caller, note=name, at=AT)[1]
        offered.url = stack.enter_context(listened(offered.application)) + "/mcp"
        yield offered


@contextmanager
def listened(application: FastAPI) -> Iterator[str]:
    """Serve on loopback in a thread until left; yields the address."""
    bound = listening("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(application, log_config=None, access_log=False, lifespan="on"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]}, name="mcp-service")
    thread.start()
    try:
        yield address_of(bound)
    finally:
        server.should_exit = True
        thread.join(timeout=60)
        bound.close()


@pytest.fixture(scope="module")
def claims(offered: Offered) -> dict[str, str]:
    """A claim that the local user may know of, and one about what only hugo may read."""
    made = {}
    for name, user, groups, said, quote in (
        (
            "open",
            "local",
            [],
            "Notice is four weeks.",
            ("leave/notice.md", "The notice period of employees is four weeks."),
        ),
        (
            "secret",
            "hugo",
            ["hr"],
            "The hydrofoil team has a pool.",
            ("hr/bonus.md", "The secret bonus pool holds 900 crowns"),
        ),
    ):
        caller = key_holder(tenant="default", user=user, groups=groups, roles=["reviewer"], clearance=2)
        own = Governance(
            tenant="default",
            readers=frozenset({f"user:{user}"}),
            classification=Classification.INTERNAL,
            origin_system="claims",
        )
        draft = Draft(kind=StoredKind.FACT, statement=said, quotes=(quote,))
        made[name] = author(Desk(store=offered.app.store, caller=caller, at=AT), draft, own=own).id
    return made
