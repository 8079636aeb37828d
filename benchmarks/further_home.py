"""A home of its own for files that a measurement makes."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

from aver.app import App, create_app, ingest_tools, open_parsers
from aver.config import read_settings
from aver.flows.ingest import ingest
from aver.flows.jobs.ingest_asked import Asked


def home_of(files: Mapping[str, str], place: Path) -> App:
    """Return a new open home below `place` that holds these files, given by name; what stood there before is gone."""
    folder, home = place / "documents", place / "home"
    for old in (folder, home):
        shutil.rmtree(old, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="")
    app = create_app(home, read_settings(home, {"XDG_CONFIG_HOME": str(place / "config")}))
    settings = app.settings
    recipe = Asked(paths=(str(folder),)).recipe(
        settings, tenant=settings.identity.tenant, encoder=app.embedder.encoder_id
    )
    with open_parsers(settings.limits, jobs=1) as parsers:
        ingest([folder], recipe, tools=ingest_tools(app, parsers, jobs=1))
    return app
