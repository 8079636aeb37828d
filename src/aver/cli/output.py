"""Printing: one JSON object on stdout with --json, else tables; progress and errors go to stderr.

Names and texts come from documents, so nothing printed is ever read as markup or terminal codes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console

    from aver.cli.session import Session
    from aver.errors import AverError


def say(session: Session, payload: Mapping[str, Any], lines: Iterable[str]) -> None:
    """Print `payload` as JSON where --json is given, else `lines`."""
    if session.json:
        print_json(payload)
    else:
        for line in lines:
            out().print(plain(line), markup=False, highlight=False, soft_wrap=True)


def print_json(payload: Mapping[str, Any]) -> None:
    """Print one object as JSON on stdout; where its encoding lacks a character, in ASCII alone."""
    written = json.dumps(payload, ensure_ascii=False, indent=2)
    try:
        written.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        written = json.dumps(payload, indent=2)
    sys.stdout.write(written + "\n")


def out() -> Console:
    """Return a console on stdout; one that is no terminal is wide enough for any table."""
    from rich.console import Console

    return Console(file=sys.stdout, width=None if sys.stdout.isatty() else 400)


def err() -> Console:
    """Return a console on stderr."""
    from rich.console import Console

    return Console(file=sys.stderr)


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print a table on stdout."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=box.SIMPLE_HEAD)
    for heading in headings:
        shown.add_column(heading, no_wrap=heading == "id")
    for row in rows:
        shown.add_row(*(Text(plain(cell), overflow="fold") for cell in row))
    out().print(shown)


def plain(text: str) -> str:
    """Return `text` with control characters, which could move a terminal's cursor, shown as `?`."""
    return "".join(character if character.isprintable() or character == "\n" else "?" for character in text)


def print_error(error: AverError, *, as_json: bool) -> None:
    """Print one line with the reason and one with the hint on stderr; with `as_json` an object on stdout too."""
    sys.stderr.write(f"aver: {plain(error.message)}\n  hint: {plain(error.hint)}\n")
    if as_json:
        kind = type(error).__name__
        print_json({"error": {"kind": kind, "message": error.message, "hint": error.hint}})
