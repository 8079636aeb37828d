"""`aver mcp`: the tools of the Model Context Protocol over the standard streams."""

from __future__ import annotations

import os
from importlib.util import find_spec

import typer

from aver.cli.options import command
from aver.cli.session import Session, opened
from aver.errors import MissingExtra


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "mcp", example="aver mcp --home handbook/.aver --as ann --groups hr")
    def mcp(*, session: Session) -> None:
        """Serve search, ask, validate, quick, verify, documents, claims and replay to one program on stdin and stdout.

        The program asks as whoever the command line names, like every other command. `aver serve` has the same tools
        at /mcp for holders of keys.
        """
        require_extra()
        from aver.mcp_server.stdio import serve_streams
        from aver.service.desk import Desk

        home, caller = opened(session)
        desk = Desk(home, os.environ, home.settings.service)
        try:
            serve_streams(desk, caller)
        finally:
            desk.close()


def is_installed() -> bool:
    """Whether the protocol's package is here."""
    return find_spec("mcp") is not None


def require_extra() -> None:
    """Raise MissingExtra unless the protocol's package is here."""
    if not is_installed():
        raise MissingExtra("the protocol needs mcp", hint="install the extra: pip install 'aver[mcp]'")
