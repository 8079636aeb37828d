"""One program, one caller, over the standard streams: what `aver mcp` runs."""

from __future__ import annotations

import anyio
from mcp.server.stdio import stdio_server

from aver.mcp_server.server import server_of
from aver.service.desk import Desk
from aver.values.governance import Caller


def serve_streams(desk: Desk, caller: Caller) -> None:
    """Serve `caller` until the standard input ends; what else would be printed goes to standard error."""
    anyio.run(_served, desk, caller)


async def _served(desk: Desk, caller: Caller) -> None:
    server = server_of(desk, lambda _: caller, has_door=False)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
