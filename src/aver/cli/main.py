"""The command line: one file per command, joined here in the order `aver --help` shows them.

To add a command, write a file with `add_to(app)` and name it in `COMMANDS`.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from functools import cache

import typer

from aver import __version__
from aver.cli import (
    answers,
    approximate,
    ask,
    backup,
    claims,
    compare,
    doctor,
    documents,
    enrich,
    eval,
    feedback,
    ingest,
    init,
    jobs,
    keys,
    mcp,
    migrate,
    quick,
    reembed,
    restore,
    review,
    runs,
    search,
    serve,
    tenants,
    validate,
    verify,
)
from aver.cli.output import print_error
from aver.errors import AverError

COMMANDS = (
    init,
    ingest,
    enrich,
    jobs,
    documents,
    search,
    quick,
    validate,
    verify,
    ask,
    compare,
    runs,
    feedback,
    answers,
    claims,
    review,
    keys,
    eval,
    doctor,
    reembed,
    approximate,
    backup,
    restore,
    migrate,
    tenants,
    serve,
    mcp,
)


def build() -> typer.Typer:
    """Return the application with every command."""
    app = typer.Typer(
        name="aver",
        help="Answers questions from documents and is never silently wrong.",
        epilog="Example: aver init && aver ingest handbook/ && aver ask 'How long is the notice period?'",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        add_completion=False,
    )
    app.callback(help=app.info.help)(_root)
    for one in COMMANDS:
        one.add_to(app)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aver {__version__}")
        raise typer.Exit


def _root(
    *,
    _version: bool = typer.Option(
        False, "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
    ),
    _debug: bool = typer.Option(False, "--debug", help="Show tracebacks; may stand anywhere."),
) -> None:
    """Take the options that stand before a command."""


@cache
def _command() -> Callable[..., object]:
    """Return what parses and runs a command line, made once in a process: it holds nothing of one."""
    return typer.main.get_command(build())


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit status: 0 done, 1 failed, 2 wrong usage."""
    debug = "--debug" in arguments
    words = [word for word in arguments if word != "--debug"]
    try:
        _command()(words, prog_name="aver")
    except SystemExit as exit_:
        return exit_.code if isinstance(exit_.code, int) else int(exit_.code is not None)
    except AverError as error:
        if debug:
            raise
        print_error(error, as_json="--json" in words)
        return 1
    except Exception as error:
        if debug:
            raise
        print_error(_explained(error), as_json="--json" in words)
        return 1
    return 0


def _explained(error: Exception) -> AverError:
    """Return the error to tell of: what it means where the home's database failed, else its kind and first line."""
    if "sqlalchemy" in sys.modules:
        from aver.store.sqlite import explained

        known = explained(error)
        if known is not None:
            return known
    return AverError(_described(error), hint="run the command again with --debug and report what it shows")


def _described(error: Exception) -> str:
    if isinstance(error, OSError):
        return f"{error.filename or 'the system'}: {error.strerror or error}"
    first = str(error).split("\n", 1)[0]
    return f"something went wrong inside ({type(error).__name__}: {first[:200]})"


def main() -> None:
    """Run the command line of this process; what the terminal's encoding lacks is shown as `?`."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
