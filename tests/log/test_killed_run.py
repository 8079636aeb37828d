"""A question whose process is killed ends as abandoned once the home is opened by somebody alone in it (K1)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from aver import app
from aver.config import read_settings
from aver.flows.verify_runs import verify_all
from aver.testing import HashEmbedder
from aver.values.governance import Caller
from aver.values.recorded import RunState

ROOT = Path(__file__).resolve().parents[2]
LOCAL = Caller(user="local", tenant="default", principals=frozenset({"user:local"}))
SCRIPT = """
import os, signal, sys
from aver import app
from aver.cli.main import run
from aver.store.store import Store
from aver.testing import HashEmbedder

app.BuiltinEmbedder = lambda workers: HashEmbedder()
app.pair_model_spec = lambda name: None

def die(*_, **__):
    os.write(1, b"reading\\n")
    sys.stdin.readline()
    os.kill(os.getpid(), signal.SIGKILL)

run(["init"])
run(["ingest", sys.argv[1], "--jobs", "1"])
Store.passages = die
run(["ask", "How long is the leave?"])
"""


def test_a_killed_ask_is_closed_by_the_next_who_is_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "leave.md").write_text("# Leave\n\nThe leave is twenty-eight days.\n")
    environment = {
        **os.environ,
        "AVER_HOME": str(tmp_path / "home"),
        "XDG_CONFIG_HOME": str(tmp_path / "config"),
    }
    monkeypatch.setattr(app, "BuiltinEmbedder", lambda workers: HashEmbedder())
    monkeypatch.setattr(app, "pair_model_spec", lambda name: None)
    command = [sys.executable, "-c", SCRIPT, str(tmp_path / "leave.md")]
    settings = read_settings(tmp_path / "home", environment)
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        assert any(line == b"reading\n" for line in process.stdout)
        beside = app.open_app(tmp_path / "home", settings)
        (run,) = beside.run_log.runs(LOCAL)
        assert run.state is RunState.OPEN
        beside.presence.release()
        beside.store.close()
        process.stdin.write(b"go\n")
        process.stdin.close()
    assert process.returncode == -signal.SIGKILL
    alone = app.open_app(tmp_path / "home", settings)
    (run,) = alone.run_log.runs(LOCAL)
    assert run.state is RunState.ABANDONED
    assert alone.run_log.lines(LOCAL, run.run)[-1].kind == "Abandoned"
    assert verify_all(alone.run_log, tenant="default") == ()
    alone.store.close()
