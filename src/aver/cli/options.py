"""The options that every command takes, in one place, and the one way a command joins the application.

A command is a function with its own parameters and a `session`; `command` replaces that parameter by the
shared options, so that no command repeats them and `--help` of each shows them with an example.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from aver.cli.session import Session

_Command = TypeVar("_Command", bound=Callable[..., None])
_PANEL = "Every command"


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


def command(app: typer.Typer, name: str, *, example: str, any_words: bool = False) -> Callable[[_Command], _Command]:
    """Register the decorated function as `name`; its parameter `session` becomes the shared options.

    With `any_words` options that the function doesn't have are taken as words.
    """
    settings = {"ignore_unknown_options": any_words}

    def register(function: _Command) -> _Command:
        shared = inspect.signature(_shared, eval_str=True).parameters
        signature = inspect.signature(function, eval_str=True)
        own = [one for one in signature.parameters.values() if one.name != "session"]
        keyword = inspect.Parameter.KEYWORD_ONLY

        def run(**values: Any) -> None:
            session = _shared(**{key: values.pop(key) for key in shared})
            function(**values, session=session)

        run.__doc__ = function.__doc__
        run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [one.replace(kind=keyword) for one in (*own, *shared.values())]
        )
        app.command(name, epilog=f"Example: {example}", context_settings=settings)(run)
        return function

    return register
