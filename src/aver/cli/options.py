"""The options that every command takes, in one place, and the one way a command joins the application.

A command is a function with its own parameters and a `session`; `command` replaces that parameter by the
shared options, so that no command repeats them and `--help` of each shows them with an example. Other options that go
together are replaced in the same way: a function says which they are and makes one value of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from aver.cli.session import Session

_Command = TypeVar("_Command", bound=Callable[..., None])
_PANEL = "Every command"
MOST_LISTED = 1_000_000
"""The longest list that a command prints."""
LATER = "Leave it to `aver jobs work`, here or on another host; paths are read there."
"""Help of the option that puts a job into the queue."""


def _shared(
    *,
    home: Annotated[
        Path | None,
        typer.Option("--home", help="The Aver home; else AVER_HOME, else ./.aver.", rich_help_panel=_PANEL),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.", rich_help_panel=_PANEL)] = False,
    user: Annotated[
        str | None, typer.Option("--as", help="Ask as this user (local mode only).", rich_help_panel=_PANEL)
    ] = None,
    groups: Annotated[
        str | None, typer.Option("--groups", help="Groups of the caller, with commas.", rich_help_panel=_PANEL)
    ] = None,
    tenant: Annotated[str | None, typer.Option("--tenant", help="The caller's tenant.", rich_help_panel=_PANEL)] = None,
    clearance: Annotated[
        int | None,
        typer.Option("--clearance", help="0 public, 1 internal, 2 confidential, 3 restricted.", rich_help_panel=_PANEL),
    ] = None,
) -> Session:
    """Return the shared options as one value."""
    return Session(home=home, json=json, user=user, groups=groups, tenant=tenant, clearance=clearance)


def command(
    app: typer.Typer,
    name: str,
    *,
    example: str,
    any_words: bool = False,
    grouped: Mapping[str, Callable[..., Any]] | None = None,
) -> Callable[[_Command], _Command]:
    """Register the decorated function as `name`; its parameter `session` becomes the shared options.

    With `any_words` options that the function doesn't have are taken as words. Each parameter named in `grouped`
    becomes the options of the function given for it, which makes its value of them.
    """
    settings = {"ignore_unknown_options": any_words}
    makers: dict[str, Callable[..., Any]] = {**(grouped or {}), "session": _shared}

    def register(function: _Command) -> _Command:
        groups = {key: inspect.signature(make, eval_str=True).parameters for key, make in makers.items()}
        signature = inspect.signature(function, eval_str=True)
        own = [one for one in signature.parameters.values() if one.name not in makers]
        keyword = inspect.Parameter.KEYWORD_ONLY

        def run(**values: Any) -> None:
            made = {key: makers[key](**{one: values.pop(one) for one in group}) for key, group in groups.items()}
            function(**values, **made)

        run.__doc__ = function.__doc__
        options = (one for group in groups.values() for one in group.values())
        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [one.replace(kind=keyword) for one in (*own, *options)]
        )
        app.command(name, epilog=f"Example: {example}", context_settings=settings)(run)
        return function

    return register
