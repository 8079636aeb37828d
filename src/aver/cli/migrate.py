"""`aver migrate`: move a whole home into PostgreSQL, or back into a folder."""

from __future__ import annotations

from typing import Annotated

import typer

from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session, settings_of


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "migrate", example="aver migrate --to postgresql://aver@db.example/aver")
    def migrate(
        to: Annotated[str, typer.Option("--to", help="A PostgreSQL database without a home, or a folder without one.")],
        *,
        session: Session,
    ) -> None:
        """Move the home to another store, verified before it counts; the home that is moved stays as it is.

        Nobody else may be at work in it. Settings, packs and sources are files of the folder and stay there.
        """
        from aver.flows.moving import is_url, move_home

        settings = settings_of(session)
        moved = move_home(settings, to)
        rows = {one.table: one.rows for one in moved.tables}
        payload = {
            "home_id": moved.home_id,
            "documents": rows["document"],
            "claims": rows["claim"],
            "runs": moved.runs,
            "jobs": rows["job"],
            "tables": [{"table": one.table, "rows": one.rows, "sha256": one.digest} for one in moved.tables],
        }
        told = ", ".join(f"{payload[name]} {name}" for name in ("documents", "claims", "runs", "jobs"))
        then = (
            'Next: set AVER_STORE_URL to that url and AVER_IDENTITY_MODE to "token", or both in aver.toml.'
            if is_url(to)
            else f"Next: leave [store] url and AVER_STORE_URL empty, and name the folder with --home {to}"
        )
        say(session, payload, (f"Moved, every row compared and every run verified: {told}.", then))
