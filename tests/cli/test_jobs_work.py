"""`aver jobs work`: what `--later` left is done by a worker, as whoever asked for it; told to leave, it leaves (A9)."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from aver.cli import ingest
from tests.cli.conftest import Command


@pytest.fixture
def home(aver: Command) -> Command:
    assert aver("init").status == 0
    return aver


def left(aver: Command, *words: str | Path) -> str:
    """Leave a command to a worker and return the job's id."""
    told = aver(*words, "--later", "--json").json
    assert (told["state"], told["attempts"]) == ("waiting", 0)
    assert "caller" not in told["arguments"]
    return str(told["id"])


def test_what_was_left_for_later_is_done_by_a_worker_as_whoever_asked(home: Command, folder: Path) -> None:
    first = left(home, "ingest", folder, "--tenant", "acme", "--as", "ann", "--readers", "user:ann", "--jobs", "1")
    second = left(home, "enrich", "--tenant", "acme", "--as", "ann")
    assert home("documents", "list", "--tenant", "acme", "--as", "ann", "--json").json["documents"] == []
    worked = home("jobs", "work", "--until-empty", "--json")
    assert sorted((one["kind"], one["id"], one["state"]) for one in worked.json["jobs"]) == [
        ("enrich", second, "done"),
        ("ingest", first, "done"),
    ]
    listed = home("documents", "list", "--tenant", "acme", "--as", "ann", "--json").json["documents"]
    assert {one["uri"] for one in listed} == {"leave.md", "old.md"}
    assert home("documents", "list", "--json").json["documents"] == []
    shown = home("jobs", "show", first, "--tenant", "acme", "--as", "ann", "--json").json
    assert (shown["state"], shown["done"], shown["failed"]) == ("done", 3, 1)


def test_a_job_that_cannot_be_done_fails_and_the_worker_goes_on(home: Command, folder: Path) -> None:
    gone = folder.with_name("gone")
    shutil.copytree(folder, gone)
    first, second = left(home, "ingest", gone), left(home, "ingest", folder)
    shutil.rmtree(gone)
    worked = home("jobs", "work", "--until-empty", "--json")
    assert {one["id"]: one["state"] for one in worked.json["jobs"]} == {first: "failed", second: "done"}
    assert "there is no such file" in worked.err
    assert home("jobs", "show", first, "--json").json["detail"] == "BadInput"


def test_what_is_wrong_with_it_is_told_before_there_is_a_job(home: Command, tmp_path: Path) -> None:
    assert home("ingest", tmp_path / "nowhere", "--later").status != 0
    assert home("jobs", "list", "--json").json["jobs"] == []


def test_a_job_left_for_later_can_be_done_by_hand(home: Command, folder: Path) -> None:
    name = left(home, "ingest", folder)
    assert home("jobs", "resume", name).status == 0
    assert home("jobs", "work", "--until-empty", "--json").json["jobs"] == []
    assert home("jobs", "show", name, "--json").json["state"] == "done"


def test_a_worker_told_to_leave_leaves_the_job_in_hand_to_another(
    home: Command, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(6):
        (folder / f"{number}.md").write_text(f"# Page {number}\n\nText.\n")
    name = left(home, "ingest", folder, "--jobs", "1")
    before = signal.getsignal(signal.SIGTERM)
    ingested = ingest.ingest_under_job

    def told(*words: Any) -> Any:
        os.kill(os.getpid(), signal.SIGTERM)
        return ingested(*words)

    with monkeypatch.context() as patch:
        patch.setattr(ingest, "ingest_under_job", told)
        assert home("jobs", "work", "--json").json["jobs"] == [{"id": name, "kind": "ingest", "state": "interrupted"}]
    assert signal.getsignal(signal.SIGTERM) is before
    assert home("jobs", "work", "--until-empty", "--json").json["jobs"][0]["state"] == "done"
    assert home("jobs", "show", name, "--json").json["attempts"] == 2


def test_a_worker_with_nothing_to_do_waits_until_it_is_told_to_leave(home: Command) -> None:
    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    assert home("jobs", "work").status == 0
    timer.join()
