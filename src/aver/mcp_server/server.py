"""The server of the protocol over an open home: it lists the tools, and works each call off as one caller.

Who calls is asked anew for every message; nothing is kept between two of them, so there is no session to take over.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic import BaseModel, ValidationError

from aver import __version__
from aver.errors import AverError, BadConfiguration, BadInput, NotAllowed, NotFound
from aver.flows.viewing import named_in
from aver.mcp_server.results import NOTICE, misfit, output_schema, refused, refused_by, told
from aver.mcp_server.tools import TOOLS, Tool
from aver.service.desk import Desk
from aver.values.governance import Caller, Role

WhoCalls: TypeAlias = Callable[[ServerRequestContext[Any, Any]], Caller]
"""The caller of one message; raises NotAllowed where there is none."""

INSTRUCTIONS = (
    "Aver answers from documents and never beyond them. Each tool result has `decision` (what may be said: a full "
    f"answer only where the outcome is ANSWER), `citations` and `result`. {NOTICE} What you may not read looks like "
    "what isn't there."
)
_EXPLAINED = (NotFound, NotAllowed, BadInput)
_LOG = logging.getLogger("aver.mcp")


def server_of(desk: Desk, who_calls: WhoCalls, *, has_door: bool) -> Server[Any]:
    """Return the server of the tools at `desk`.

    Where no door stands before it, it does two things of a door itself: it takes no more calls at once than the desk's
    bounds allow (M5), and records who is shown which version (M7).
    """

    async def listing(_: ServerRequestContext[Any, Any], __: types.PaginatedRequestParams | None) -> Any:
        return types.ListToolsResult(tools=[_described(one) for one in TOOLS])

    async def calling(context: ServerRequestContext[Any, Any], params: types.CallToolRequestParams) -> Any:
        tool = next((one for one in TOOLS if one.name == params.name), None)
        if tool is None:
            raise MCPError(types.INVALID_PARAMS, "there is no such tool")
        call = partial(_called, desk, tool, lambda: who_calls(context), params.arguments or {}, witness=not has_door)
        if has_door:
            return await call()
        if desk.is_full:
            return refused("Busy", "as much is in hand as this server takes on", "call again in a moment")
        with desk.taken():
            return await call()

    return Server("aver", version=__version__, instructions=INSTRUCTIONS, on_list_tools=listing, on_call_tool=calling)


async def _called(
    desk: Desk, tool: Tool, who: Callable[[], Caller], arguments: dict[str, Any], *, witness: bool
) -> types.CallToolResult:
    """Return what a call comes to: nothing that a tool does ends as an error of the protocol."""
    try:
        caller = _reader(who())
        given = tool.arguments.model_validate(arguments)
        result = told(tool, await desk.work(lambda: tool.work(desk, caller, given)))
        if witness:
            await desk.witness(caller, f"mcp {tool.name}", named_in(result.model_dump_json().encode()))
        return result
    except ValidationError as error:
        return misfit(error)
    except _EXPLAINED as error:
        if not isinstance(error, BadConfiguration):
            return refused_by(error)
        return _failed(error)
    except Exception as error:
        return _failed(error)


def _reader(caller: Caller) -> Caller:
    """Return the caller if tools are open to them. It looks at nothing else, least at what is asked."""
    if Role.READER not in caller.roles:
        raise NotAllowed("the role reader is needed", hint="use a key that has it")
    return caller


def _failed(error: Exception) -> types.CallToolResult:
    """Return a failure of ours, whose class is logged and whose words, which may name places, are not shown."""
    if isinstance(error, AverError):
        _LOG.error("%s: %s", type(error).__name__, error.message)
    else:
        _LOG.error("a tool failed with %s", type(error).__name__, exc_info=_LOG.isEnabledFor(logging.DEBUG))
    return refused("Failed", "this can't be done now", "try again; the server's log names the reason")


def _described(tool: Tool) -> types.Tool:
    return types.Tool(
        name=tool.name,
        title=tool.title,
        description=tool.about,
        input_schema=_schema(tool.arguments),
        output_schema=output_schema(tool),
        annotations=types.ToolAnnotations(
            read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
        ),
    )


def _schema(arguments: type[BaseModel]) -> dict[str, Any]:
    return arguments.model_json_schema()
