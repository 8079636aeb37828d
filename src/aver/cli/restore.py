"""`aver restore`: a home brought back from an archive that `aver backup` wrote."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "restore", example="aver restore handbook-backup.zip --home handbook.aver")
    def restore(
        file: Annotated[Path, typer.Argument(help="An archive of `aver backup`.")],
        *,
        replace: Annotated[
            bool, typer.Option("--replace", help="Set aside, whole, what is at the home's place now.")
        ] = False,
        unsafe_without_key: Annotated[
            bool,
            typer.Option("--unsafe-without-key", help="Go on although the key that signed its runs is lost."),
        ] = False,
        session: Session,
    ) -> None:
        """Verify an archive and bring its home back, all of it or nothing."""
        from aver.cli.progress import shown_bytes
        from aver.config import home_folder
        from aver.flows.backup_restore import restore as restored

        home = home_folder(session.home, os.environ)
        with shown_bytes("Unpacking") as moved:
            found = restored(
                file.expanduser().absolute(),
                home,
                os.environ,
                replacing=replace,
                unsafe_without_key=unsafe_without_key,
                on_progress=moved,
            )
        made = found.manifest
        payload = {
            "home": str(found.home),
            "home_id": made.home_id,
            "made_at": made.made_at,
            "made_by": made.aver,
            "files": len(made.files),
            "bytes": made.bytes,
            "set_aside": None if found.set_aside is None else str(found.set_aside),
            "ledger_key": str(found.key),
            "ledger_key_fits": found.key_fits,
        }
        lost = f"UNSAFE: the key that signed its runs is not at {found.key}; `aver runs verify` calls them altered"
        say(
            session,
            payload,
            (
                f"Home: {found.home}, {len(made.files)} files of {made.bytes:,} bytes as of {made.made_at}",
                *((f"What was there before: {found.set_aside}",) if found.set_aside is not None else ()),
                *((lost,) if found.key_fits is False else ()),
                "Next: aver doctor, aver runs verify",
            ),
        )
