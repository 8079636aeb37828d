"""The command line in this process, on a stub embedder and a configuration folder of its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from aver.cli.main import run
from aver.testing import HashEmbedder


@dataclass(frozen=True)
class Ran:
    """What one command line did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Command = Callable[..., Ran]


@pytest.fixture
def aver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `aver` with words; the home is made by `aver("init")`."""
    from aver import app

    monkeypatch.setattr(app, "BuiltinEmbedder", lambda workers: HashEmbedder())
    monkeypatch.setenv("AVER_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)

    def command(*words: str | Path) -> Ran:
        status = run([str(word) for word in words])
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return command


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two documents and one that can't be read."""
    made = tmp_path / "handbook"
    made.mkdir()
    (made / "leave.md").write_text("# Leave\n\nEverybody has twenty-eight days of leave a year.\n")
    (made / "old.md").write_text("---\nstatus: superseded\nsuperseded_by: leave.md\n---\n\n# Old leave\n\nTwenty.\n")
    (made / "fake.pdf").write_text("no pdf")
    return made
