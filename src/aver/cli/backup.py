"""`aver backup`: one archive of a home, taken while it is in use."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session, now, settings_of


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "backup", example="aver backup handbook-backup.zip")
    def backup(
        file: Annotated[Path, typer.Argument(help="The archive to write; it must not exist.")], *, session: Session
    ) -> None:
        """Copy the home as of one moment into one archive; others may go on asking, ingesting and serving.

        The key that signs runs is not in it: keep a copy of that elsewhere.
        """
        from aver.cli.progress import shown_bytes
        from aver.config import ledger_key_path
        from aver.flows.backup import back_up

        settings = settings_of(session)
        archive = file.expanduser().absolute()
        with shown_bytes("Packing") as moved:
            made = back_up(settings, archive, at=now(), on_progress=moved)
        key = ledger_key_path(settings, made.home_id)
        inside = key.is_relative_to(settings.home)
        payload = {
            "archive": str(archive),
            "archive_bytes": archive.stat().st_size,
            "home": str(settings.home),
            "home_id": made.home_id,
            "made_at": made.made_at,
            "files": len(made.files),
            "bytes": made.bytes,
            "left_out": list(made.left_out),
            "ledger_key": str(key),
            "ledger_key_in_archive": inside,
        }
        told = "The key that signs runs is not in it; keep a copy elsewhere"
        if inside:
            told = "The key that signs runs lies in the home, so it is in the archive; whoever has that can forge runs"
        said = f"{archive}: {payload['archive_bytes']:,} bytes, {len(made.files)} files of {made.bytes:,} bytes"
        say(
            session,
            payload,
            (said, *(f"Left out, no plain file: {path}" for path in made.left_out), f"{told}: {key}"),
        )
