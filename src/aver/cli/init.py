"""`aver init`: make a home and a commented aver.toml."""

from __future__ import annotations

import typer

from aver.cli.options import command
from aver.cli.output import say
from aver.cli.session import Session, settings_of


def add_to(app: typer.Typer) -> None:
    """Add the command."""

    @command(app, "init", example="aver init --home handbook.aver")
    def init(*, session: Session) -> None:
        """Create a home: one folder with the store and a commented aver.toml."""
        from aver.app import create_app
        from aver.config import FILE, commented_toml, ledger_key_path

        settings = settings_of(session)
        settings.home.mkdir(parents=True, exist_ok=True)
        file = settings.home / FILE
        made = not file.exists()
        if made:
            file.write_text(commented_toml(), encoding="utf-8")
        opened = create_app(settings.home, settings)
        key = ledger_key_path(settings, opened.home_id)
        opened.store.close()
        payload = {
            "home": str(settings.home),
            "home_id": opened.home_id,
            "settings": str(file),
            "settings_written": made,
            "encoder": opened.embedder.encoder_id,
            "identity": settings.identity.mode,
            "ledger_key": str(key),
        }
        say(
            session,
            payload,
            (
                f"Home: {settings.home}",
                f"Settings: {file}{'' if made else ' (kept as it was)'}",
                f"Key that signs runs, kept outside the home; back it up: {key}",
                "Next: aver ingest PATH",
            ),
        )
