"""Commands of the contract whose work is still to come: they say what they will do, and fail."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.session import Session
from aver.errors import NotBuiltYet

COMING: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "migrate": ("move a home to another store", "--to URL"),
    }
)


def add_to(app: typer.Typer) -> None:
    """Add every command that is still to come."""
    for name, (purpose, arguments) in COMING.items():
        _add(app, name, purpose, arguments)


def _add(app: typer.Typer, name: str, purpose: str, arguments: str) -> None:
    def coming(_words: Annotated[list[str] | None, typer.Argument(hidden=True)] = None, *, session: Session) -> None:
        del session
        raise NotBuiltYet(
            f"`aver {name}` will {purpose}; it is not built yet",
            hint="`aver --help` shows what there is",
        )

    coming.__doc__ = f"Not built yet: will {purpose}."
    command(app, name, example=f"aver {name} {arguments}".strip(), any_words=True)(coming)
