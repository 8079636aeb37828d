"""A small home to ask in, and the command line as a function: no weights, no network, milliseconds."""

from __future__ import annotations

import atexit
import contextlib
import functools
import io
import json
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from aver.cli.main import run
from aver.stages.relevance import Logistic
from aver.stages.tuning import DEFAULT
from aver.testing import HashEmbedder

SURE = replace(DEFAULT, support=Logistic(weights=(), bias=9.0))
"""A tuning that trusts the best span, so that what is released can be looked at."""

DOCUMENTS = {
    "leave/notice.md": (
        "# Notice periods\n\nIntroductory words about leaving.\n\n## Employees\n\n"
        "The notice period of employees is four weeks.\n\n## Managers\n\nManagers give three months of notice.\n"
    ),
    "leave/parental.md": "# Parental leave\n\nParental leave lasts up to fourteen months.\n",
    "hr/bonus.md": "# Bonus\n\nThe secret bonus pool holds 900 crowns for the hydrofoil team.\n",
    "odd/escape.md": "# Odd\n\nThe kayak rule \x1b[31mpaints\x1b[0m the screen \u202eor turns it.\n",
}
META = """
[[rule]]
glob = "hr/**"
readers = ["group:hr"]
classification = "confidential"
"""


@dataclass(frozen=True)
class Said:
    """What one command line printed and how it ended."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one object on stdout."""
        return json.loads(self.out)


def aver(*words: str) -> Said:
    """Run one command line in this process."""
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = run(words)
    return Said(status, out.getvalue(), err.getvalue())


@contextlib.contextmanager
def a_home(folder: Path) -> Iterator[Path]:
    """Make a home with the documents above, asked through `aver`; AVER_HOME names it."""
    shutil.copytree(_made_once(), folder, dirs_exist_ok=True)
    with _asked_in(folder):
        yield folder


@functools.cache
def _made_once() -> Path:
    """Return a folder with the home and its documents; every test of this process has a copy."""
    folder = Path(tempfile.mkdtemp(prefix="aver-home-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for uri, text in DOCUMENTS.items():
        path = folder / "docs" / uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (folder / "meta.toml").write_text(META, encoding="utf-8")
    with _asked_in(folder):
        assert aver("init").status == 0
        ingested = aver("ingest", str(folder / "docs"), "--meta", str(folder / "meta.toml"))
        assert ingested.status == 0, ingested.err
    return folder


@contextlib.contextmanager
def _asked_in(folder: Path) -> Iterator[None]:
    """Let `aver` ask the home below a folder, with a small encoder and sure of what it reads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder / "config"))
        patch.setenv("AVER_HOME", str(folder / "home"))
        patch.setattr("aver.app.BuiltinEmbedder", lambda workers: HashEmbedder())
        patch.setattr("aver.app.DEFAULT", SURE)
        patch.setattr("aver.app.WITHOUT_READER", SURE)
        yield
