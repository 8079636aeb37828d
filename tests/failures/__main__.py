"""`python -m tests.failures`: play every scenario and write docs/failures."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from tests.failures.families import families
from tests.failures.pages import pages
from tests.failures.playing import a_home, play

DOCS = Path(__file__).resolve().parents[2] / "docs" / "failures"


def main() -> int:
    """Write one page per scenario and the index; pages of scenarios that are gone are removed."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = folder
        with a_home(Path(folder)) as (app, session):
            made = pages([play(family, app, session) for family in families()])
    DOCS.mkdir(exist_ok=True)
    for page in DOCS.glob("*.md"):
        if page.name not in made:
            page.unlink()
    for name, text in made.items():
        (DOCS / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
